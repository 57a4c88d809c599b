import { expect, test } from 'vitest';

import { dayTotals, type TotalledReview } from './day-totals.ts';
import type { Rating } from './rating.ts';

let count = 0;
/** A review at noon UTC of a day, in a separate session. */
function reviewed(day: string, rating: number, changes: Partial<TotalledReview> = {}): TotalledReview {
  const id = `review-${(count += 1)}`;
  return {
    id,
    session_id: id,
    set_id: 'set',
    point_id: 'point',
    at: Date.parse(`${day}T12:00:00Z`),
    time_zone: 'UTC',
    day_starts_at: 240,
    rating,
    duration_ms: 10_000,
    desired_retention: 0.9,
    ...changes,
  };
}
const totalsOf = (...reviews: TotalledReview[]) => dayTotals(reviews, new Map());

test('a point is known from its second day of reviews on, and each later day measures its memory once', () => {
  const totals = totalsOf(
    reviewed('2026-11-01', 3),
    reviewed('2026-11-04', 3),
    reviewed('2026-11-04', 1),
    reviewed('2026-11-09', 1),
  );
  expect(totals).toMatchObject([
    { day: '2026-11-01', known: 0, recalled: 0, desired: 0 },
    { day: '2026-11-04', known: 1, recalled: 1, desired: 0.9 },
    { day: '2026-11-04', known: 0, recalled: 0, desired: 0 },
    { day: '2026-11-09', known: 1, recalled: 0, desired: 0.9 },
  ]);
});

test('a review removed by a dispute keeps its time and counts as no review', () => {
  const reviews = [reviewed('2026-11-01', 3), reviewed('2026-11-02', 3), reviewed('2026-11-05', 1)] as const;
  const disputed = new Map<string, Rating | 0>([
    [reviews[0].id, 0],
    [reviews[2].id, 2],
  ]);
  expect(dayTotals(reviews, disputed)).toMatchObject([
    { reviews: 0, spent_ms: 10_000 },
    { reviews: 1, known: 0 },
    { reviews: 1, known: 1, recalled: 1 },
  ]);
});

test('each review falls on a day by its own time zone and day start', () => {
  const at = Date.parse('2026-11-02T03:30:00Z');
  const totals = totalsOf(
    reviewed('', 3, { at }),
    reviewed('', 3, { at, day_starts_at: 180 }),
    reviewed('', 3, { at, time_zone: 'Europe/Zurich' }),
  );
  expect(totals.map(({ day }) => day)).toEqual(['2026-11-01', '2026-11-02', '2026-11-02']);
});

test('reviews without a time share the time since the previous review of their session, unless it was a pause', () => {
  const start = Date.parse('2026-11-02T12:00:00Z');
  const of = (point_id: string, seconds: number, duration_ms: number | null) =>
    reviewed('', 3, { session_id: 'session', point_id, at: start + seconds * 1_000, duration_ms });
  const untimed = [of('a', 0, null), of('b', 40, null), of('c', 40, null), of('d', 341, null), of('e', 641, null)];
  expect(totalsOf(...untimed)).toMatchObject([{ reviews: 5, spent_ms: 300_000 + 40_000 }]);
  const timed = [-5, 0, 30_000, 300_000, 300_001].map((duration, index) => of(`${index}`, index, duration));
  expect(totalsOf(...timed)).toMatchObject([{ reviews: 5, spent_ms: 330_000 }]);
});

test('a review without a logged retention is counted separately', () => {
  const totals = totalsOf(
    reviewed('2026-11-01', 3),
    reviewed('2026-11-02', 3, { desired_retention: null }),
    reviewed('2026-11-04', 3, { desired_retention: 0.8 }),
  );
  expect(totals.map(({ desired, without_desired }) => [desired, without_desired])).toEqual([
    [0, 0],
    [0, 1],
    [0.8, 0],
  ]);
});
