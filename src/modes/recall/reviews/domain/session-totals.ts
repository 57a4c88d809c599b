import type { SessionEvent } from '#session/domain/event.ts';

import { MAX_THOUGHT_MS } from './answer-time.ts';

const SPOKEN = new Set<SessionEvent['type']>([
  'session_started',
  'session_resumed',
  'user_message',
  'assistant_complete',
]);

/** The time spent in a session without pauses, and the number of the person's messages. */
export function sessionTotals(events: readonly SessionEvent[]): { durationMs: number; messages: number } {
  let durationMs = 0;
  let last: number | null = null;
  let messages = 0;
  for (const { type, at } of events) {
    if (!SPOKEN.has(type)) continue;
    if (type === 'user_message') messages += 1;
    const gap = last === null ? 0 : at - last;
    if (gap > 0 && gap <= MAX_THOUGHT_MS) durationMs += gap;
    last = at;
  }
  return { durationMs, messages };
}
