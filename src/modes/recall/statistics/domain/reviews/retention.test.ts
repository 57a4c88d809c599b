import { assert, integer, property } from 'fast-check';
import { expect, test } from 'vitest';

import { shareInterval } from './retention.ts';

test('an interval is Wilson’s', () => {
  // 85 of 100: from R, prop.test(85, 100, correct = FALSE).
  expect(shareInterval(85, 100).low).toBeCloseTo(0.7672, 4);
  expect(shareInterval(85, 100).high).toBeCloseTo(0.9069, 4);
});

test('few reviews leave much open, and even all recalled leaves something', () => {
  expect(shareInterval(0, 0)).toEqual({ low: 0, high: 1 });
  expect(shareInterval(3, 3).low).toBeCloseTo(0.4385, 4);
  expect(shareInterval(3, 3).high).toBe(1);
});

test('it holds the share, stays within 0 and 1 and narrows with more reviews', () => {
  assert(
    property(integer({ min: 1, max: 500 }), integer({ min: 0, max: 500 }), (of, some) => {
      const right = some % (of + 1);
      const { low, high } = shareInterval(right, of);
      expect(low).toBeGreaterThanOrEqual(0);
      expect(high).toBeLessThanOrEqual(1);
      expect(low).toBeLessThanOrEqual(right / of + 1e-12);
      expect(high).toBeGreaterThanOrEqual(right / of - 1e-12);
      const wider = shareInterval(right * 10, of * 10);
      expect(wider.high - wider.low).toBeLessThan(high - low);
    }),
  );
});
