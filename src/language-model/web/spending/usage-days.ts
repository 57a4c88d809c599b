import type { UsageByDay } from '../../protocol.ts';
import { type UsageTotals, totalsOf } from './usage-totals.ts';

export interface UsageDayTotals {
  /** `YYYY-MM-DD` */
  readonly day: string;
  readonly totals: UsageTotals;
}

const DAY_MS = 24 * 60 * 60 * 1_000;
const SHOWN = 30;

/** The thirty days up to `last`, including days without calls. */
export function lastDays(days: UsageByDay['days'], last: string): readonly UsageDayTotals[] {
  const lines = new Map(days.map((day) => [day.day, day.lines]));
  const end = Date.parse(`${last}T00:00:00Z`);
  return Array.from({ length: SHOWN }, (_, index) => {
    const day = new Date(end - (SHOWN - 1 - index) * DAY_MS).toISOString().slice(0, 10);
    return { day, totals: totalsOf(lines.get(day) ?? []) };
  });
}

const SHORT_DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** `12 Nov` */
export function shortUsageDay(day: string): string {
  return SHORT_DAY.format(new Date(`${day}T00:00:00Z`));
}
