import { addDays } from '#day/domain/day.ts';

import type { DueDay } from '../../protocol.ts';

const DAYS = 90;

/** How many points are due on each of the next 90 days. Overdue points count for today. */
export function dueByDay(dueDays: Iterable<string>, today: string): { overdue: number; days: DueDay[] } {
  const counts = new Map(Array.from({ length: DAYS }, (_, index) => [addDays(today, index), 0]));
  let overdue = 0;
  for (const day of dueDays) {
    if (day < today) overdue += 1;
    const counted = day < today ? today : day;
    const count = counts.get(counted);
    if (count !== undefined) counts.set(counted, count + 1);
  }
  return { overdue, days: Array.from(counts, ([day, due]) => ({ day, due })) };
}
