import { assert, integer, property } from 'fast-check';
import { expect, test } from 'vitest';

import type { ReviewedDay } from '../../scheduling/domain/reviews/reviewed-day.ts';
import { retentionByMonth, shareInterval } from './retention.ts';

test('the interval is Wilson’s: it contains the share, stays within 0 and 1 and narrows with more reviews', () => {
  // From R, prop.test(85, 100, correct = FALSE).
  expect(shareInterval(85, 100).low).toBeCloseTo(0.7672, 4);
  assert(
    property(integer({ min: 1, max: 500 }), integer({ min: 0, max: 500 }), (of, some) => {
      const right = some % (of + 1);
      const { low, high } = shareInterval(right, of);
      expect(low).toBeGreaterThanOrEqual(0);
      expect(high).toBeLessThanOrEqual(1);
      expect(low).toBeLessThanOrEqual(right / of + 1e-12);
      expect(high).toBeGreaterThanOrEqual(right / of - 1e-12);
      const wider = shareInterval(right * 10, of * 10);
      expect(wider.high - wider.low).toBeLessThan(high - low);
    }),
  );
});

test('true retention is the share of known reviews that were recalled, by month', () => {
  const on = (day: string, known: number, recalled: number): ReviewedDay => ({
    day,
    reviews: known + 1,
    spentMs: 0,
    known,
    recalled,
    judged: Math.min(1, known),
    judgedRecalled: 0,
    desired: known * 0.9,
  });
  const days = [on('2026-10-01', 0, 0), on('2026-10-05', 1, 1), on('2026-11-02', 2, 1), on('2026-11-20', 1, 1)];
  const months = retentionByMonth(days, '2026-11-22');
  expect(months).toMatchObject([
    { month: '2026-10', reviews: 1, recalled: 1, share: 1, desired: 0.9 },
    { month: '2026-11', reviews: 3, recalled: 2, judged: 2, judgedRecalled: 0 },
  ]);
  expect(months[1]?.share).toBeCloseTo(2 / 3);
});

test('retention covers this month and the 23 before it, without months without known reviews', () => {
  const days = ['2024-11-30', '2024-12-01', '2025-01-01'].map((day) => {
    return { day, reviews: 1, spentMs: 0, known: 1, recalled: 1, judged: 0, judgedRecalled: 0, desired: 0.9 };
  });
  const monthsOf = (today: string) => retentionByMonth(days, today).map(({ month }) => month);
  expect(monthsOf('2026-11-22')).toEqual(['2024-12', '2025-01']);
  expect(monthsOf('2026-12-31')).toEqual(['2025-01']);
});
