import type { SpendingLimits } from '../../protocol.ts';
import type { RoleAssignments } from './role-assignment.ts';

/** What of a person's settings a turn needs. */
export interface CachedSettings {
  readonly assignments: RoleAssignments;
  readonly limits: SpendingLimits;
}

/** Long enough for the turns of a conversation, short enough for what another process changes to be seen. */
const CACHE_MS = 10_000;

/**
 * The settings of those who are in a conversation: each reply would read them between the evaluator's answer and the
 * tutor's first word. What is changed here is forgotten at once.
 */
export interface SettingsCache {
  find(person: string): CachedSettings | undefined;
  /** Before a read: says how to keep what it gives. What was forgotten while it was under way is not kept. */
  reading(person: string): (settings: CachedSettings) => void;
  forget(person: string): void;
}

export function createSettingsCache(now: () => number): SettingsCache {
  const held = new Map<string, { settings: CachedSettings; until: number }>();
  let forgotten = 0;
  return {
    find(person) {
      const found = held.get(person);
      if (found && found.until > now()) return found.settings;
      held.delete(person);
      return undefined;
    },
    reading(person) {
      const before = forgotten;
      return function keep(settings) {
        if (before !== forgotten) return;
        for (const [one, { until }] of held) if (until <= now()) held.delete(one);
        held.set(person, { settings, until: now() + CACHE_MS });
      };
    },
    forget(person) {
      forgotten += 1;
      held.delete(person);
    },
  };
}
