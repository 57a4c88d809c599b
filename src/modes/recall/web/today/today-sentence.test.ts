import { expect, test } from 'vitest';

import type { SetSummary, Today } from '../../sets/protocol.ts';
import { todaySentence, weekSentence } from './today-sentence.ts';

const nothing: Today = {
  ready: 0,
  minutes: 0,
  sets: [],
  forecast: [{ day: '2026-11-21', due: 0 }],
  week: null,
  proposed: { points: 0, by: [] },
};

test('one sentence says how much is due and how long it takes', () => {
  expect(todaySentence({ ...nothing, ready: 14, minutes: 12 })).toBe('14 points to recall, about 12 minutes.');
  expect(todaySentence({ ...nothing, ready: 1, minutes: 1 })).toBe('1 point to recall, about a minute.');
  expect(todaySentence({ ...nothing, ready: 10_000, minutes: 843 })).toBe('10,000 points to recall, about 14 hours.');
});

test('without due points it says when the next ones are due', () => {
  const sets = [{} as SetSummary];
  const forecast = [...nothing.forecast, { day: '2026-11-22', due: 0 }, { day: '2026-11-23', due: 6 }];
  expect(todaySentence(nothing)).toBe('Nothing to recall yet.');
  expect(todaySentence({ ...nothing, sets })).toBe('Nothing is due.');
  expect(todaySentence({ ...nothing, sets, forecast })).toBe(
    'Nothing is due. The next 6 points come back on Monday, 23 November.',
  );
});

test('a weekly aim shows the person’s progress, and nothing without one', () => {
  expect(weekSentence(nothing)).toBeNull();
  expect(weekSentence({ week: { aim: 5, of: 'days', done: 3 } })).toBe('3 of 5 days this week.');
  expect(weekSentence({ week: { aim: 1, of: 'days', done: 0 } })).toBe('0 of 1 day this week.');
  expect(weekSentence({ week: { aim: 1_000, of: 'points', done: 1_200 } })).toBe('1,200 of 1,000 points this week.');
});
