import type { ReviewDay } from '../../protocol.ts';

/** The sum of a day or a week, named by its first day. */
export interface Period {
  readonly day: string;
  readonly spentMs: number;
  readonly reviews: number;
}

const DAY_MS = 86_400_000;
const LENGTHS = { week: 26, day: 30 } as const;

/** The last 26 weeks or 30 days, earliest first, including those without reviews. */
export function periodsOf(
  days: readonly ReviewDay[],
  { today, by, beginsOn }: { today: string; by: 'week' | 'day'; beginsOn: number },
): Period[] {
  const size = by === 'week' ? 7 : 1;
  const last = Date.parse(`${today}T00:00:00Z`);
  const into = by === 'week' ? (new Date(last).getUTCDay() - beginsOn + 7) % 7 : 0;
  const first = last - (into + (LENGTHS[by] - 1) * size) * DAY_MS;
  const periods = Array.from({ length: LENGTHS[by] }, (_, index) => ({
    day: new Date(first + index * size * DAY_MS).toISOString().slice(0, 10),
    spentMs: 0,
    reviews: 0,
  }));
  for (const { day, spentMs, reviews } of days) {
    const period = periods[Math.floor((Date.parse(`${day}T00:00:00Z`) - first) / (size * DAY_MS))];
    if (!period) continue;
    period.spentMs += spentMs;
    period.reviews += reviews;
  }
  return periods;
}
