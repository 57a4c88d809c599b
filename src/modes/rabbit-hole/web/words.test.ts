import { expect, test } from 'vitest';

import { ago, lasting } from './words.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

test('a stay is given in minutes, and in hours from one hour', () => {
  expect(
    [0, 59 * SECOND, MINUTE, 4.9 * MINUTE, HOUR, HOUR + 5 * MINUTE, 2 * HOUR + MINUTE, 3 * DAY].map(lasting),
  ).toEqual([
    'less than a minute',
    'less than a minute',
    '1 minute',
    '4 minutes',
    '1 hour',
    '1 hour 5 minutes',
    '2 hours 1 minute',
    '3 days',
  ]);
});

test('a relative time begins a sentence', () => {
  expect([-5, 59 * SECOND, 6 * MINUTE, HOUR, 30 * HOUR].map(ago)).toEqual([
    'Just now',
    'Just now',
    '6 minutes ago',
    '1 hour ago',
    '1 day ago',
  ]);
});
