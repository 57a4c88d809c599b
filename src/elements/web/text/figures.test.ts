import { expect, test } from 'vitest';

import { type DayCut, dayOf, endOfDay } from '#day/domain/day.ts';

import { clockTime, dueLabel } from './figures.ts';

const HOUR = 3_600_000;
const cut: DayCut = { timeZone: 'Europe/Zurich', dayStartsAt: 240 };
const label = (due: number, now: number) => dueLabel(dayOf(due, cut), dayOf(now, cut));

test('half an hour after midnight, a day that begins at four ends tomorrow', () => {
  const halfPastMidnight = Date.parse('2026-11-22T23:30:00Z');
  expect(label(endOfDay(halfPastMidnight, cut), halfPastMidnight)).toBe('tomorrow');
  expect(label(endOfDay(halfPastMidnight, cut), endOfDay(halfPastMidnight, cut))).toBe('today');
});

test('the label says today exactly when the point is due on the server', () => {
  const start = Date.parse('2026-11-22T00:00:00Z');
  for (let now = start; now < start + 30 * HOUR; now += HOUR)
    for (let due = now - 30 * HOUR; due < now + 60 * HOUR; due += HOUR / 2)
      expect(label(due, now) === 'today').toBe(due < endOfDay(now, cut));
});

test('a later day is a date, with the year if it is far ahead', () => {
  expect(dueLabel('2026-11-25', '2026-11-22')).toBe('25 Nov');
  expect(dueLabel('2027-11-01', '2026-11-22')).toBe('1 Nov 2027');
});

test('times are formatted as on a clock', () => {
  expect([0, 7_900, 462_000, 4_062_000].map(clockTime)).toEqual(['0:00', '0:07', '7:42', '1:07:42']);
});
