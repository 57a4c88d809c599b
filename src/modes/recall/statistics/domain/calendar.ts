import { addDays, type DayCut, startOfDay } from '#day/domain/day.ts';

import type { ReviewDay, Runs } from '../protocol.ts';

/** 53 weeks cover a year, whichever day a week starts on. */
const YEAR_DAYS = 53 * 7;

/** The first instant of the last 53 weeks. */
export function sinceLastYear(today: string, cut: DayCut): number {
  return startOfDay(addDays(today, 1 - YEAR_DAYS), cut);
}

/** Those of the days that lie in the last 53 weeks. */
export function yearOf(days: readonly ReviewedDay[], today: string): ReviewDay[] {
  const first = addDays(today, 1 - YEAR_DAYS);
  return days
    .filter(({ day }) => day >= first && day <= today)
    .map(({ day, reviews, spentMs }) => ({ day, reviews, spentMs }));
}

/** A run that ended yesterday is still current: today may continue it. */
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

/** The reviews of one of the person's days. */
export interface ReviewedDay {
  readonly day: string;
  /** Reviews that count after disputes. */
  readonly reviews: number;
  readonly spentMs: number;
  /** Reviews of points whose previous review was on another day. */
  readonly known: number;
  /** The number of those that were recalled. */
  readonly recalled: number;
  /** The number of the known ones with a grade that the person judged or changed, and of those that were recalled. */
  readonly judged: number;
  readonly judgedRecalled: number;
  /** The sum of their desired retention. */
  readonly desired: number;
}
