import { beginWatch, isSettled, watch } from '../domain/clock-watch.ts';

/** Both in milliseconds. */
export interface Clock {
  /** Since the epoch. */
  readonly now: () => number;
  /** Starts at an arbitrary value; never decreases. */
  readonly monotonic: () => number;
}

/**
 * The time for final decisions, such as removing old data; null within ten minutes of a jump of the clock. A caller
 * that gets null decides nothing and asks again at its next sweep.
 */
export type SettledNow = () => number | null;

/** `lastKnown`: the latest time in the store; null if there is none. */
export function createSettledNow({ now, monotonic }: Clock, lastKnown: number | null): SettledNow {
  const read = () => ({ wall: now(), monotonic: monotonic() });
  let clock = beginWatch(read(), lastKnown);
  return () => {
    clock = watch(clock, read());
    return isSettled(clock) ? clock.last.wall : null;
  };
}
