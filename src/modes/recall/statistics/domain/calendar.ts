import { addDays, type DayCut, startOfDay } from '#day/domain/day.ts';

import type { ReviewedDay } from '../../scheduling/domain/reviews/reviewed-day.ts';
import type { ReviewDay, Runs } from '../protocol.ts';

/** 53 weeks cover a year, regardless of the first day of a week. */
const YEAR_DAYS = 53 * 7;

/** The first instant of the last 53 weeks. */
export function sinceLastYear(today: string, cut: DayCut): number {
  return startOfDay(addDays(today, 1 - YEAR_DAYS), cut);
}

/** The given days that lie in the last 53 weeks. */
export function yearOf(days: readonly ReviewedDay[], today: string): ReviewDay[] {
  const first = addDays(today, 1 - YEAR_DAYS);
  return days
    .filter(({ day }) => day >= first && day <= today)
    .map(({ day, reviews, spentMs }) => ({ day, reviews, spentMs }));
}

/** Runs of consecutive days. A run that ended yesterday is still current: today can continue it. */
export function dayRunsOf(year: readonly ReviewDay[], today: string): Runs {
  let longest = 0;
  let run = 0;
  let before: string | null = null;
  for (const { day, reviews } of year) {
    if (reviews === 0) continue;
    run = before !== null && addDays(before, 1) === day ? run + 1 : 1;
    longest = Math.max(longest, run);
    before = day;
  }
  const isCurrent = before !== null && before >= addDays(today, -1);
  return { longest, current: isCurrent ? run : 0 };
}
