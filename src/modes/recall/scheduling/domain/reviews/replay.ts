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

/** A review as it counts, with what it was scheduled by at the time. */
export interface CountedReview {
  /** 0 for one that the person took out. */
  readonly rating: Rating | 0;
  readonly at: number;
  /** `told` brings a point back the next day. */
  readonly how: string;
  readonly cut: DayCut;
  readonly settings: SchedulerSettings;
}

/**
 * Whether a point had its review on the person's day of an instant, so that nothing after it says anything of memory.
 * What is ready by the end of that day has not: a journey westward over the date line gives one date two nights, and what
 * is asked for must be able to count.
 */
export function isDoneOnDayOf(card: StoredCard, at: number, cut: DayCut): boolean {
  return wasReviewedOnDayOf(card, at, cut) && dueAt(card) >= endOfDay(at, cut);
}

/**
 * The card of a point after one more review; null where nothing of it counts. The first review of a day says what is
 * remembered: what comes after it on that day moves nothing, but that what is forgotten by then comes back the next.
 * This is the one step that both a session and a replay take, so that they cannot come to differ.
 */
export function afterReview(card: StoredCard | null, counted: CountedReview): StoredCard | null {
  const { rating, at, cut, how, settings } = counted;
  if (rating === 0) return card;
  if (card && isDoneOnDayOf(card, at, cut)) return rating === 1 ? dueNextDay(card, cut) : card;
  const next = review(card ?? emptyCard(at), { rating, at, cut }, settings);
  return how === 'told' && rating === 1 ? dueNextDay(next, cut) : next;
}

/** The card that all reviews of a point, in their order, come to. */
export function replay(reviews: readonly CountedReview[]): StoredCard | null {
  return reviews.reduce<StoredCard | null>(afterReview, null);
}

/** Due from the beginning of the next day at the latest: FSRS alone gives a mature card two days and more. */
function dueNextDay(card: StoredCard, cut: DayCut): StoredCard {
  const reviewed = card.last_review ? new Date(card.last_review).getTime() : dueAt(card);
  const due = Math.min(dueAt(card), endOfDay(reviewed, cut));
  return { ...card, due: new Date(due), scheduled_days: Math.min(card.scheduled_days, 1) };
}

/** The cards that a point had before each of its reviews, in their order. */
export function cardsBefore(reviews: readonly CountedReview[]): readonly (StoredCard | null)[] {
  let card: StoredCard | null = null;
  return reviews.map((counted) => {
    const before = card;
    card = afterReview(card, counted);
    return before;
  });
}
