import type { Message } from '#session/protocol.ts';

/** A longer silence is a pause, whose thinking time is unknown. */
export const MAX_THOUGHT_MS = 5 * 60_000;

/** The times of a session's messages on a thread in ms, starting with its beginning. */
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
