import { expect, test } from 'vitest';

import { activeMs, clock } from './active-time.ts';

const MINUTE_MS = 60_000;

test('a pause of more than five minutes is not counted', () => {
  const at = (minutes: number) => ({ at: minutes * MINUTE_MS });
  expect(activeMs([at(0), at(2), at(60), at(61)], 63 * MINUTE_MS)).toBe(5 * MINUTE_MS);
  expect(activeMs([at(0), at(2)], null)).toBe(2 * MINUTE_MS);
  expect(activeMs([], 5)).toBe(0);
});

test('time is formatted as on a clock', () => {
  expect([0, 462_000, 4_062_000].map(clock)).toEqual(['0:00', '7:42', '1:07:42']);
});
