import { addDays, daysBetween } from '#day/domain/day.ts';

import type { DailyLimits } from './day-load.ts';
import { createMemory, type MemoryState } from './memory.ts';
import type { ReviewedMemory } from './retention/retention-costs.ts';

/** All points have been seen this many days before an exam. */
const DAYS_BEFORE = 7;

/** The day by which all new points of a set with an exam have been seen. */
export function seenBy(examOn: string): string {
  return addDays(examOn, -DAYS_BEFORE);
}

/**
 * The limits of a set on a day. Before an exam, its new points are spread evenly over the days until a week before it;
 * after that, the set's own limits apply. `fresh`: new points at the start of the day.
 */
export function limitsOn<Limits extends DailyLimits>(
  limits: Limits,
  { examOn, today, fresh }: { examOn: string | null; today: string; fresh: number },
): Limits {
  if (examOn === null || today > examOn) return limits;
  return { ...limits, newPerDay: Math.ceil(fresh / Math.max(1, daysBetween(today, seenBy(examOn)))) };
}

interface ExamQuestion {
  readonly reviewed: readonly ReviewedMemory[];
  /** Points without a review. */
  readonly fresh: number;
  readonly retention: number;
  readonly weights: readonly number[];
  readonly today: string;
  readonly examOn: string;
}

interface PlannedDay {
  readonly day: string;
  readonly fresh: number;
  readonly reviews: number;
}

interface Plan {
  readonly days: readonly PlannedDay[];
  /** The mean probability of recall on the day of the exam, 0 to 1; null without points. */
  readonly expected: number | null;
}

/** A larger set is represented by a sample of this many points. */
const MAX_POINTS = 500;

/**
 * The load of each day until an exam, and the expected recall on its day, if every review is done on its day and
 * recalled. The day of the exam has no load.
 */
export function planExam({ reviewed, fresh, retention, weights, today, examOn }: ExamQuestion): Plan {
  const memory = createMemory(weights);
  const length = Math.max(0, daysBetween(today, examOn));
  const days = Array.from({ length }, (_, index) => ({ day: addDays(today, index), fresh: 0, reviews: 0 }));
  let chances = 0;
  const follow = (state: MemoryState, last: number, points: number): void => {
    let [present, seen] = [state, last];
    for (;;) {
      const due = Math.max(0, seen + memory.interval(present.stability, retention));
      const day = days[due];
      if (!day) break;
      day.reviews += points;
      present = memory.next(present, due - seen, 3);
      seen = due;
    }
    chances += points * memory.chance(length - seen, present.stability);
  };
  const step = Math.max(1, reviewed.length / MAX_POINTS);
  for (let at = 0; at < reviewed.length; at += step) {
    const point = reviewed[Math.floor(at)];
    if (point) follow(point, -point.since, Math.min(step, reviewed.length - at));
  }
  let left = fresh;
  for (const [index, day] of days.entries()) {
    const limit = limitsOn({ newPerDay: null, reviewsPerDay: null }, { examOn, today: day.day, fresh: left }).newPerDay;
    day.fresh = Math.min(left, limit ?? 0);
    left -= day.fresh;
    if (day.fresh > 0) follow(memory.next(null, 0, 3), index, day.fresh);
  }
  const all = reviewed.length + fresh;
  return {
    days: days.map((day) => ({ ...day, reviews: Math.round(day.reviews) })),
    expected: all === 0 ? null : chances / all,
  };
}
