import { type DayCut, dayNumber, dayNumbered, dayOf, startOfDay } from '#day/domain/day.ts';

import { DEFAULT_WEIGHTS } from '../../../scheduling/domain/scheduling.ts';
import type { PackageReview, PackageSchedule } from '../deck/package.ts';
import { memoryOfInterval } from './memory-of-interval.ts';

/** A row of `cards`. */
export interface CardRow {
  readonly type: number;
  readonly queue: number;
  readonly due: number;
  /** Days; negative in seconds. */
  readonly ivl: number;
  /** In thousandths. */
  readonly factor: number;
  readonly reps: number;
  readonly lapses: number;
  /** What `due` was before a filtered deck took the card. 0 without one. */
  readonly odue: number;
  /** JSON; may be empty or anything. */
  readonly data: string;
}

/** How a collection counts its days. */
export interface CollectionDays {
  /** In seconds. */
  readonly createdAt: number;
  /** Minutes west of UTC when it was created; null in collections of the first scheduler. */
  readonly minutesWest: number | null;
}

const STATES = [null, 'learning', 'review', 'relearning'] as const;
/** A smaller number of a learning card is a day of the collection. */
const MIN_SECONDS = 1_000_000_000;
const MAX_DAYS = 36_500;
const DAY_SECONDS = 86_400;
/** From 4 in the morning to midday. */
const MIDDAY_SECONDS = 28_800;
const SUSPENDED = -1;

interface ReadCard {
  readonly card: CardRow;
  readonly reviews: readonly PackageReview[];
}

/** Null for a new card. A card without a readable due day is due at once. */
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

export function isBuried({ queue }: Pick<CardRow, 'queue'>): boolean {
  return queue < SUSPENDED;
}

/** Of an instant in seconds or a day of the collection. Null if there is no such day. */
function instantOf(due: number, { days, cut }: { days: CollectionDays; cut: DayCut }): number | null {
  if (due >= MIN_SECONDS) return due * 1_000;
  const day = creationDay(days, cut) + due;
  return Number.isSafeInteger(day) && day > 0 && due <= 2 * MAX_DAYS ? startOfDay(dayNumbered(day), cut) : null;
}

/** Days from 1970-01-01 to the date on which the collection was created. */
function creationDay({ createdAt, minutesWest }: CollectionDays, cut: DayCut): number {
  if (minutesWest !== null) return Math.floor((createdAt - minutesWest * 60) / DAY_SECONDS);
  // The first scheduler keeps the instant at which the day of creation began, mostly 4 in the morning. Around its midday
  // it is the same date in most zones, so this holds for a person who has moved, and for any start of their days.
  return dayNumber(dayOf((createdAt + MIDDAY_SECONDS) * 1_000, { ...cut, dayStartsAt: 0 }));
}

interface StoredMemory {
  readonly memory: { readonly stability: number; readonly difficulty: number } | null;
  readonly desiredRetention: number | null;
  readonly lastReviewAt: number | null;
}

/** What FSRS keeps with a card. */
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
