import { dayLookup } from '#day/domain/day-lookup.ts';

import type { Rating } from './rating.ts';

/** A longer silence is a pause, whose thinking time is unknown. */
export const MAX_THOUGHT_MS = 5 * 60_000;

/** The columns of the review log that day totals are computed from. */
export interface TotalledReview {
  readonly id: string;
  readonly session_id: string;
  readonly set_id: string;
  readonly point_id: string;
  readonly at: number;
  readonly time_zone: string;
  readonly day_starts_at: number;
  readonly rating: number;
  readonly duration_ms: number | null;
  readonly desired_retention: number | null;
  /** 1 if the person judged the answer in a self-check. Absent in migrations that are older than the column. */
  readonly self_checked?: number;
}

/** The totals of one session on one of the person's days, as a row of `review_day_totals` without its person. */
export interface DayTotals {
  readonly session_id: string;
  readonly set_id: string;
  /** `YYYY-MM-DD`, in the time zone and with the day start that each review was logged with. */
  readonly day: string;
  /** Reviews that count after disputes. */
  reviews: number;
  /** Time of all reviews, including those removed by a dispute. */
  spent_ms: number;
  /** Reviews of points whose previous counting review was on another day: only these measure memory. */
  known: number;
  /** The number of known reviews that were recalled. */
  recalled: number;
  /** Sum of the desired retention of known reviews that have it logged. */
  desired: number;
  /** The number of known reviews without a logged retention. */
  without_desired: number;
  /** The number of known reviews with a grade that the person judged in a self-check or changed. */
  judged: number;
  judged_recalled: number;
}

const FORGOTTEN = 1;
const NOTHING = {
  reviews: 0,
  spent_ms: 0,
  known: 0,
  recalled: 0,
  desired: 0,
  without_desired: 0,
  judged: 0,
  judged_recalled: 0,
};

/**
 * Computes the totals of all sessions whose reviews are completely in `reviews`. It must hold the full history of each
 * point in them, ordered by `at` and `id`. `disputed`: the effective ratings of disputed reviews; 0 means removed.
 * `before`: the day of the last review of a point elsewhere, before the first of these.
 */
export function dayTotals(
  reviews: readonly TotalledReview[],
  disputed: ReadonlyMap<string, Rating | 0>,
  before: ReadonlyMap<string, string> = new Map(),
): readonly DayTotals[] {
  const totals = new Map<string, DayTotals>();
  const previousDays = new Map(before);
  const gaps = gapsBefore(reviews);
  for (const review of reviews) {
    const { id, session_id, set_id, point_id, desired_retention } = review;
    const day = dayLookup({ timeZone: review.time_zone, dayStartsAt: review.day_starts_at })(review.at);
    const key = `${session_id} ${set_id} ${day}`;
    let sums = totals.get(key);
    if (!sums) {
      totals.set(key, (sums = { session_id, set_id, day, ...NOTHING }));
    }
    sums.spent_ms += gaps.get(id) ?? withoutPauses(review.duration_ms ?? 0);
    const rating = disputed.get(id) ?? review.rating;
    if (rating === 0) continue;
    sums.reviews += 1;
    const previous = previousDays.get(point_id);
    previousDays.set(point_id, day);
    if (previous === undefined || previous === day) continue;
    sums.known += 1;
    if (rating > FORGOTTEN) sums.recalled += 1;
    if (review.self_checked === 1 || disputed.has(id)) {
      sums.judged += 1;
      if (rating > FORGOTTEN) sums.judged_recalled += 1;
    }
    if (desired_retention === null) sums.without_desired += 1;
    else sums.desired += desired_retention;
  }
  return [...totals.values()];
}

/**
 * The time of each review that was logged without one, by id: the time since the previous review of its session and
 * set, shared by all such reviews at the same instant.
 */
function gapsBefore(reviews: readonly TotalledReview[]): ReadonlyMap<string, number> {
  const gaps = new Map<string, number>();
  for (const inSession of Map.groupBy(reviews, ({ session_id, set_id }) => `${session_id} ${set_id}`).values()) {
    const untimed = inSession.filter(({ duration_ms }) => duration_ms === null);
    for (const { id, at } of untimed) {
      const previous = inSession.findLast((other) => other.at < at);
      const sharing = untimed.filter((other) => other.at === at).length;
      if (previous) gaps.set(id, Math.round(withoutPauses(at - previous.at) / sharing));
    }
  }
  return gaps;
}

/** Returns 0 for a time so long that the person must have paused. */
function withoutPauses(durationMs: number): number {
  return durationMs > 0 && durationMs <= MAX_THOUGHT_MS ? durationMs : 0;
}
