import { array, assert, constantFrom, integer, property, record } from 'fast-check';
import { expect, test } from 'vitest';

import { runsOf, sinceWhen, yearOf } from './calendar.ts';
import { type CountedRating, type LoggedReview, timeSpent } from './logged-review.ts';
import { retentionByMonth } from './retention.ts';
import { addToTally, type Tally } from './tally.ts';

function reviewed(day: string, rating: CountedRating, spentMs = 10_000): LoggedReview {
  return { day, rating, spentMs, desiredRetention: 0.9 };
}
function tallyOf(...points: LoggedReview[][]): Tally {
  const tally: Tally = new Map();
  for (const reviews of points) addToTally(tally, { reviews, dayBefore: null });
  return tally;
}

test('the first review of a point says nothing of memory, and neither does a second one on the same day', () => {
  const tally = tallyOf([
    reviewed('2026-11-01', 3),
    reviewed('2026-11-04', 3),
    reviewed('2026-11-04', 1),
    reviewed('2026-11-09', 1),
  ]);
  expect(Object.fromEntries(tally)).toMatchObject({
    '2026-11-01': { reviews: 1, known: 0, recalled: 0 },
    '2026-11-04': { reviews: 2, known: 1, recalled: 1, spentMs: 20_000 },
    '2026-11-09': { reviews: 1, known: 1, recalled: 0 },
  });
});

test('a review that was disputed away took its time and is no review, also not the first', () => {
  const tally = tallyOf([reviewed('2026-11-01', 0), reviewed('2026-11-02', 3), reviewed('2026-11-05', 2)]);
  expect(Object.fromEntries(tally)).toMatchObject({
    '2026-11-01': { reviews: 0, spentMs: 10_000 },
    '2026-11-02': { reviews: 1, known: 0 },
    '2026-11-05': { reviews: 1, known: 1, recalled: 1 },
  });
});

test('true retention is what was recalled of what was known, by month', () => {
  const months = retentionByMonth(
    tallyOf(
      [reviewed('2026-10-01', 3), reviewed('2026-10-05', 2), reviewed('2026-11-02', 1)],
      [reviewed('2026-10-02', 1), reviewed('2026-11-03', 4), reviewed('2026-11-20', 3)],
    ),
  );
  expect(months).toMatchObject([
    { month: '2026-10', reviews: 1, recalled: 1, share: 1, desired: 0.9 },
    { month: '2026-11', reviews: 3, recalled: 2 },
  ]);
  expect(months[1]?.share).toBeCloseTo(2 / 3);
});

test('days one after another are a run, which today need not have added to yet', () => {
  const days = ['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-05', '2026-03-06'];
  const year = yearOf(tallyOf(...days.map((day) => [reviewed(day, 3)])), '2026-03-06');
  expect(runsOf(year, '2026-03-06')).toEqual({ longest: 3, current: 2 });
  expect(runsOf(year, '2026-03-07')).toEqual({ longest: 3, current: 2 });
  expect(runsOf(year, '2026-03-08')).toEqual({ longest: 3, current: 0 });
  expect(runsOf([], '2026-03-08')).toEqual({ longest: 0, current: 0 });
});

test('what was known before the reviews that are looked at counts, unless it was the same day', () => {
  const tally: Tally = new Map();
  addToTally(tally, { dayBefore: '2026-10-31', reviews: [reviewed('2026-11-01', 3)] });
  addToTally(tally, { dayBefore: '2026-11-01', reviews: [reviewed('2026-11-01', 3)] });
  expect(tally.get('2026-11-01')).toMatchObject({ reviews: 2, known: 1, recalled: 1 });
});

test('24 months are looked at, from the first instant of the first of them', () => {
  expect(sinceWhen('2026-11-22', { timeZone: 'Europe/Zurich', dayStartsAt: 240 })).toBe(
    Date.parse('2024-12-01T03:00:00Z'),
  );
  expect(sinceWhen('2026-12-31', { timeZone: 'UTC', dayStartsAt: 0 })).toBe(Date.parse('2025-01-01T00:00:00Z'));
});

test('the year ends today and is 53 weeks long', () => {
  const tally = tallyOf(['2025-11-16', '2025-11-17', '2026-11-22', '2026-11-23'].map((day) => reviewed(day, 3)));
  expect(yearOf(tally, '2026-11-22').map(({ day }) => day)).toEqual(['2025-11-17', '2026-11-22']);
});

test('a pause is no time spent', () => {
  expect([null, 0, -5, 30_000, 300_000, 300_001].map(timeSpent)).toEqual([0, 0, 0, 30_000, 300_000, 0]);
});

test('sums agree with counting one by one, whatever the reviews are', () => {
  const day = integer({ min: 1, max: 60 }).map((number) =>
    new Date(Date.UTC(2026, 0, number)).toISOString().slice(0, 10),
  );
  const review = record({
    day,
    rating: constantFrom<CountedRating>(0, 1, 2, 3, 4),
    spentMs: integer({ min: 0, max: 300_000 }),
    desiredRetention: constantFrom(0.8, 0.9),
  });
  const history = array(review, { maxLength: 12 }).map((reviews) =>
    reviews.toSorted((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0)),
  );
  assert(
    property(array(history, { maxLength: 8 }), (points) => {
      const tally = tallyOf(...points);
      const all = points.flat();
      const counting = all.filter(({ rating }) => rating > 0);
      const known = points.flatMap((reviews) => {
        const counted = reviews.filter(({ rating }) => rating > 0);
        return counted.filter(({ day: on }, index) => index > 0 && counted[index - 1]?.day !== on);
      });
      const months = retentionByMonth(tally);
      const days = yearOf(tally, '2026-06-01');
      expect(days.reduce((sum, { reviews }) => sum + reviews, 0)).toBe(counting.length);
      expect(days.reduce((sum, { spentMs }) => sum + spentMs, 0)).toBe(
        all.reduce((sum, { spentMs }) => sum + spentMs, 0),
      );
      expect(days.filter(({ reviews }) => reviews > 0)).toHaveLength(new Set(counting.map((each) => each.day)).size);
      expect(months.reduce((sum, { reviews }) => sum + reviews, 0)).toBe(known.length);
      expect(months.reduce((sum, { recalled }) => sum + recalled, 0)).toBe(
        known.filter(({ rating }) => rating > 1).length,
      );
      for (const { low, share, high } of months) expect(low <= share && share <= high).toBe(true);
    }),
  );
});
