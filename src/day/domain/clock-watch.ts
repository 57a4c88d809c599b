/**
 * A reading of both clocks of a machine, in milliseconds. The monotonic clock starts at an arbitrary value and stops
 * during sleep.
 */
export interface Reading {
  readonly wall: number;
  readonly monotonic: number;
}

/** A wall clock that is compared with the monotonic clock. */
export interface WatchedClock {
  readonly last: Reading;
  /** The monotonic time from which the wall clock is trusted. */
  readonly settledAt: number;
}

/** Maximum difference of two clocks between two readings, in ms: they are adjusted in small steps. */
const MAX_DRIFT_MS = 60_000;
/** After a jump the wall clock is trusted when it has run evenly for this long. */
const SETTLES_AFTER_MS = 10 * 60_000;
/** A server that was off for longer than this cannot know whether its clock is right. */
const MAX_OFF_MS = 60 * 60_000;

/** `lastKnown`: the latest time in the store; null if there is none. */
export function beginWatch(reading: Reading, lastKnown: number | null): WatchedClock {
  const offMs = lastKnown === null ? 0 : reading.wall - lastKnown;
  const isBelieved = offMs >= -MAX_DRIFT_MS && offMs <= MAX_OFF_MS;
  return { last: reading, settledAt: reading.monotonic + (isBelieved ? 0 : SETTLES_AFTER_MS) };
}

export function watch({ last, settledAt }: WatchedClock, reading: Reading): WatchedClock {
  const drift = reading.wall - last.wall - (reading.monotonic - last.monotonic);
  const hasJumped = Math.abs(drift) > MAX_DRIFT_MS;
  return { last: reading, settledAt: hasJumped ? reading.monotonic + SETTLES_AFTER_MS : settledAt };
}

export function isSettled({ last, settledAt }: WatchedClock): boolean {
  return last.monotonic >= settledAt;
}
