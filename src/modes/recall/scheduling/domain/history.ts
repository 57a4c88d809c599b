import { dayOf, daysBetween } from '#day/domain/day.ts';

import type { Rating } from './reviews/rating.ts';

/** A review with its rating or, if it was disputed, the disputed rating. */
export interface LoggedReview {
  readonly pointId: string;
  readonly at: number;
  /** The person's time zone and day start at that time. */
  readonly timeZone: string;
  readonly dayStartsAt: number;
  readonly rating: Rating;
}

interface PastReview {
  readonly at: number;
  /** The person's day, as days since 1970-01-01. */
  readonly day: number;
  readonly rating: Rating;
}

/** The reviews of one point, one per day, in order. */
export type History = readonly PastReview[];

/**
 * Groups reviews by point. Intervals are counted in the person's days, each with the time zone and day start of its
 * review, and are never negative. Only the first review of a day counts: later ones measure minutes of memory.
 */
export function toHistories(reviews: readonly LoggedReview[]): readonly History[] {
  const byPoint = new Map<string, PastReview[]>();
  for (const review of reviews.toSorted((one, other) => one.at - other.at)) {
    let history = byPoint.get(review.pointId);
    if (!history) byPoint.set(review.pointId, (history = []));
    const day = daysBetween('1970-01-01', dayOf(review.at, review));
    const last = history.at(-1);
    if (last && day <= last.day) continue;
    history.push({ at: review.at, day, rating: review.rating });
  }
  return [...byPoint.values()];
}
