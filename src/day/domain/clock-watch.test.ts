import { expect, test } from 'vitest';

import { beginWatch, isSettled, type Reading, watch } from './clock-watch.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
const at = (minutes: number, offMs = 0): Reading => ({
  wall: 1_000 * DAY + minutes * MINUTE + offMs,
  monotonic: minutes * MINUTE,
});
/** Whether the clock is settled at each reading. */
const looks = (lastKnown: number | null, ...readings: readonly Reading[]) => {
  const [first = at(0), ...rest] = readings;
  let clock = beginWatch(first, lastKnown);
  const settled = [isSettled(clock)];
  for (const reading of rest) {
    clock = watch(clock, reading);
    settled.push(isSettled(clock));
  }
  return settled;
};

test('a clock that runs evenly is trusted', () => {
  expect(looks(at(0).wall - 1_000, at(0), at(10), at(10_000), at(10_001, 30_000))).toEqual([true, true, true, true]);
  expect(looks(null, at(0))).toEqual([true]);
});

test.each([
  ['ahead', 3 * DAY],
  ['back', -3 * DAY],
])('a clock that jumps %s is believed ten minutes later', (_, off) => {
  expect(looks(at(0).wall, at(0), at(1, off), at(10.9, off), at(11, off))).toEqual([true, false, false, true]);
});

test('a clock that jumps back within ten minutes is not trusted until it has run evenly', () => {
  expect(looks(at(0).wall, at(0), at(1, DAY), at(9), at(11), at(19))).toEqual([true, false, false, false, true]);
});

test('sleep, which stops the monotonic clock, only delays', () => {
  const slept = (minutes: number): Reading => ({ ...at(minutes), wall: at(minutes).wall + 8 * 60 * MINUTE });
  expect(looks(at(0).wall, at(0), slept(1), slept(11))).toEqual([true, false, true]);
});

test.each([
  ['long after what was written last', -2 * DAY],
  ['before what was written last', 2 * DAY],
])('a clock that begins %s is believed ten minutes later', (_, lastKnown) => {
  expect(looks(at(0).wall + lastKnown, at(0), at(9), at(10))).toEqual([false, false, true]);
});
