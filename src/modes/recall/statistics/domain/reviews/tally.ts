import type { CountedRating, PointHistory } from './logged-review.ts';

/** What one of the person's days came to. */
interface DayTally {
  reviews: number;
  spentMs: number;
  /** First reviews of that day of points that were known before. */
  known: number;
  /** How many of those were recalled. */
  recalled: number;
  /** The sum of the retentions that those were scheduled for. */
  desired: number;
}

/** What was done, by the person's days. */
export type Tally = Map<string, DayTally>;

const FORGOTTEN: CountedRating = 1;

/**
 * Adds what was reviewed of a point. Known before is a point with a review before that counts; a second review on one
 * day says nothing of memory and is left out of what was known. With -1 the same is taken out again.
 */
export function addToTally(tally: Tally, { reviews, dayBefore }: PointHistory, times: 1 | -1 = 1): void {
  let lastDay = dayBefore;
  for (const { day, rating, spentMs, desiredRetention } of reviews) {
    let tallied = tally.get(day);
    if (!tallied) tally.set(day, (tallied = { reviews: 0, spentMs: 0, known: 0, recalled: 0, desired: 0 }));
    tallied.spentMs += times * spentMs;
    if (rating === 0) continue;
    tallied.reviews += times;
    if (lastDay !== null && lastDay !== day) {
      tallied.known += times;
      tallied.desired += times * desiredRetention;
      if (rating > FORGOTTEN) tallied.recalled += times;
    }
    lastDay = day;
  }
}
