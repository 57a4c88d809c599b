import { beginWatch, isSettled, watch } from '../domain/clock-watch.ts';

/** Both in milliseconds. */
export interface Clock {
  /** Since the epoch. */
  readonly now: () => number;
  /** From any zero; never goes back. */
  readonly monotonic: () => number;
}

/**
 * The time by which something final may be decided, such as removing what is old; null within ten minutes of a jump of
 * the clock. A caller that gets null decides nothing and asks again at its next sweep.
 */
export type SettledNow = () => number | null;

/** `lastKnown`: the last time in the store; null where there is none. */
export function createSettledNow({ now, monotonic }: Clock, lastKnown: number | null): SettledNow {
  const read = () => ({ wall: now(), monotonic: monotonic() });
  let clock = beginWatch(read(), lastKnown);
  return () => {
    clock = watch(clock, read());
    return isSettled(clock) ? clock.last.wall : null;
  };
}
