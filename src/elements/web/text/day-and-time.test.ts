import { expect, test } from 'vitest';

import { dayAndTime } from './day-and-time.ts';

const at = (day: number, hour: number, minute: number) => new Date(2026, 10, day, hour, minute).getTime();

test('a recent time names its day in words', () => {
  const now = at(23, 8, 0);
  expect(dayAndTime(at(23, 7, 5), now)).toBe('today 07:05');
  expect(dayAndTime(at(22, 21, 40), now)).toBe('yesterday 21:40');
  expect(dayAndTime(at(3, 9, 10), now)).toBe('3 Nov 09:10');
});
