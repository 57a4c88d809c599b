import { FSRSBinding } from '@open-spaced-repetition/binding';
import fc from 'fast-check';
import { default_w } from 'ts-fsrs';
import { expect, test } from 'vitest';

import { isSuspended, memoryOfInterval, reviewsOf, scheduleOf } from './schedule.ts';

const cut = { timeZone: 'Europe/Zurich', dayStartsAt: 240 };
const now = Date.parse('2026-11-20T12:00:00Z');
/** Created on 2026-01-10 at 20:30 in Zurich, an hour east of UTC. */
const days = { createdAt: Date.parse('2026-01-10T19:30:00Z') / 1_000, minutesWest: -60 };
const card = {
  type: 2,
  queue: 2,
  due: 0,
  ivl: 30,
  factor: 2_500,
  reps: 4,
  lapses: 1,
  odue: 0,
  data: '',
};
const of = (change: Partial<typeof card>, reviews: Parameters<typeof scheduleOf>[0]['reviews'] = []) =>
  scheduleOf({ card: { ...card, ...change }, reviews }, { days, cut, now });

test('an interval and an ease are converted to memory as in the FSRS optimiser', () => {
  const binding = new FSRSBinding([...default_w]);
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 36_500 }),
      fc.integer({ min: 1_300, max: 5_000 }),
      (intervalDays, thousandths) => {
        const ease = thousandths / 1_000;
        const ours = memoryOfInterval({ intervalDays, ease }, default_w);
        const theirs = binding.memoryStateFromSM2(ease, intervalDays, 0.9);
        expect(ours.stability / theirs.stability).toBeCloseTo(1, 3);
        expect(ours.difficulty).toBeCloseTo(theirs.difficulty, 2);
      },
    ),
  );
});

test('a due day begins at the day start of the person, in summer and in winter', () => {
  expect(new Date(of({ due: 10 })?.dueAt ?? 0).toISOString()).toBe('2026-01-20T03:00:00.000Z');
  expect(new Date(of({ due: 171 })?.dueAt ?? 0).toISOString()).toBe('2026-06-30T02:00:00.000Z');
  // The nights in which daylight saving time begins and ends.
  expect(new Date(of({ due: 78 })?.dueAt ?? 0).toISOString()).toBe('2026-03-29T02:00:00.000Z');
  expect(new Date(of({ due: 288 })?.dueAt ?? 0).toISOString()).toBe('2026-10-25T03:00:00.000Z');
});

test.each(['2026-01-11T02:00:00Z', '2026-01-11T03:00:00Z', '2026-01-10T19:00:00Z', '2026-01-11T12:00:00Z'])(
  'a collection of the v1 scheduler of %s, in the morning of some zone, counts from that day',
  (created) => {
    const first = { days: { createdAt: Date.parse(created) / 1_000, minutesWest: null }, cut, now };
    const due = scheduleOf({ card: { ...card, due: 10 }, reviews: [] }, first)?.dueAt ?? 0;
    expect(new Date(due).toISOString()).toBe('2026-01-21T03:00:00.000Z');
  },
);

test('a card keeps its FSRS memory, or else gets it from its interval', () => {
  expect(of({ data: '{"s":42.5,"d":6.1,"dr":0.92,"lrt":1790000000}' })).toMatchObject({
    stability: 42.5,
    difficulty: 6.1,
    desiredRetention: 0.92,
    lastReviewAt: 1_790_000_000_000,
  });
  expect(of({})).toMatchObject({ stability: 30, ease: 2.5, desiredRetention: null, lastReviewAt: null });
  for (const data of ['{"s":"a","d":6}', '{"s":', '[]', '{"s":-1,"d":5}', '{"s":1e99,"d":5}', 'null'])
    expect(of({ data })).toMatchObject({ stability: 30 });
});

test('a learning card is due at an instant, a card in a filtered deck at its original time, a new card never', () => {
  expect(of({ type: 1, queue: 1, due: 1_790_000_000, ivl: -600, factor: 0 })).toEqual({
    state: 'learning',
    dueAt: 1_790_000_000_000,
    stability: null,
    difficulty: null,
    intervalDays: 0,
    ease: null,
    reviews: 4,
    lapses: 1,
    lastReviewAt: null,
    desiredRetention: null,
  });
  expect(of({ due: -100_000, odue: 10 })?.dueAt).toBe(of({ due: 10 })?.dueAt);
  expect(of({ type: 3, queue: 3, due: 10 })).toMatchObject({ state: 'relearning', dueAt: of({ due: 10 })?.dueAt });
  expect(of({ type: 0 })).toBeNull();
  for (const due of [-1e15, 999_999_999, Number.NaN, 1.5]) expect(of({ due })?.dueAt).toBe(now);
});

test('suspended cards keep their due days', () => {
  expect([2, 0, -1, -2, -3].map((queue) => isSuspended({ queue }))).toEqual([false, false, true, false, false]);
  expect(of({ queue: -1, due: 10 })?.dueAt).toBe(of({ due: 10 })?.dueAt);
});

test('manual changes, cramming and rows before a reset are not reviews', () => {
  const row = (id: number, type: number, change: object = {}) => ({
    id,
    ease: 3,
    factor: 2_500,
    time: 4_000,
    type,
    ...change,
  });
  expect(
    reviewsOf([
      row(1, 0),
      row(2, 4, { ease: 0, factor: 0 }),
      row(3, 0, { factor: 0 }),
      row(4, 1),
      row(5, 3),
      row(6, 3, { factor: 0 }),
      row(7, 4, { ease: 0 }),
      row(8, 5, { ease: 0 }),
      row(9, 2, { ease: 1, time: -5 }),
      row(10, 9),
      row(11, 1, { ease: 7 }),
    ]),
  ).toEqual([
    { at: 3, rating: 3, durationMs: 4_000, kind: 'learning' },
    { at: 4, rating: 3, durationMs: 4_000, kind: 'review' },
    { at: 5, rating: 3, durationMs: 4_000, kind: 'filtered' },
    { at: 9, rating: 1, durationMs: 0, kind: 'relearning' },
  ]);
});
