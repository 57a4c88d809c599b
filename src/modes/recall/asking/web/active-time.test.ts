import { expect, test } from 'vitest';

import { activeMs } from './active-time.ts';

const MINUTE_MS = 60_000;

test('a pause of more than five minutes is not counted', () => {
  const at = (minutes: number) => ({ at: minutes * MINUTE_MS });
  expect(activeMs([at(0), at(2), at(60), at(61)], 63 * MINUTE_MS)).toBe(5 * MINUTE_MS);
  expect(activeMs([at(0), at(2)], null)).toBe(2 * MINUTE_MS);
  expect(activeMs([], 5)).toBe(0);
});
