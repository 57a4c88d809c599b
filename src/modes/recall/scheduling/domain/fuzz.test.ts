import fc from 'fast-check';
import { expect, test } from 'vitest';

import { fuzzedDays, fuzzRange } from './scheduling.ts';

const rangeOf = (days: number, elapsed = 0) => fuzzRange({ days, elapsed });

test('the ranges are those of Anki', () => {
  expect([1, 2, 3, 7, 10, 20, 100].map((days) => rangeOf(days))).toEqual([
    { least: 1, most: 1 },
    { least: 2, most: 2 },
    { least: 2, most: 4 },
    { least: 5, most: 9 },
    { least: 8, most: 12 },
    { least: 17, most: 23 },
    { least: 93, most: 107 },
  ]);
});

test('an interval that is longer than the time since the last review stays longer', () => {
  expect(rangeOf(10, 9)).toEqual({ least: 10, most: 12 });
  expect(rangeOf(10, 30)).toEqual({ least: 8, most: 12 });
  expect(rangeOf(36_500, 1)).toMatchObject({ most: 36_500 });
});

test('a fuzzed interval lies in its range, whose middle is the interval, and is the same each time', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 30_000 }), fc.uuid(), fc.nat(200), (days, pointId, reps) => {
      const { least, most } = rangeOf(days);
      const moved = fuzzedDays({ days, elapsed: 0 }, { pointId, reps });
      expect(moved).toBeGreaterThanOrEqual(least);
      expect(moved).toBeLessThanOrEqual(most);
      expect(Math.abs((least + most) / 2 - days)).toBeLessThanOrEqual(0.5);
      expect(fuzzedDays({ days, elapsed: 0 }, { pointId, reps })).toBe(moved);
    }),
  );
});

test('points learned together spread over every day of the range', () => {
  for (const days of [3, 20]) {
    const moved = Array.from({ length: 200 }, (_, index) =>
      fuzzedDays({ days, elapsed: 0 }, { pointId: `point-${index}`, reps: 1 }),
    );
    const counts = [...Map.groupBy(moved, (day) => day).values()].map(({ length }) => length);
    const { least, most } = rangeOf(days);
    expect(counts).toHaveLength(most - least + 1);
    expect(Math.max(...counts)).toBeLessThan(2 * (200 / counts.length));
  }
});
