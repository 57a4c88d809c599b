import { type DayCut, dayNumber, dayNumbered, dayOf, startOfDay } from '#day/domain/day.ts';

import { DEFAULT_WEIGHTS } from '../../../scheduling/domain/scheduling.ts';
import { type PackageReview, type PackageSchedule, REVIEW_KINDS } from '../deck/package.ts';

/** A row of `cards`. */
export interface CardRow {
  readonly type: number;
  readonly queue: number;
  readonly due: number;
  /** Days if positive, seconds if negative. */
  readonly ivl: number;
  /** Ease in thousandths. */
  readonly factor: number;
  readonly reps: number;
  readonly lapses: number;
  /** Value of `due` before the card moved to a filtered deck; 0 if it is in none. */
  readonly odue: number;
  /** Expected to be JSON; may be empty or invalid. */
  readonly data: string;
}

/** How a collection counts its days. */
export interface CollectionDays {
  /** In seconds. */
  readonly createdAt: number;
  /** Minutes west of UTC at creation; null in collections of the v1 scheduler. */
  readonly minutesWest: number | null;
}

const STATES = [null, 'learning', 'review', 'relearning'] as const;
/** `due` of a learning card is a Unix time from this value on, and a day of the collection below it. */
const MIN_SECONDS = 1_000_000_000;
const MAX_DAYS = 36_500;
const DAY_SECONDS = 86_400;
/** Seconds from 04:00 to noon. */
const MIDDAY_SECONDS = 28_800;
const SUSPENDED = -1;

interface ReadCard {
  readonly card: CardRow;
  readonly reviews: readonly PackageReview[];
}

/** Returns null for a new card. A card whose due day is not readable is due now. */
export function scheduleOf(
  { card, reviews }: ReadCard,
  { days, cut, now }: { readonly days: CollectionDays; readonly cut: DayCut; readonly now: number },
): PackageSchedule | null {
  const state = STATES[card.type] ?? null;
  if (state === null) return null;
  const stored = storedMemory(card.data);
  const lastReviewAt = reviews.at(-1)?.at ?? stored.lastReviewAt;
  const intervalDays = card.ivl > 0 ? Math.min(card.ivl, MAX_DAYS) : 0;
  const ease = card.factor >= 1_000 ? card.factor / 1_000 : null;
  const memory =
    stored.memory ??
    (intervalDays > 0 && ease !== null ? memoryOfInterval({ intervalDays, ease }, DEFAULT_WEIGHTS.weights) : null);
  return {
    state,
    dueAt: instantOf(card.odue === 0 ? card.due : card.odue, { days, cut }) ?? now,
    stability: memory?.stability ?? null,
    difficulty: memory?.difficulty ?? null,
    intervalDays,
    ease,
    reviews: Math.max(card.reps, reviews.length),
    lapses: Math.max(0, card.lapses),
    lastReviewAt,
    desiredRetention: stored.desiredRetention,
  };
}

export function isSuspended({ queue }: Pick<CardRow, 'queue'>): boolean {
  return queue === SUSPENDED;
}

/** Converts a Unix time in seconds, or a day of the collection, to ms. Null if the day is out of range. */
function instantOf(due: number, { days, cut }: { days: CollectionDays; cut: DayCut }): number | null {
  if (due >= MIN_SECONDS) return due * 1_000;
  const day = creationDay(days, cut) + due;
  return Number.isSafeInteger(day) && day > 0 && due <= 2 * MAX_DAYS ? startOfDay(dayNumbered(day), cut) : null;
}

/** Days from 1970-01-01 to the date on which the collection was created. */
function creationDay({ createdAt, minutesWest }: CollectionDays, cut: DayCut): number {
  if (minutesWest !== null) return Math.floor((createdAt - minutesWest * 60) / DAY_SECONDS);
  // The v1 scheduler stores the start of the creation day, usually 04:00 local time. Noon of that day has the same date
  // in most time zones, so the result holds for a person who has moved, and for any day start.
  return dayNumber(dayOf((createdAt + MIDDAY_SECONDS) * 1_000, { ...cut, dayStartsAt: 0 }));
}

const MIN_STABILITY = 0.001;
const HISTORICAL_RETENTION = 0.9;

/**
 * Converts an SM-2 interval and ease to an FSRS-6 memory state, as the FSRS optimiser does: recall is 90% at the end of
 * the interval, and the stability grows by the ease at each review.
 */
export function memoryOfInterval(
  { intervalDays, ease }: { readonly intervalDays: number; readonly ease: number },
  weights: readonly number[],
): { readonly stability: number; readonly difficulty: number } {
  const weight = (at: number) => weights[at] ?? 0;
  // At a retention of 0.9 the stability is the interval.
  const stability = Math.max(MIN_STABILITY, intervalDays);
  const gain = Math.exp(weight(8)) * stability ** -weight(9) * Math.expm1((1 - HISTORICAL_RETENTION) * weight(10));
  const difficulty = Math.min(10, Math.max(1, 11 - (ease - 1) / gain));
  return { stability, difficulty };
}

interface StoredMemory {
  readonly memory: { readonly stability: number; readonly difficulty: number } | null;
  readonly desiredRetention: number | null;
  readonly lastReviewAt: number | null;
}

/** Reads the memory state that FSRS stores in the card's `data`. */
function storedMemory(data: string): StoredMemory {
  const of = objectOf(data);
  const number = (name: string, least: number, most: number) => {
    const value = of[name];
    return typeof value === 'number' && value >= least && value <= most ? value : null;
  };
  const [stability, difficulty] = [number('s', 0.000_1, MAX_DAYS), number('d', 1, 10)];
  const at = number('lrt', MIN_SECONDS, 1e11);
  return {
    memory: stability !== null && difficulty !== null ? { stability, difficulty } : null,
    desiredRetention: number('dr', 0.01, 0.999),
    lastReviewAt: at === null ? null : at * 1_000,
  };
}

function objectOf(data: string): Readonly<Record<string, unknown>> {
  if (!data.startsWith('{')) return {};
  try {
    return JSON.parse(data) as Readonly<Record<string, unknown>>;
  } catch {
    return {};
  }
}

/** A row of `revlog`. */
export interface ReviewRow {
  /** In ms. */
  readonly id: number;
  /** Answer button, from 1; 0 for a manual change. */
  readonly ease: number;
  readonly factor: number;
  readonly time: number;
  readonly type: number;
}

const MANUAL = 4;
const FILTERED = 3;
const MAX_DURATION_MS = 3_600_000;

/**
 * The reviews of a card since its last reset to new. Excludes manual changes, automatic rescheduling, and cramming in a
 * filtered deck that does not reschedule. `rows` must be sorted by id.
 */
export function reviewsOf(rows: readonly ReviewRow[]): readonly PackageReview[] {
  const reset = rows.findLastIndex(({ type, factor }) => type === MANUAL && factor === 0);
  return rows.slice(reset + 1).flatMap(({ id, ease, factor, time, type }) => {
    const kind = REVIEW_KINDS[type];
    if (kind === undefined || ease < 1 || ease > 4 || (type === FILTERED && factor === 0)) return [];
    return [{ at: id, rating: ease, durationMs: Math.min(MAX_DURATION_MS, Math.max(0, time)), kind }];
  });
}
