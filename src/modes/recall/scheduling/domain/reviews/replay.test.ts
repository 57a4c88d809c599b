import fc from 'fast-check';
import { expect, test } from 'vitest';

import { type DayCut, dayOf, endOfDay } from '#day/domain/day.ts';

import { DEFAULT_WEIGHTS, dueAt, type StoredCard } from '../scheduling.ts';
import { afterReview, cardsBefore, type ReplayedReview, replay } from './replay.ts';

const DAY = 86_400_000;
const settings = { desiredRetention: 0.9, weights: DEFAULT_WEIGHTS.weights };
const cut = { timeZone: 'Europe/Zurich', dayStartsAt: 240 };
const start = Date.parse('2026-03-20T12:00:00Z');

const history = fc
  .array(
    fc.record({
      rating: fc.constantFrom<ReplayedReview['rating']>(0, 1, 2, 3, 4),
      gap: fc.integer({ min: 0, max: 90 * DAY }),
      how: fc.constantFrom('unaided', 'hinted', 'told', 'missed', ''),
      timeZone: fc.constantFrom('Europe/Zurich', 'America/New_York', 'Asia/Kathmandu'),
      desiredRetention: fc.constantFrom(0.8, 0.9, 0.97),
    }),
    { maxLength: 12 },
  )
  .map((steps) => {
    let at = start;
    return steps.map(({ rating, gap, how, timeZone, desiredRetention }): ReplayedReview => {
      at += gap;
      return { rating, at, how, cut: { ...cut, timeZone }, settings: { ...settings, desiredRetention } };
    });
  });

/** Applies reviews as a session does: one after the other, with the stored card in between. */
function oneByOne(reviews: readonly ReplayedReview[]): StoredCard | null {
  let stored = 'null';
  for (const each of reviews) stored = JSON.stringify(afterReview(JSON.parse(stored) as StoredCard | null, each));
  return JSON.parse(stored) as StoredCard | null;
}

test('a replay equals the sessions, one review after the other', () => {
  fc.assert(
    fc.property(history, (reviews) => {
      expect(JSON.parse(JSON.stringify(replay(reviews)))).toEqual(oneByOne(reviews));
    }),
  );
});

test('a removed review leaves no trace', () => {
  fc.assert(
    fc.property(history, (reviews) => {
      const counted = reviews.filter(({ rating }) => rating !== 0);
      expect(replay(reviews)).toEqual(replay(counted));
      if (counted.length === 0) expect(replay(reviews)).toBeNull();
    }),
  );
});

test('a told point is due from the start of the next day, however well it was known', () => {
  fc.assert(
    fc.property(history, fc.integer({ min: 0, max: 400 * DAY }), (reviews, gap) => {
      const at = (reviews.at(-1)?.at ?? start) + gap;
      const told = { rating: 1, at, how: 'told', cut, settings } as const;
      const card = replay([...reviews, told]);
      expect(card).not.toBeNull();
      expect(dueAt(card!)).toBeLessThanOrEqual(endOfDay(at, cut));
      expect(dueAt(card!)).toBeGreaterThan(at - DAY);
    }),
  );
});

test('FSRS alone would give a mature point more than a day, and its memory state stays FSRS’s', () => {
  const known = [0, 3, 15, 60].map((day): ReplayedReview => ({
    rating: 3,
    at: start + day * DAY,
    how: 'unaided',
    cut,
    settings,
  }));
  const forgotten = { rating: 1, at: start + 200 * DAY, cut, settings } as const;
  const missed = replay([...known, { ...forgotten, how: 'missed' }])!;
  const told = replay([...known, { ...forgotten, how: 'told' }])!;
  expect(dueAt(missed) - forgotten.at).toBeGreaterThan(DAY);
  expect(dayOf(dueAt(told), cut)).toBe(dayOf(forgotten.at + DAY, cut));
  expect([told.stability, told.difficulty, told.lapses]).toEqual([missed.stability, missed.difficulty, missed.lapses]);
  expect(told.lapses).toBe(1);
});

test('a due point counts after any change of time zone since its last review, and a point that is not due adds nothing that day', () => {
  const zone = fc.constantFrom('Asia/Tokyo', 'Pacific/Honolulu', 'Europe/Zurich', 'Pacific/Kiritimati');
  const hours = fc.integer({ min: 0, max: 40 * 60 }).map((minutes) => minutes * 60_000);
  const rating = fc.constantFrom(1 as const, 3 as const);
  fc.assert(
    fc.property(fc.tuple(zone, zone), hours, rating, ([from, to], later, first) => {
      const [home, away] = [from, to].map((timeZone) => ({ timeZone, dayStartsAt: 240 })) as [DayCut, DayCut];
      const card = afterReview(null, { rating: first, at: start, how: 'missed', cut: home, settings })!;
      const at = start + later;
      const isReady = dueAt(card) < endOfDay(at, away);
      const after = afterReview(card, { rating: 3, at, how: 'unaided', cut: away, settings })!;
      if (isReady) expect(after.reps).toBe(2);
      else if (dayOf(start, home) === dayOf(at, away)) expect(after).toEqual(card);
      if (isReady) expect(dueAt(after)).toBeGreaterThanOrEqual(endOfDay(at, away));
    }),
  );
});

test('a point missed in Tokyo and recalled 27 hours later in Honolulu, on the same date, counts as recalled', () => {
  const [tokyo, honolulu] = ['Asia/Tokyo', 'Pacific/Honolulu'].map((timeZone) => ({ timeZone, dayStartsAt: 240 })) as [
    DayCut,
    DayCut,
  ];
  const at = Date.parse('2026-11-22T01:00:00Z');
  const missed = afterReview(null, { rating: 1, at, how: 'missed', cut: tokyo, settings })!;
  const later = at + 27 * 3_600_000;
  expect(dayOf(later, honolulu)).toBe(dayOf(at, tokyo));
  const recalled = afterReview(missed, { rating: 3, at: later, how: 'unaided', cut: honolulu, settings })!;
  expect(recalled.reps).toBe(2);
  expect(dueAt(recalled)).toBeGreaterThan(later);
});

test('a told review that is disputed as recalled is not delayed to the next day', () => {
  const [first] = [{ rating: 3, at: start, how: 'told', cut, settings } as const];
  expect(replay([first])).toEqual(replay([{ ...first, how: 'unaided' }]));
});

test('only the first review of a day counts: a later pass changes nothing, a later miss makes the point due the next day', () => {
  const at = start + 10 * DAY;
  const of = (rating: 1 | 2 | 3 | 4, later = 0): ReplayedReview => ({
    rating,
    at: at + later,
    how: rating === 1 ? 'missed' : 'unaided',
    cut,
    settings,
  });
  const first = replay([of(1)])!;
  expect(replay([of(1), of(3, 3_600_000)])).toEqual(first);
  const twice = replay([of(1), of(1, 3_600_000)])!;
  expect([twice.lapses, twice.stability]).toEqual([0, first.stability]);
  const known = replay([of(3)])!;
  const missed = replay([of(3), of(1, 3_600_000)])!;
  expect([missed.lapses, missed.stability]).toEqual([0, known.stability]);
  expect(dueAt(missed)).toBe(endOfDay(at, cut));
  // On the next day, a miss is a lapse.
  expect(replay([of(3), of(1, DAY)])!.lapses).toBe(1);
});

test('the card before each review equals the replay of the earlier reviews', () => {
  fc.assert(
    fc.property(history, (reviews) => {
      expect(cardsBefore(reviews)).toEqual(reviews.map((_, index) => replay(reviews.slice(0, index))));
    }),
  );
});
