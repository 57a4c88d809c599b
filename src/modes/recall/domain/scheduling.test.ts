import { expect, test } from 'vitest';

import { minutesFor } from './pace.ts';
import { DEFAULT_WEIGHTS, dueAt, emptyCard, retrievability, review } from './scheduling.ts';

const settings = { desiredRetention: 0.9, weights: DEFAULT_WEIGHTS.weights };
const now = Date.parse('2026-11-22T12:00:00Z');
const DAY = 86_400_000;

test('reviews move a card by whole days: again the least, good further than hard', () => {
  const days = ([1, 2, 3, 4] as const).map(
    (rating) => (dueAt(review(emptyCard(now), { rating, at: now }, settings)) - now) / DAY,
  );
  for (const each of days) expect(Number.isInteger(each) && each >= 1).toBe(true);
  expect(days).toEqual(days.toSorted((one, other) => one - other));
  expect(days[2]).toBeGreaterThan(days[0] ?? 0);
});

test('a card survives being stored as JSON', () => {
  const card = review(emptyCard(now), { rating: 3, at: now }, settings);
  const stored = JSON.parse(JSON.stringify(card)) as typeof card;
  const later = { rating: 3, at: now + 3 * DAY } as const;
  expect(JSON.stringify(review(stored, later, settings))).toBe(JSON.stringify(review(card, later, settings)));
});

test('on the day it falls due a point is recalled with the chance that was asked for', () => {
  const card = review(emptyCard(now), { rating: 3, at: now }, settings);
  expect(retrievability(card, dueAt(card), settings)).toBeGreaterThan(0.85);
  expect(retrievability(card, dueAt(card), settings)).toBeLessThan(0.95);
});

test('a clock that was set back does not fail a review', () => {
  const card = review(emptyCard(now), { rating: 3, at: now }, settings);
  expect(dueAt(review(card, { rating: 3, at: now - 10 * DAY }, settings))).toBeGreaterThan(now);
});

test('the pace is the median of a person’s own, without pauses, and a guess before there is any', () => {
  expect(minutesFor(0, [])).toBe(0);
  expect(minutesFor(8, [])).toBe(7);
  const reviews = [0, 30, 60, 90, 4_000, 4_030].map((seconds) => ({ session: 's', at: now + seconds * 1_000 }));
  expect(minutesFor(10, reviews)).toBe(5);
});
