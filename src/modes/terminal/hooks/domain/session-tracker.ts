import { z } from 'zod';

import type { Hook } from './read-hook.ts';

const uuid = z.uuid();

/** Follows Claude Code's id of the session in a terminal, which changes when it is cleared, resumed or forked there. */
export class SessionTracker {
  #current: string | null = null;
  readonly #earlier = new Set<string>();

  /** The new id after a hook; null if it does not change. */
  hear(hook: Hook): string | null {
    const { hook_event_name: event, session_id: id } = hook;
    if (id === this.#current || event === 'SessionEnd' || !uuid.safeParse(id).success) return null;
    // An earlier session restarts with `SessionStart`. Any other hook with its id came late.
    if (this.#earlier.has(id) && event !== 'SessionStart') return null;
    if (this.#current !== null) this.#earlier.add(this.#current);
    this.#current = id;
    return id;
  }
}
