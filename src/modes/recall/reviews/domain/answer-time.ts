import type { Message } from '#session/protocol.ts';

/** A silence longer than this is a pause: how long somebody thought in it is not known. */
export const LONGEST_THOUGHT_MS = 5 * 60_000;

/** The instants of a session at which something was said on a thread, in ms, its beginning first. */
export function spokenAt(
  session: { startedAt: number; messages: readonly Message[] },
  thread: string,
): readonly number[] {
  const said = session.messages.filter((message) => message.author !== 'notice' && message.thread === thread);
  const spoken = said.map(({ at }) => at);
  return [session.startedAt, ...spoken];
}

/**
 * How long somebody was at it from one instant to another, in ms: what lies between things said, without pauses. Null
 * where there was nothing but a pause.
 */
export function timeAtWork(spoken: readonly number[], { from, to }: { from: number; to: number }): number | null {
  const within = spoken.filter((at) => at > from && at < to).toSorted((one, other) => one - other);
  let time = 0;
  let last = from;
  let hasPaused = false;
  for (const at of [...within, to]) {
    const gap = at - last;
    if (gap > LONGEST_THOUGHT_MS) hasPaused = true;
    else time += Math.max(0, gap);
    last = at;
  }
  return time === 0 && hasPaused ? null : time;
}
