import fc from 'fast-check';
import { expect, test } from 'vitest';

import { dayOf, daysBetween } from '#day/domain/day.ts';

import { minutesFor } from './pace.ts';
import {
  DEFAULT_WEIGHTS,
  dueAt,
  emptyCard,
  fuzzedDays,
  fuzzRange,
  retrievability,
  review,
  type StoredCard,
} from './scheduling.ts';

const settings = { desiredRetention: 0.9, weights: DEFAULT_WEIGHTS.weights };
const cut = { timeZone: 'Europe/Zurich', dayStartsAt: 240 };
const now = Date.parse('2026-11-22T12:00:00Z');
const DAY = 86_400_000;
const HOUR = 3_600_000;

test('a review moves a card by whole days: again the least, good further than hard', () => {
  const days = ([1, 2, 3, 4] as const).map(
    (rating) => (dueAt(review(emptyCard(now), { rating, at: now, cut }, settings)) - now) / DAY,
  );
  for (const each of days) expect(Number.isInteger(each) && each >= 1).toBe(true);
  expect(days).toEqual(days.toSorted((one, other) => one - other));
  expect(days[2]).toBeGreaterThan(days[0] ?? 0);
});

test('a card survives being stored as JSON', () => {
  const card = review(emptyCard(now), { rating: 3, at: now, cut }, settings);
  const stored = JSON.parse(JSON.stringify(card)) as typeof card;
  const later = { rating: 3, at: now + 3 * DAY, cut } as const;
  expect(JSON.stringify(review(stored, later, settings))).toBe(JSON.stringify(review(card, later, settings)));
});

test('on its due day a point is recalled with the desired retention', () => {
  const card = review(emptyCard(now), { rating: 3, at: now, cut }, settings);
  expect(retrievability(card, { at: dueAt(card), cut }, settings.weights)).toBeGreaterThan(0.85);
  expect(retrievability(card, { at: dueAt(card), cut }, settings.weights)).toBeLessThan(0.95);
});

test('a clock that was set back does not break a review', () => {
  const card = review(emptyCard(now), { rating: 3, at: now, cut }, settings);
  expect(dueAt(review(card, { rating: 3, at: now - 10 * DAY, cut }, settings))).toBeGreaterThan(now);
});

test('a card stored without a day uses the day in UTC', () => {
  const { day: _, ...older } = review(emptyCard(now), { rating: 3, at: now, cut }, settings);
  const next = review(older, { rating: 3, at: now + 3 * DAY, cut }, settings);
  expect(next.elapsed_days).toBe(3);
});

test('an evening and the next morning are a day apart, and two sides of midnight are not', () => {
  const york = { timeZone: 'America/New_York', dayStartsAt: 240 };
  const evening = Date.parse('2026-11-20T20:30:00-05:00');
  const card = review(emptyCard(evening), { rating: 3, at: evening, cut: york }, settings);
  const apart = (at: string) => review(card, { rating: 3, at: Date.parse(at), cut: york }, settings).elapsed_days;
  expect(apart('2026-11-21T01:00:00-05:00')).toBe(0);
  expect(apart('2026-11-21T07:00:00-05:00')).toBe(1);
  expect(apart('2026-11-22T18:00:00-05:00')).toBe(2);
});

const person = fc.record({
  timeZone: fc.constantFrom(...Intl.supportedValuesOf('timeZone')),
  dayStartsAt: fc.constantFrom(0, 90, 150, 240, 720),
});
const rating = fc.constantFrom(1 as const, 2 as const, 3 as const, 4 as const);

test('a point becomes due on the day that the interval names, across every clock change', () => {
  fc.assert(
    fc.property(
      person,
      rating,
      fc.integer({ min: Date.parse('2012-01-01T00:00:00Z'), max: Date.parse('2037-01-01T00:00:00Z') }),
      (zone, given, at) => {
        const card = review(emptyCard(at), { rating: given, at, cut: zone }, settings);
        expect(daysBetween(dayOf(at, zone), dayOf(dueAt(card), zone))).toBe(card.scheduled_days);
      },
    ),
    { numRuns: 200 },
  );
});

test('a change of time zone adds or removes no day: intervals follow the person’s calendar', () => {
  const stop = fc.record({ cut: person, wait: fc.integer({ min: 0, max: 40 * DAY }), rating });
  fc.assert(
    fc.property(fc.array(stop, { minLength: 2, maxLength: 8 }), (stops) => {
      let at = Date.parse('2026-01-10T12:00:00Z');
      let card: StoredCard = emptyCard(at);
      const days: string[] = [];
      let counted = 0;
      for (const { cut: zone, wait, rating: given } of stops) {
        at += wait;
        card = review(card, { rating: given, at, cut: zone }, settings);
        days.push(dayOf(at, zone));
        if (days.length > 1) {
          expect(card.elapsed_days).toBeGreaterThanOrEqual(0);
          // Two calendars differ by at most 26 hours, and a day starts at noon at the latest.
          expect(Math.abs(card.elapsed_days * DAY - wait)).toBeLessThan(DAY + 2 * 38 * HOUR);
          counted += card.elapsed_days;
        }
      }
      const [first = ''] = days;
      const furthest = Math.max(...days.map((day) => daysBetween(first, day)));
      expect(counted).toBe(Math.max(0, furthest));
    }),
    { numRuns: 200 },
  );
});

