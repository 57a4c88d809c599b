import { addDays, dayOf, type DayCut, startOfDay } from '#day/domain/day.ts';

import { type DailyLimits, type Load, NO_LOAD, sizeOf, subtractLoad, withinLimits } from './day-load.ts';
import { limitsOn } from './exam.ts';

const DAYS = 14;

/** The upcoming work of a set. */
export interface SetForecast {
  /** Reviewed points by the day on which they become due; overdue points count on the first day. */
  readonly dues: readonly number[];
  /** Points without a review. */
  readonly fresh: number;
  readonly limits: DailyLimits;
  /** The day of an exam, before which new points are spread; null for none. */
  readonly examOn?: string | null;
  /** Points done today. */
  readonly done: Load;
  /** Points told or shown today; they are asked for from tomorrow on. */
  readonly exposed: Load;
  /** Points of an unfinished session. They count on no day. */
  readonly inProgress: Load;
}

/** The ends of the next 14 days: the first instant after each. */
export function forecastEnds(today: DayCut & { now: number }): readonly number[] {
  const first = dayOf(today.now, today);
  return Array.from({ length: DAYS }, (_, index) => startOfDay(addDays(first, index + 1), today));
}

/**
 * The number of points to ask for on each of the next 14 days. Overdue points count for today; points beyond a limit
 * move to the next day.
 */
export function forecast(
  sets: readonly SetForecast[],
  today: DayCut & { now: number },
): { day: string; due: number }[] {
  const first = dayOf(today.now, today);
  const days = Array.from({ length: DAYS }, (_, index) => ({ day: addDays(first, index), due: 0 }));
  for (const set of sets) {
    let waiting: Load = { due: 0, fresh: set.fresh };
    for (const [index, day] of days.entries()) {
      waiting = { ...waiting, due: waiting.due + (set.dues[index] ?? 0) };
      const isToday = index === 0;
      const there = isToday ? subtractLoad(waiting, set.exposed) : waiting;
      const isOpen = isToday && sizeOf(set.inProgress) > 0;
      const done = isToday ? set.done : NO_LOAD;
      const limits = limitsOn(set.limits, {
        examOn: set.examOn ?? null,
        today: day.day,
        fresh: waiting.fresh + done.fresh,
      });
      const asked = isOpen ? set.inProgress : withinLimits(there, limits, done);
      waiting = subtractLoad(waiting, asked);
      if (!isOpen) day.due += sizeOf(asked);
    }
  }
  return days;
}
