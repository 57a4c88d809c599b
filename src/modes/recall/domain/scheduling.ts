import { type Card, createEmptyCard, default_w, type FSRS, fsrs, type Grade } from 'ts-fsrs';

/** FSRS-6 with whole days only, as published with ts-fsrs. */
export const DEFAULT_WEIGHTS = { id: 'fsrs-6-default', weights: [...default_w] as readonly number[] };

export interface SchedulerSettings {
  /** The chance, 0 to 1, of recalling a point on the day it falls due. */
  readonly desiredRetention: number;
  readonly weights: readonly number[];
}

function schedulerOf({ desiredRetention, weights }: SchedulerSettings): FSRS {
  return fsrs({ enable_short_term: false, enable_fuzz: false, request_retention: desiredRetention, w: [...weights] });
}

/** A card as it is stored: ts-fsrs reads its dates from JSON. */
export type StoredCard = Card;

export function emptyCard(now: number): StoredCard {
  return createEmptyCard(new Date(now));
}

/** The card after a review. A clock that was set back does not make the review earlier than the last one. */
export function review(
  card: StoredCard,
  graded: { rating: 1 | 2 | 3 | 4; at: number },
  settings: SchedulerSettings,
): StoredCard {
  const last = card.last_review ? new Date(card.last_review).getTime() : 0;
  const at = new Date(Math.max(graded.at, last));
  return schedulerOf(settings).next(card, at, graded.rating as Grade).card;
}

/** The chance, 0 to 1, of recalling it at an instant. */
export function retrievability(card: StoredCard, at: number, settings: SchedulerSettings): number {
  return schedulerOf(settings).get_retrievability(card, new Date(at), false);
}

export function dueAt(card: StoredCard): number {
  return new Date(card.due).getTime();
}
