import { addDays, dayOf, type DayCut, startOfDay } from '#day/domain/day.ts';

import { type DailyLimits, type Load, NOTHING, withinLimits, without } from './daily-limits.ts';

const DAYS = 14;

/** What a set has coming. */
export interface SetForecast {
  /** How many of its reviewed points fall due on each of the days; what is overdue does so on the first. */
  readonly dues: readonly number[];
  /** Points that were never reviewed. */
  readonly fresh: number;
  readonly limits: DailyLimits;
  /** What was done of it today. */
  readonly done: Load;
  /** What of it was told or shown today: it is asked for from tomorrow on. */
  readonly exposed: Load;
}

/** The first instants after each of the next 14 days. */
export function forecastEnds(today: DayCut & { now: number }): readonly number[] {
  const first = dayOf(today.now, today);
  return Array.from({ length: DAYS }, (_, index) => startOfDay(addDays(first, index + 1), today));
}

/**
 * How many points are asked for on each of the next 14 days. What is overdue counts for today; what a limit holds back
 * goes on to the day after.
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
      const there = isToday ? without(waiting, set.exposed) : waiting;
      const asked = withinLimits(there, set.limits, isToday ? set.done : NOTHING);
      waiting = without(waiting, asked);
      day.due += asked.due + asked.fresh;
    }
  }
  return days;
}
