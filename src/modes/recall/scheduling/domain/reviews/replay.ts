import { type DayCut, endOfDay } from '#day/domain/day.ts';

import {
  dueAt,
  emptyCard,
  review,
  type SchedulerSettings,
  type StoredCard,
  wasReviewedOnDayOf,
} from '../scheduling.ts';
import type { Rating } from './rating.ts';

/** A review with its effective rating, and the settings it was scheduled with. */
export interface ReplayedReview {
  /** 0 if the person removed it. */
  readonly rating: Rating | 0;
  readonly at: number;
  /** `told` makes the point due the next day. */
  readonly how: string;
  readonly cut: DayCut;
  readonly settings: SchedulerSettings;
}

/**
 * Whether a point had its review on the person's day of an instant, so that later answers on that day say nothing
 * about memory. A point that is due by the end of that day had none: a westward journey over the date line gives one
 * date two nights, and an answer to a due point must count.
 */
export function isDoneOnDayOf(card: StoredCard, at: number, cut: DayCut): boolean {
  return wasReviewedOnDayOf(card, at, cut) && dueAt(card) >= endOfDay(at, cut);
}

/**
 * The card after one more review; null if no review counts. Only the first review of a day moves the card; a later
 * miss on that day makes the point due the next day. Sessions and replays share this step, so they cannot differ.
 */
export function afterReview(card: StoredCard | null, counted: ReplayedReview): StoredCard | null {
  const { rating, at, cut, how, settings } = counted;
  if (rating === 0) return card;
  if (card && isDoneOnDayOf(card, at, cut)) return rating === 1 ? dueNextDay(card, cut) : card;
  const next = review(card ?? emptyCard(at), { rating, at, cut }, settings);
  return how === 'told' && rating === 1 ? dueNextDay(next, cut) : next;
}

/** The card after all reviews of a point, in order; `from` is the card that it was imported with. */
export function replay(reviews: readonly ReplayedReview[], from: StoredCard | null = null): StoredCard | null {
  return reviews.reduce<StoredCard | null>(afterReview, from);
}

/** Due from the start of the next day at the latest. FSRS alone would give a mature card two days or more. */
function dueNextDay(card: StoredCard, cut: DayCut): StoredCard {
  const reviewed = card.last_review ? new Date(card.last_review).getTime() : dueAt(card);
  const due = Math.min(dueAt(card), endOfDay(reviewed, cut));
  return { ...card, due: new Date(due), scheduled_days: Math.min(card.scheduled_days, 1) };
}

/** The cards before each of a point's reviews, in order. */
export function cardsBefore(
  reviews: readonly ReplayedReview[],
  from: StoredCard | null = null,
): readonly (StoredCard | null)[] {
  let card = from;
  return reviews.map((counted) => {
    const before = card;
    card = afterReview(card, counted);
    return before;
  });
}
