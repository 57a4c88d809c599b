import { FSRSBinding, FSRSBindingItem, FSRSBindingReview } from '@open-spaced-repetition/binding';
import fc from 'fast-check';
import { createEmptyCard, default_w, fsrs, type Grade } from 'ts-fsrs';
import { expect, test } from 'vitest';

import {
  areWeights,
  compareWeights,
  foresee,
  type Foreseen,
  isBetter,
  logLoss,
  measure,
  rmseBins,
  trainingItems,
  trialEnd,
} from './fit.ts';
import { type History, toHistories } from './history.ts';
import { createMemory, type MemoryState } from './memory.ts';
import type { Rating } from './reviews/rating.ts';

const DAY = 86_400_000;

test('weights must be as many finite numbers as FSRS has', () => {
  expect(areWeights([...default_w])).toBe(true);
  for (const weights of [undefined, default_w.slice(2), [NaN, ...default_w.slice(1)]])
    expect(areWeights(weights)).toBe(false);
});

/** A seeded random number generator. */
function dice(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

const rating = fc.constantFrom<Rating>(1, 2, 3, 4);

test('the memory state equals that of ts-fsrs after every review, for any weights', () => {
  const steps = fc.array(fc.tuple(fc.integer({ min: 0, max: 400 }), rating), { minLength: 1, maxLength: 12 });
  const factors = fc.array(fc.double({ min: 0.7, max: 1.3, noNaN: true }), { minLength: 21, maxLength: 21 });
  fc.assert(
    fc.property(steps, factors, (reviews, by) => {
      const scheduler = fsrs({
        enable_short_term: false,
        w: default_w.map((weight, index) => weight * (by[index] ?? 1)),
      });
      const memory = createMemory(scheduler.parameters.w);
      let card = createEmptyCard(new Date(0));
      let state: MemoryState | null = null;
      let day = 0;
      for (const [index, [gap, grade]] of reviews.entries()) {
        const days = index === 0 ? 0 : gap;
        day += days;
        if (state)
          expect(memory.chance(days, state.stability)).toBeCloseTo(
            scheduler.get_retrievability(card, new Date(day * DAY), false),
            6,
          );
        card = scheduler.next(card, new Date(day * DAY), grade as Grade).card;
        state = memory.next(state, days, grade);
        expect(state.stability / card.stability).toBeCloseTo(1, 4);
        expect(state.difficulty).toBeCloseTo(card.difficulty, 4);
      }
    }),
    { numRuns: 200 },
  );
});

test('an interval equals that of ts-fsrs', () => {
  const memory = createMemory(default_w);
  for (const retention of [0.7, 0.8, 0.9, 0.95, 0.97]) {
    const scheduler = fsrs({ enable_short_term: false, request_retention: retention });
    for (const stability of [0.1, 1, 2.6, 17, 400, 90_000])
      expect(memory.interval(stability, retention)).toBe(scheduler.next_interval(stability, 0));
  }
});

function foreseen(chance: number, isRecalled: boolean, rest: Partial<Foreseen> = {}): Foreseen {
  return { at: 0, chance, isRecalled, interval: 3, count: 2, lapses: 0, ...rest };
}

test('the figures of four reviews equal those computed by hand', () => {
  const four = [foreseen(0.9, true), foreseen(0.8, true), foreseen(0.7, false), foreseen(0.6, true)];
  const figures = measure(four);
  expect(figures.logLoss).toBeCloseTo(-(Math.log(0.9) + Math.log(0.8) + Math.log(0.3) + Math.log(0.6)) / 4, 10);
  // One bin: a mean chance of 0.75, and three of four recalled.
  expect(figures.rmseBins).toBeCloseTo(0, 10);
  // Of the three pairs, 0.9 and 0.8 exceed 0.7, and 0.6 does not.
  expect(figures.auc).toBeCloseTo(2 / 3, 10);
});

test('bins separate short from long intervals, few from many reviews, and lapses', () => {
  const apart = [
    foreseen(0.9, true),
    foreseen(0.9, false, { interval: 40 }),
    foreseen(0.9, false, { count: 9 }),
    foreseen(0.9, true, { lapses: 2 }),
  ];
  expect(rmseBins(apart)).toBeCloseTo(Math.sqrt((0.1 ** 2 + 0.9 ** 2 + 0.9 ** 2 + 0.1 ** 2) / 4), 10);
});

test('ties count half, and AUC is null if everything was recalled', () => {
  expect(measure([foreseen(0.8, true), foreseen(0.8, false)]).auc).toBe(0.5);
  expect(measure([foreseen(0.8, true)])).toMatchObject({ auc: null });
  expect(measure([])).toEqual({ logLoss: 0, rmseBins: 0, auc: null });
  expect(logLoss([foreseen(1, false)])).toBeLessThan(20);
});

test('log loss and RMSE(bins) equal those of the optimiser’s own evaluation', () => {
  // The optimiser weights later items more and skips rare first ratings. A repeating pattern has neither effect.
  const random = dice(7);
  const pattern: History[] = Array.from({ length: 50 }, (_, point) => {
    const history = [{ at: point, day: 0, rating: 3 as Rating }];
    let day = 3;
    for (let count = 0; count < 4; count += 1) {
      history.push({ at: point, day, rating: random() < 0.8 ? ((1 + Math.ceil(random() * 3)) as Rating) : 1 });
      day += 1 + Math.floor(random() * 12);
    }
    return history;
  });
  const histories = Array.from({ length: 100 }, () => pattern).flat();
  const items = trainingItems(histories).filter((item) => item.length === 5);
  const theirs = new FSRSBinding([...default_w]).evaluate(
    items.map((item) => new FSRSBindingItem(item.map((each) => new FSRSBindingReview(each.rating, each.days)))),
  );
  const ours = measure(foresee(histories, default_w).filter(({ count }) => count === 5));
  expect(ours.logLoss).toBeCloseTo(theirs.logLoss, 2);
  expect(Math.abs(ours.logLoss - theirs.logLoss)).toBeLessThan(0.001);
  expect(Math.abs(ours.rmseBins - theirs.rmseBins)).toBeLessThan(0.001);
});

const zurich = { timeZone: 'Europe/Zurich', dayStartsAt: 240 };
const at = (text: string) => Date.parse(text);

test('a point has one review per day, the first, and a review before 4 a.m. belongs to the previous day', () => {
  const logged = [
    { pointId: 'a', at: at('2026-01-02T10:00:00Z'), rating: 1 as const, ...zurich },
    { pointId: 'a', at: at('2026-01-01T10:00:00Z'), rating: 3 as const, ...zurich },
    { pointId: 'a', at: at('2026-01-02T11:00:00Z'), rating: 4 as const, ...zurich },
    { pointId: 'a', at: at('2026-01-03T01:00:00Z'), rating: 4 as const, ...zurich },
    { pointId: 'a', at: at('2026-01-03T10:00:00Z'), rating: 2 as const, ...zurich },
    { pointId: 'b', at: at('2026-01-03T10:00:00Z'), rating: 3 as const, ...zurich },
  ];
  const [a, b] = toHistories(logged);
  expect(a?.map((review) => review.rating)).toEqual([3, 1, 2]);
  expect(a?.map((review) => review.day - (a[0]?.day ?? 0))).toEqual([0, 1, 2]);
  expect(b).toHaveLength(1);
});

test('training items always have days between their reviews, for any log', () => {
  const logged = fc.record({
    pointId: fc.constantFrom('a', 'b', 'c'),
    at: fc.integer({ min: at('2026-01-01T00:00:00Z'), max: at('2026-02-01T00:00:00Z') }),
    timeZone: fc.constantFrom('Europe/Zurich', 'Pacific/Auckland', 'Pacific/Honolulu'),
    dayStartsAt: fc.constantFrom(0, 240),
    rating,
  });
  fc.assert(
    // Reviews at one instant would all fall on the same side of the trial's end.
    fc.property(fc.uniqueArray(logged, { maxLength: 40, selector: (review) => review.at }), (reviews) => {
      const histories = toHistories(reviews);
      const items = trainingItems(histories);
      expect(items).toHaveLength(histories.reduce((sum, history) => sum + history.length - 1, 0));
      for (const [first, ...later] of items) {
        expect(first?.days).toBe(0);
        expect(later.length).toBeGreaterThan(0);
        for (const { days } of later) expect(days).toBeGreaterThan(0);
      }
      const until = trialEnd(histories);
      expect(trainingItems(histories, until)).toHaveLength(Math.floor(items.length * 0.8));
    }),
  );
});

test('weights are compared on the later reviews only, each predicted from all earlier ones', () => {
  const history = (start: number): History =>
    [0, 3, 9, 20, 44].map((day) => ({ at: start + day * DAY, day, rating: 3 as const }));
  const histories = Array.from({ length: 10 }, (_, index) => history(index));
  const until = trialEnd(histories);
  const surer = default_w.map((weight, index) => (index === 2 ? 20 : weight));
  const figures = compareWeights(histories, until, { before: default_w, after: surer });
  expect(figures).toMatchObject({ reviews: 40, fittedTo: 32, measuredOn: 8 });
  // Everything was recalled, so higher probabilities predicted better.
  expect(isBetter(figures)).toBe(true);
  expect(isBetter({ ...figures, before: figures.after })).toBe(false);
});

test('weights count as better from half a percent of the log loss', () => {
  const of = (loss: number) => ({ logLoss: loss, rmseBins: 0.05, auc: 0.7 });
  expect(isBetter({ before: of(0.37794), after: of(0.37778) })).toBe(false);
  expect(isBetter({ before: of(0.37794), after: of(0.37606) })).toBe(false);
  expect(isBetter({ before: of(0.37794), after: of(0.37605) })).toBe(true);
});
