import { addDays, type DayCut, startOfDay } from '#day/domain/day.ts';

import type { ReviewDay, Runs } from '../../protocol.ts';
import type { Tally } from './tally.ts';

/** 53 weeks: a year, whatever day weeks begin on. */
const YEAR_DAYS = 53 * 7;
/** More would be as many dots as nobody reads. */
const MONTHS = 24;

/** From when on reviews are looked at one by one: the first instant of the month 23 months ago. */
export function sinceWhen(today: string, cut: DayCut): number {
  const [year = 0, month = 1] = today.split('-').map(Number);
  const first = new Date(Date.UTC(year, month - MONTHS, 1)).toISOString().slice(0, 10);
  return startOfDay(first, cut);
}

/** The first instant of the last 53 weeks. */
export function sinceLastYear(today: string, cut: DayCut): number {
  return startOfDay(addDays(today, 1 - YEAR_DAYS), cut);
}

/** The days of the last 53 weeks on which something was done, the earliest first. */
export function yearOf(tally: Tally, today: string): ReviewDay[] {
  const first = addDays(today, 1 - YEAR_DAYS);
  return [...tally]
    .filter(([day]) => day >= first && day <= today)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([day, { reviews, spentMs }]) => ({ day, reviews, spentMs }));
}

/** A run that yesterday ended is not over yet: today's reviews may still come. */
export function runsOf(year: readonly ReviewDay[], today: string): Runs {
  let longest = 0;
  let run = 0;
  let before: string | null = null;
  for (const { day, reviews } of year) {
    if (reviews === 0) continue;
    run = before !== null && addDays(before, 1) === day ? run + 1 : 1;
    longest = Math.max(longest, run);
    before = day;
  }
  const isGoingOn = before !== null && before >= addDays(today, -1);
  return { longest, current: isGoingOn ? run : 0 };
}
