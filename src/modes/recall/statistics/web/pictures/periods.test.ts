import { expect, test } from 'vitest';

import { periodsOf } from './periods.ts';

const day = (name: string) => ({ day: name, spentMs: 60_000, reviews: 2 });

test('weeks start on the given day, and the last one is the current week', () => {
  const days = ['2026-11-15', '2026-11-16', '2026-11-21', '2026-11-22'].map(day);
  // 22 November 2026 is a Sunday.
  const fromMonday = periodsOf(days, { today: '2026-11-22', by: 'week', beginsOn: 1 });
  expect(fromMonday).toHaveLength(26);
  expect(fromMonday.slice(-2)).toEqual([
    { day: '2026-11-09', spentMs: 60_000, reviews: 2 },
    { day: '2026-11-16', spentMs: 180_000, reviews: 6 },
  ]);
  const fromSunday = periodsOf(days, { today: '2026-11-22', by: 'week', beginsOn: 0 });
  expect(fromSunday.slice(-2)).toEqual([
    { day: '2026-11-15', spentMs: 180_000, reviews: 6 },
    { day: '2026-11-22', spentMs: 60_000, reviews: 2 },
  ]);
});

test('the last thirty days are complete, including days without reviews', () => {
  const periods = periodsOf([day('2026-11-22'), day('2026-10-23')], {
    today: '2026-11-22',
    by: 'day',
    beginsOn: 1,
  });
  expect(periods).toHaveLength(30);
  expect(periods[0]).toEqual({ day: '2026-10-24', spentMs: 0, reviews: 0 });
  expect(periods.at(-1)).toEqual({ day: '2026-11-22', spentMs: 60_000, reviews: 2 });
});
