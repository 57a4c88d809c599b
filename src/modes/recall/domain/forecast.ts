import { addDays, dayOf, type DayCut } from './day.ts';

const DAYS = 14;

/** How many points fall due on each of the next 14 days. What is overdue or fresh counts for today. */
export function forecast(
  dues: readonly number[],
  fresh: number,
  today: DayCut & { now: number },
): { day: string; due: number }[] {
  const first = dayOf(today.now, today);
  const counts = new Map<string, number>();
  for (let index = 0; index < DAYS; index += 1) counts.set(addDays(first, index), 0);
  counts.set(first, fresh);
  for (const due of dues) {
    const day = dayOf(due, today);
    const counted = day < first ? first : day;
    const count = counts.get(counted);
    if (count !== undefined) counts.set(counted, count + 1);
  }
  return Array.from(counts, ([day, due]) => ({ day, due }));
}
