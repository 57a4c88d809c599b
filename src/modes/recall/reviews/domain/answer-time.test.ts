import fc from 'fast-check';
import { expect, test } from 'vitest';

import { MAX_THOUGHT_MS } from '../../scheduling/domain/reviews/day-totals.ts';
import { timeAtWork } from './answer-time.ts';

const MINUTE = 60_000;

test('the time of an answer includes the time of a hint, but no pause', () => {
  const spoken = [0, 2 * MINUTE, 3 * MINUTE, 63 * MINUTE];
  expect(timeAtWork(spoken, { from: 0, to: 4 * MINUTE })).toBe(4 * MINUTE);
  expect(timeAtWork(spoken, { from: 0, to: 64 * MINUTE })).toBe(4 * MINUTE);
});

test('the time of an answer after only a pause is unknown', () => {
  expect(timeAtWork([0], { from: 0, to: 20 * 60 * MINUTE })).toBeNull();
  expect(timeAtWork([0], { from: 0, to: MAX_THOUGHT_MS })).toBe(MAX_THOUGHT_MS);
  expect(timeAtWork([0], { from: 7, to: 7 })).toBe(0);
});

test('consecutive intervals add up to the whole', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 8 * MINUTE }), { minLength: 2, maxLength: 12 }), (gaps) => {
      const spoken = gaps.map((_, index) => gaps.slice(0, index).reduce((sum, gap) => sum + gap, 0));
      const [from = 0, to = 0] = [spoken[0], spoken.at(-1)];
      const middle = spoken[Math.floor(spoken.length / 2)] ?? 0;
      const parts = (timeAtWork(spoken, { from, to: middle }) ?? 0) + (timeAtWork(spoken, { from: middle, to }) ?? 0);
      expect(timeAtWork(spoken, { from, to }) ?? 0).toBe(parts);
    }),
  );
});
