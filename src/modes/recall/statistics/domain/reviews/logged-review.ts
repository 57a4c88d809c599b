/** What a grade counts for after disputes: 0 not reviewed, 1 again, 2 hard, 3 good, 4 easy. */
export type CountedRating = 0 | 1 | 2 | 3 | 4;

/** A review as the statistics need it. */
export interface LoggedReview {
  /** The person's day it fell in, by the zone they were in. */
  readonly day: string;
  readonly rating: CountedRating;
  /** What it took, in ms; 0 where that is not known. */
  readonly spentMs: number;
  /** The retention it was scheduled for. */
  readonly desiredRetention: number;
}

/** The latest reviews of one point, the earliest of them first. */
export interface PointHistory {
  readonly reviews: readonly LoggedReview[];
  /** The day of the last review that counts before these; null where there is none. */
  readonly dayBefore: string | null;
}

/** What is longer than this between two answers is a pause. */
const LONGEST_ANSWER_MS = 5 * 60_000;

/** The time a review took, of what the log holds: nothing is known of what is missing or longer than a pause. */
export function timeSpent(durationMs: number | null): number {
  return durationMs !== null && durationMs > 0 && durationMs <= LONGEST_ANSWER_MS ? durationMs : 0;
}