test('the pace is the median of the person’s own, without pauses, with a default before there is one', () => {
  expect(minutesFor(0, [])).toBe(0);
  expect(minutesFor(8, [])).toBe(7);
  const reviews = [0, 30, 60, 90, 4_000, 4_030].map((seconds) => ({ session: 's', at: now + seconds * 1_000 }));
  expect(minutesFor(10, reviews)).toBe(5);
  const together = [0, 0.02, 0.04, 0.06].map((seconds) => ({ session: 's', at: now + seconds * 1_000 }));
  expect(minutesFor(30, together)).toBe(5);
});

test('points reviewed together come back on different days within Anki’s ranges, the same days in a replay', () => {
  const known = ([0, 3, 15] as const).reduce(
    (card: StoredCard, day) => review(card, { rating: 3, at: now + day * DAY, cut }, settings),
    emptyCard(now),
  );
  const graded = { rating: 3, at: now + 60 * DAY, cut } as const;
  const days = (fuzzedFor: string) => review(known, graded, { ...settings, fuzzedFor }).scheduled_days;
  const plain = review(known, graded, settings).scheduled_days;
  const siblings = Array.from({ length: 40 }, (_, index) => days(`point-${index}`));
  expect(new Set(siblings).size).toBeGreaterThan(5);
  const range = 1 + 0.15 * 4.5 + 0.1 * 13 + 0.05 * (plain - 20);
  for (const each of siblings) expect(Math.abs(each - plain)).toBeLessThanOrEqual(Math.ceil(range));
  expect(siblings.map((_, index) => days(`point-${index}`))).toEqual(siblings);
});

test('an interval shorter than 2.5 days is not spread', () => {
  for (const fuzzedFor of ['a', 'b', 'c', 'd', 'e'])
    expect(review(emptyCard(now), { rating: 1, at: now, cut }, { ...settings, fuzzedFor }).scheduled_days).toBe(1);
});

test('points learned together spread after their first review', () => {
  const graded = { rating: 3, at: now, cut } as const;
  const days = Array.from(
    { length: 20 },
    (_, index) => review(emptyCard(now), graded, { ...settings, fuzzedFor: `point-${index}` }).scheduled_days,
  );
  expect(new Set(days)).toEqual(new Set([2, 3, 4]));
});

const rangeOf = (days: number, elapsed = 0) => fuzzRange({ days, elapsed });

test('the ranges equal those of Anki', () => {
  expect([1, 2, 3, 7, 10, 20, 100].map((days) => rangeOf(days))).toEqual([
    { least: 1, most: 1 },
    { least: 2, most: 2 },
    { least: 2, most: 4 },
    { least: 5, most: 9 },
    { least: 8, most: 12 },
    { least: 17, most: 23 },
    { least: 93, most: 107 },
  ]);
});

test('an interval that is longer than the time since the last review stays longer', () => {
  expect(rangeOf(10, 9)).toEqual({ least: 10, most: 12 });
  expect(rangeOf(10, 30)).toEqual({ least: 8, most: 12 });
  expect(rangeOf(36_500, 1)).toMatchObject({ most: 36_500 });
});

test('a fuzzed interval is in its range, whose middle is the interval, and is the same each time', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 30_000 }), fc.uuid(), fc.nat(200), (days, pointId, reps) => {
      const { least, most } = rangeOf(days);
      const moved = fuzzedDays({ days, elapsed: 0 }, { pointId, reps });
      expect(moved).toBeGreaterThanOrEqual(least);
      expect(moved).toBeLessThanOrEqual(most);
      expect(Math.abs((least + most) / 2 - days)).toBeLessThanOrEqual(0.5);
      expect(fuzzedDays({ days, elapsed: 0 }, { pointId, reps })).toBe(moved);
    }),
  );
});

test('points learned together spread over every day of the range', () => {
  for (const days of [3, 20]) {
    const moved = Array.from({ length: 200 }, (_, index) =>
      fuzzedDays({ days, elapsed: 0 }, { pointId: `point-${index}`, reps: 1 }),
    );
    const counts = [...Map.groupBy(moved, (day) => day).values()].map(({ length }) => length);
    const { least, most } = rangeOf(days);
    expect(counts).toHaveLength(most - least + 1);
    expect(Math.max(...counts)).toBeLessThan(2 * (200 / counts.length));
  }
});
