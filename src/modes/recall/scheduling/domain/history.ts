import { dayOf, daysBetween } from '#day/domain/day.ts';

import type { Rating } from './memory.ts';

/** A review as it counts: its grade, or what the person said of it afterwards. */
export interface LoggedReview {
  readonly pointId: string;
  readonly at: number;
  /** How the person's days were cut then. */
  readonly timeZone: string;
  readonly dayStartsAt: number;
  readonly rating: Rating;
}

interface PastReview {
  readonly at: number;
  /** The person's day, counted from 1970-01-01. */
  readonly day: number;
  readonly rating: Rating;
}

/** The reviews of one point, one a day, in order. */
export type History = readonly PastReview[];

/**
 * Reviews by point. What lies between two is counted in the person's days, each cut as it was then; days never go
 * backwards, whatever clocks and journeys did. Of several on one day the first counts: the others tell of the minutes
 * since, not of memory.
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
