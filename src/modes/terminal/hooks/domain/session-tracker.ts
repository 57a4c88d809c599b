import { z } from 'zod';

import type { Hook } from './read-hook.ts';

const uuid = z.uuid();

/** Claude Code's id of what runs in a terminal, which changes when it is cleared, resumed or forked there. */
export class SessionTracker {
  #current: string | null = null;
  readonly #earlier = new Set<string>();

  /** The id that a hook changes it to; null if it stays. */
  hear(hook: Hook): string | null {
    const { hook_event_name: event, session_id: id } = hook;
    if (id === this.#current || event === 'SessionEnd' || !uuid.safeParse(id).success) return null;
    // An earlier session begins again with a hook that says so. Any other hook of it came late.
    if (this.#earlier.has(id) && event !== 'SessionStart') return null;
    if (this.#current !== null) this.#earlier.add(this.#current);
    this.#current = id;
    return id;
  }
}
