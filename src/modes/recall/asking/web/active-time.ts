import type { Message } from '#session/protocol.ts';

/** A longer silence is a pause and is not counted. */
const MAX_THOUGHT_MS = 5 * 60_000;

/** The time spent in a session, without pauses. `now` is null after the end of the session. */
export function activeMs(messages: readonly Pick<Message, 'at'>[], now: number | null): number {
  let sum = 0;
  const times = messages.map(({ at }) => at);
  if (now !== null) times.push(now);
  for (let index = 1; index < times.length; index += 1) {
    const gap = (times[index] ?? 0) - (times[index - 1] ?? 0);
    if (gap > 0 && gap <= MAX_THOUGHT_MS) sum += gap;
  }
  return sum;
}
