import { type Card, createEmptyCard, default_w, fsrs, type FSRS, type Grade } from 'ts-fsrs';

import { dayLookup } from '#day/domain/day-lookup.ts';
import { addDays, type DayCut, dayOf, daysBetween, endOfDay, startOfDay } from '#day/domain/day.ts';

/** Anki's ranges: for each section of an interval, in days, the share by which it can be shortened or lengthened. */
const STRETCHES = [
  { from: 2.5, to: 7, share: 0.15 },
  { from: 7, to: 20, share: 0.1 },
  { from: 20, to: Infinity, share: 0.05 },
] as const;
/** Shorter intervals are unchanged. */
const MIN_FUZZED_DAYS = 2.5;
const MIN_DAYS = 2;
const MAX_DAYS = 36_500;

/** FSRS-6 without short-term steps, as published with ts-fsrs. */
export const DEFAULT_WEIGHTS = { id: 'fsrs-6-default', weights: [...default_w] as readonly number[] };

export interface SchedulerSettings {
  /** The probability of recall, 0 to 1, at which a point becomes due. */
  readonly desiredRetention: number;
  readonly weights: readonly number[];
  /** The point whose intervals are spread, so that points reviewed together come back on different days. */
  readonly fuzzedFor?: string;
}

const schedulers = new WeakMap<readonly number[], Map<number, FSRS>>();
/** One scheduler per list of weights and retention, because creating one is slower than using it. */
function schedulerOf({ desiredRetention, weights }: SchedulerSettings): FSRS {
  let held = schedulers.get(weights);
  if (!held) schedulers.set(weights, (held = new Map()));
  let scheduler = held.get(desiredRetention);
  if (!scheduler) {
    // ts-fsrs's own fuzz would not apply to a first interval, which it lengthens to keep the order of the ratings.
    const settings = { enable_short_term: false, enable_fuzz: false, request_retention: desiredRetention };
    held.set(desiredRetention, (scheduler = fsrs({ ...settings, w: [...weights] })));
  }
  return scheduler;
}

/** A card as stored in JSON, with dates as text. */
export type StoredCard = Card & {
  /** The person's day of the last review, `YYYY-MM-DD`. Absent on older cards, which use the day in UTC. */
  day?: string;
};

export function emptyCard(now: number): StoredCard {
  return createEmptyCard(new Date(now));
}

export interface Graded {
  readonly rating: 1 | 2 | 3 | 4;
  readonly at: number;
  /** The person's time zone and day start at that time. */
  readonly cut: DayCut;
}

/**
 * The card after a review. Intervals are counted in the person's days, each in the time zone of its review: an evening
 * and the next morning are a day apart, and a change of time zone adds or removes no day. A clock that was set back, or
 * crossing the date line, does not place a review before the previous one. With `fuzzedFor`, the interval is spread.
 */
export function review(card: StoredCard, graded: Graded, settings: SchedulerSettings): StoredCard {
  const last = lastReviewOf(card);
  const at = Math.max(graded.at, last?.at ?? 0);
  const today = dayOf(at, graded.cut);
  const day = last && daysBetween(last.day, today) < 0 ? last.day : today;
  // ts-fsrs counts days in UTC, so it gets noon of the person's days.
  const noon = noonOf(day);
  const before = last ? { ...card, last_review: noonOf(last.day) } : card;
  const { day: _, ...next } = schedulerOf(settings).next(before, noon, graded.rating as Grade).card as StoredCard;
  const interval = { days: next.scheduled_days, elapsed: last ? daysBetween(last.day, day) : 0 };
  const { fuzzedFor: pointId } = settings;
  const days = pointId === undefined ? interval.days : fuzzedDays(interval, { pointId, reps: next.reps });
  const after = { ...next, scheduled_days: days };
  const due = dueOn(addDays(day, after.scheduled_days), at + after.scheduled_days * DAY_MS, graded.cut);
  return { ...after, due: new Date(due), last_review: new Date(at), day };
}

const DAY_MS = 86_400_000;

/** The instant and the person's day of the last review; null without one. */
export function lastReviewOf(card: StoredCard): { at: number; day: string } | null {
  if (!card.last_review) return null;
  const last = new Date(card.last_review);
  return { at: last.getTime(), day: card.day ?? last.toISOString().slice(0, 10) };
}

function noonOf(day: string): Date {
  return new Date(`${day}T12:00:00Z`);
}

/**
 * The instant of a day that is nearest to a given one. After a clock change, a multiple of 24 hours can fall on a
 * neighbouring day.
 */
function dueOn(day: string, near: number, cut: DayCut): number {
  const start = startOfDay(day, cut);
  return Math.min(Math.max(near, start), Math.max(start, endOfDay(start, cut) - 1));
}

/**
 * Whether a card was reviewed on the person's day of an instant. A last review one day later is the same day (after
 * crossing the date line); a larger difference means a wrong clock and is ignored.
 */
export function wasReviewedOnDayOf(card: StoredCard, at: number, cut: DayCut): boolean {
  const last = lastReviewOf(card);
  if (!last) return false;
  const days = daysBetween(last.day, dayLookup(cut)(at));
  return days === 0 || days === -1;
}

/** The probability of recall, 0 to 1, on the person's day of an instant, by whole days like the scheduler. */
export function retrievability(
  card: StoredCard,
  { at, cut }: { at: number; cut: DayCut },
  weights: readonly number[],
): number {
  const last = lastReviewOf(card);
  if (!last) return 0;
  const days = Math.max(0, daysBetween(last.day, dayLookup(cut)(at)));
  // The forgetting curve does not depend on the retention.
  const scheduler = schedulerOf({ desiredRetention: 0.9, weights });
  return scheduler.forgetting_curve(days, card.stability);
}

export function dueAt(card: StoredCard): number {
  return new Date(card.due).getTime();
}

interface Interval {
  readonly days: number;
  /** Days since the previous review. A longer interval stays longer than this. */
  readonly elapsed: number;
}

/** The first and last day that an interval can be moved to. */
export function fuzzRange({ days, elapsed }: Interval): { least: number; most: number } {
  if (days < MIN_FUZZED_DAYS) return { least: days, most: days };
  const delta = STRETCHES.reduce((sum, { from, to, share }) => sum + share * Math.max(0, Math.min(days, to) - from), 1);
  const most = Math.min(Math.round(days + delta), MAX_DAYS);
  const longer = days > elapsed ? elapsed + 1 : MIN_DAYS;
  return { least: Math.min(Math.max(MIN_DAYS, Math.round(days - delta), longer), most), most };
}

/**
 * Moves an interval within its range, so that points learned together do not stay together. The same point and number
 * of reviews always give the same day.
 */
export function fuzzedDays(interval: Interval, { pointId, reps }: { pointId: string; reps: number }): number {
  const { least, most } = fuzzRange(interval);
  return least + Math.floor(fractionOf(`${pointId} ${reps}`) * (most - least + 1));
}

/** A number from 0 to below 1 for a text: FNV-1a, then mixed as in MurmurHash3, so that similar texts differ. */
function fractionOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
