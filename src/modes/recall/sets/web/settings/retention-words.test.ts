import { expect, test } from 'vitest';

import { costWords, rateWords } from './retention-words.ts';

const costs = [
  [70, 5.23, 0.85],
  [85, 8.9, 0.92],
  [90, 12.2, 0.947],
  [95, 20.7, 0.972],
  [97, 31, 0.98],
].map(([percent = 0, reviewsPerDay = 0, remembered = 0]) => ({ retention: percent / 100, reviewsPerDay, remembered }));

test('a retention is described in reviews per day, beside the next higher one', () => {
  expect(costWords(costs, 0.9)).toBe(
    'About 12 reviews a day for 90%; 95% would take about 21 a day. On an average day you would remember 95% of the set.',
  );
  expect(costWords(costs, 0.85)).toBe(
    'About 8.9 reviews a day for 85%; 90% would take about 12 a day. On an average day you would remember 92% of the set.',
  );
  expect(costWords(costs, 0.97)).toMatch(/^About 31 reviews a day for 97%; 90% would take about 12 a day\./);
  expect(costWords([], 0.9)).toMatch(/^Nothing to review yet/);
});

test('few reviews per day are given per week, month or year', () => {
  expect([1_234.4, 3.42, 1.6, 1, 0.57, 0.2, 0.05, 0.01, 0].map(rateWords)).toEqual([
    '1,234 reviews a day',
    '3.4 reviews a day',
    '1.6 reviews a day',
    '7 reviews a week',
    '4 reviews a week',
    '6 reviews a month',
    '2 reviews a month',
    '4 reviews a year',
    '1 review a year',
  ]);
});
