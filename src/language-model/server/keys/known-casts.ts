import type { SpendingLimits } from '../../protocol.ts';
import type { Cast } from './casting.ts';

/** What of a person's settings a turn needs. */
export interface KnownSettings {
  readonly cast: Cast;
  readonly limits: SpendingLimits;
}

/** Long enough for the turns of a conversation, short enough for what another process changes to be seen. */
const KEPT_MS = 10_000;

/**
 * The settings of those who are in a conversation: each reply would read them between the evaluator's answer and the
 * tutor's first word. What is changed here is forgotten at once.
 */
export interface KnownCasts {
  find(person: string): KnownSettings | undefined;
  /** Before a read: says how to keep what it gives. What was forgotten while it was under way is not kept. */
  reading(person: string): (settings: KnownSettings) => void;
  forget(person: string): void;
}

export function createKnownCasts(now: () => number): KnownCasts {
  const held = new Map<string, { settings: KnownSettings; until: number }>();
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
        held.set(person, { settings, until: now() + KEPT_MS });
      };
    },
    forget(person) {
      forgotten += 1;
      held.delete(person);
    },
  };
}
