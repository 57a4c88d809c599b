import type { DayCut } from '#day/domain/day.ts';
import { addDays, dayOf, daysBetween, startOfDay } from '#day/domain/day.ts';

import { dueAt, lastReviewOf } from '../../../scheduling/domain/scheduling.ts';
import { REVIEW_KINDS } from '../deck/package.ts';
import type { ExportedPoint, ExportedReview } from './exported-point.ts';

/** How a collection counts days. */
export interface CollectionDays {
  /** Day 0 of the collection, `YYYY-MM-DD`. */
  readonly first: string;
  readonly cut: DayCut;
}

export interface CardMemory {
  /** 0 to 1. */
  readonly desiredRetention: number;
  /** Decay of the forgetting curve: the last FSRS weight. */
  readonly decay: number;
}

/** Columns of a row of `cards`, by Anki's names. */
export interface CardColumns {
  readonly type: number;
  readonly queue: number;
  readonly due: number;
  readonly ivl: number;
  readonly factor: number;
  readonly reps: number;
  readonly lapses: number;
  readonly left: number;
  readonly data: string;
}

const SUSPENDED = -1;
const [NEW, LEARNING, REVIEW, RELEARNING] = [0, 1, 2, 3];
/** Initial SM-2 ease, in thousandths. FSRS ignores it. */
const EASE = 2_500;
const STEPS_LEFT = 1;

/** `position`: rank among the new cards, from 1. */
export function cardColumns(
  { card, lapses, suspendedAt }: ExportedPoint,
  position: number,
  { days, memory }: { readonly days: CollectionDays; readonly memory: CardMemory },
): CardColumns {
  const queueOf = (queue: number) => (suspendedAt === null ? queue : SUSPENDED);
  if (!card)
    return {
      type: NEW,
      queue: queueOf(NEW),
      due: position,
      ivl: 0,
      factor: 0,
      reps: 0,
      lapses: 0,
      left: 0,
      data: '{}',
    };
  const isInSteps = (card.state === LEARNING || card.state === RELEARNING) && card.scheduled_days < 1;
  const last = lastReviewOf(card);
  const rounded = (value: number, places: number) => Number(value.toFixed(places));
  return {
    type: isInSteps ? card.state : REVIEW,
    queue: queueOf(isInSteps ? LEARNING : REVIEW),
    due: isInSteps ? Math.floor(dueAt(card) / 1_000) : daysBetween(days.first, dayOf(dueAt(card), days.cut)),
    ivl: isInSteps ? 0 : Math.max(1, Math.round(card.scheduled_days)),
    factor: EASE,
    reps: card.reps,
    lapses,
    left: isInSteps ? STEPS_LEFT : 0,
    data: JSON.stringify({
      s: rounded(card.stability, 3),
      d: rounded(card.difficulty, 3),
      dr: rounded(memory.desiredRetention, 2),
      decay: rounded(memory.decay, 3),
      ...(last && { lrt: Math.floor(last.at / 1_000) }),
    }),
  };
}

/** Anki caps answer times at this value. */
const MAX_DURATION_MS = 60_000;

/** Columns of a row of `revlog`. `intervalDays`: the interval after the review. */
export function reviewColumns(review: ExportedReview, intervalDays: number) {
  return {
    ease: review.rating,
    ivl: Math.round(intervalDays),
    lastIvl: Math.round(review.lastIntervalDays),
    factor: EASE,
    time: Math.min(MAX_DURATION_MS, Math.max(0, Math.round(review.durationMs))),
    type: REVIEW_KINDS.indexOf(review.kind),
  };
}

/** Start of the collection's first day, in Unix seconds, and the UTC offset there, in minutes west. */
export function collectionStart({ first, cut }: CollectionDays): { readonly at: number; readonly minutesWest: number } {
  const start = startOfDay(first, cut);
  const wall = Date.parse(`${first}T00:00:00Z`) + cut.dayStartsAt * 60_000;
  return { at: Math.floor(start / 1_000), minutesWest: Math.round((start - wall) / 60_000) };
}

/** First day of a collection: the day before `oldest`, the time of its oldest point or review in ms. */
export function firstDay(oldest: number, cut: DayCut): string {
  return addDays(dayOf(oldest, cut), -1);
}
