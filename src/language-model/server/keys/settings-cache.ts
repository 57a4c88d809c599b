import type { SpendingLimits } from '../../protocol.ts';
import type { RoleAssignments } from './role-assignment.ts';

/** The settings that a turn needs. */
export interface CachedSettings {
  readonly assignments: RoleAssignments;
  readonly limits: SpendingLimits;
}

/** Long enough for the turns of a conversation, short enough to notice changes by another process. */
const CACHE_MS = 10_000;

/**
 * Caches the settings of people in a conversation. Without it each reply would read them between the evaluator's answer
 * and the tutor's first word. Changes by this process take effect at once.
 */
export interface SettingsCache {
  find(person: string): CachedSettings | undefined;
  /** Call before a read; the result stores what was read, unless any settings changed during the read. */
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
