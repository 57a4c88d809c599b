import { expect, test } from 'vitest';

import { ageOf } from './age.ts';

const HOUR = 3_600_000;

test('the age of a backup is given in hours, then in days', () => {
  expect([0, 0.9, 1, 23, 47.9, 48, 200].map((hours) => ageOf(0, hours * HOUR))).toEqual([
    'less than an hour ago',
    'less than an hour ago',
    '1 hour ago',
    '23 hours ago',
    '47 hours ago',
    '2 days ago',
    '8 days ago',
  ]);
});

test('a backup dated after now has no age', () => {
  expect(ageOf(0.5 * HOUR, 0)).toBe('less than an hour ago');
  expect(ageOf(2 * HOUR, 0)).toBe('dated later than now');
});
