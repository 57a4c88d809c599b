import { addDays, daysBetween } from '#day/domain/day.ts';

import type { ReviewDay } from '../../protocol.ts';
import { weekdayOf } from './words.ts';

/** The totals of a day or a week, named by its first day. */
export interface Period {
  readonly day: string;
  readonly spentMs: number;
  readonly reviews: number;
}

const LENGTHS = { week: 26, day: 30 } as const;

/** The last 26 weeks or 30 days, earliest first, including those without reviews. */
export function periodsOf(
  days: readonly ReviewDay[],
  { today, by, beginsOn }: { today: string; by: 'week' | 'day'; beginsOn: number },
): Period[] {
  const size = by === 'week' ? 7 : 1;
  const into = by === 'week' ? weekdayOf(today, beginsOn) : 0;
  const first = addDays(today, -into - (LENGTHS[by] - 1) * size);
  const periods = Array.from({ length: LENGTHS[by] }, (_, index) => ({
    day: addDays(first, index * size),
    spentMs: 0,
    reviews: 0,
  }));
  for (const { day, spentMs, reviews } of days) {
    const period = periods[Math.floor(daysBetween(first, day) / size)];
    if (!period) continue;
    period.spentMs += spentMs;
    period.reviews += reviews;
  }
  return periods;
}
