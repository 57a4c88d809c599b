import { type Card, createEmptyCard, default_w, type FSRS, fsrs, type Grade } from 'ts-fsrs';

import { addDays, dayOf, type DayCut, daysBetween, endOfDay, startOfDay } from '#day/domain/day.ts';

/** FSRS-6 with whole days only, as published with ts-fsrs. */
export const DEFAULT_WEIGHTS = { id: 'fsrs-6-default', weights: [...default_w] as readonly number[] };

export interface SchedulerSettings {
  /** The chance, 0 to 1, of recalling a point on the day it falls due. */
  readonly desiredRetention: number;
  readonly weights: readonly number[];
}

const schedulers = new WeakMap<readonly number[], Map<number, FSRS>>();
/** One a list of weights and retention: making one takes longer than asking it. */
function schedulerOf({ desiredRetention, weights }: SchedulerSettings): FSRS {
  let held = schedulers.get(weights);
  if (!held) schedulers.set(weights, (held = new Map()));
  let scheduler = held.get(desiredRetention);
  if (!scheduler) {
    const settings = { enable_short_term: false, enable_fuzz: false, request_retention: desiredRetention };
    held.set(desiredRetention, (scheduler = fsrs({ ...settings, w: [...weights] })));
  }
  return scheduler;
}

/** A card as it is stored: ts-fsrs reads its dates from JSON. */
export type StoredCard = Card & {
  /** The person's day of the last review, `YYYY-MM-DD`. Absent in cards of before it was kept: then UTC's. */
  day?: string;
};

export function emptyCard(now: number): StoredCard {
  return createEmptyCard(new Date(now));
}

export interface Graded {
  readonly rating: 1 | 2 | 3 | 4;
  readonly at: number;
  /** How the person's days were cut then. */
  readonly cut: DayCut;
}

/**
 * The card after a review. What lies between two reviews is counted in the person's days, each by the zone they were in:
 * an evening and the morning after are a day apart, and a journey neither adds one nor takes one away. A clock that was
 * set back, or a journey over the date line, does not make a review earlier than the last one.
 */
export function review(card: StoredCard, graded: Graded, settings: SchedulerSettings): StoredCard {
  const last = lastReviewOf(card);
  const at = Math.max(graded.at, last?.at ?? 0);
  const today = dayOf(at, graded.cut);
  const day = last && daysBetween(last.day, today) < 0 ? last.day : today;
  // ts-fsrs counts days in UTC: it is told noon of the person's days.
  const noon = noonOf(day);
  const before = last ? { ...card, last_review: noonOf(last.day) } : card;
  const { day: _, ...after } = schedulerOf(settings).next(before, noon, graded.rating as Grade).card as StoredCard;
  const due = dueOn(addDays(day, after.scheduled_days), at + after.scheduled_days * DAY_MS, graded.cut);
  return { ...after, due: new Date(due), last_review: new Date(at), day };
}

const DAY_MS = 86_400_000;

/** When a card was reviewed last, and on which of the person's days; null for one that never was. */
export function lastReviewOf(card: StoredCard): { at: number; day: string } | null {
  if (!card.last_review) return null;
  const last = new Date(card.last_review);
  return { at: last.getTime(), day: card.day ?? last.toISOString().slice(0, 10) };
}

function noonOf(day: string): Date {
  return new Date(`${day}T12:00:00Z`);
}

/** The instant nearest to one that lies in a day: where clocks change, a number of 24 hours may end on its neighbour. */
function dueOn(day: string, near: number, cut: DayCut): number {
  const start = startOfDay(day, cut);
  return Math.min(Math.max(near, start), Math.max(start, endOfDay(start, cut) - 1));
}

/**
 * Whether it was reviewed on the person's day of an instant. One day back is the same day: a journey over the date line
 * came between. Further back a clock was wrong, and says nothing.
 */
export function wasReviewedOnDayOf(card: StoredCard, at: number, cut: DayCut): boolean {
  const last = lastReviewOf(card);
  if (!last) return false;
  const days = daysBetween(last.day, dayOf(at, cut));
  return days === 0 || days === -1;
}

/** The chance, 0 to 1, of recalling it on the person's day of an instant: as the scheduler counts, by whole days. */
export function retrievability(
  card: StoredCard,
  { at, cut }: { at: number; cut: DayCut },
  weights: readonly number[],
): number {
  const last = lastReviewOf(card);
  if (!last) return 0;
  const days = Math.max(0, daysBetween(last.day, dayOf(at, cut)));
  // What retention is asked for makes no difference to the curve.
  const scheduler = schedulerOf({ desiredRetention: 0.9, weights });
  return scheduler.forgetting_curve(days, card.stability);
}

export function dueAt(card: StoredCard): number {
  return new Date(card.due).getTime();
}
