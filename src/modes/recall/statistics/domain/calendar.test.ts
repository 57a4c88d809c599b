import { expect, test } from 'vitest';

import type { ReviewedDay } from '../../scheduling/domain/reviews/reviewed-day.ts';
import { dayRunsOf, yearOf } from './calendar.ts';

const none = { known: 0, recalled: 0, judged: 0, judgedRecalled: 0, desired: 0 };
const on = (day: string): ReviewedDay => ({ day, reviews: 1, spentMs: 10_000, ...none });

test('consecutive days are a run, and a run that ended yesterday is still current', () => {
  const days = ['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-05', '2026-03-06'];
  const year = yearOf(days.map(on), '2026-03-06');
  expect(dayRunsOf(year, '2026-03-06')).toEqual({ longest: 3, current: 2 });
  expect(dayRunsOf(year, '2026-03-07')).toEqual({ longest: 3, current: 2 });
  expect(dayRunsOf(year, '2026-03-08')).toEqual({ longest: 3, current: 0 });
  expect(dayRunsOf([], '2026-03-08')).toEqual({ longest: 0, current: 0 });
});

test('a day whose reviews were all disputed away breaks a run', () => {
  const year = ['2026-03-01', '2026-03-02', '2026-03-03'].map((day) => ({ ...on(day), reviews: 1 }));
  const disputed = year.with(1, { ...on('2026-03-02'), reviews: 0 });
  expect(dayRunsOf(disputed, '2026-03-03')).toEqual({ longest: 1, current: 1 });
});

test('the year ends today and is 53 weeks long', () => {
  const days = ['2025-11-16', '2025-11-17', '2026-11-22', '2026-11-23'].map(on);
  expect(yearOf(days, '2026-11-22').map(({ day }) => day)).toEqual(['2025-11-17', '2026-11-22']);
});
