import type { SessionEvent } from '#session/domain/event.ts';
import type { Message } from '#session/protocol.ts';

import { MAX_THOUGHT_MS } from '../../scheduling/domain/reviews/day-totals.ts';

/** The times of a session's messages on a thread, in ms; the first is the start of the session. */
export function spokenAt(
  session: { startedAt: number; messages: readonly Message[] },
  thread: string,
): readonly number[] {
  const said = session.messages.filter((message) => message.author !== 'notice' && message.thread === thread);
  const spoken = said.map(({ at }) => at);
  return [session.startedAt, ...spoken];
}

/** The time worked between two instants in ms, without pauses. Null if there was only a pause. */
export function timeAtWork(spoken: readonly number[], { from, to }: { from: number; to: number }): number | null {
  const within = spoken.filter((at) => at > from && at < to).toSorted((one, other) => one - other);
  let time = 0;
  let last = from;
  let hasPaused = false;
  for (const at of [...within, to]) {
    const gap = at - last;
    if (gap > MAX_THOUGHT_MS) hasPaused = true;
    else time += Math.max(0, gap);
    last = at;
  }
  return time === 0 && hasPaused ? null : time;
}

const SPOKEN = new Set<SessionEvent['type']>([
  'session_started',
  'session_paused',
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
    if (type !== 'session_resumed' && gap > 0 && gap <= MAX_THOUGHT_MS) durationMs += gap;
    last = at;
  }
  return { durationMs, messages };
}
