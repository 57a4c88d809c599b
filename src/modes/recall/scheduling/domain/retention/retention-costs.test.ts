import { type Card, createEmptyCard, default_w, fsrs, type Grade, State } from 'ts-fsrs';
import { expect, test } from 'vitest';

import { createMemory, type MemoryState } from '../memory.ts';
import type { Rating } from '../reviews/rating.ts';
import { retentionCostAt, retentionCosts, type ReviewedMemory } from './retention-costs.ts';

const DAY = 86_400_000;
const weights = [...default_w];

/** Enumerates every possible course of a point, using ts-fsrs itself. */
function bruteForce(point: ReviewedMemory | null, retention: number, days: number) {
  const scheduler = fsrs({ enable_short_term: false, request_retention: retention, w: weights });
  const memory = createMemory(weights);
  const on = (day: number) => new Date(day * DAY);
  const chanceOn = (card: Card, day: number) => scheduler.get_retrievability(card, on(day), false);

  function from(card: Card, due: number, today: number): { reviews: number; remembered: number } {
    let remembered = 0;
    for (let day = today; day < days && day <= due; day += 1) remembered += chanceOn(card, day);
    if (due >= days) return { reviews: 0, remembered };
    const chance = chanceOn(card, due);
    const [good, again] = [3, 1].map((rating) => {
      const next = scheduler.next(card, on(due), rating as Grade).card;
      return from(next, due + next.scheduled_days, due + 1);
    });
    return {
      reviews: 1 + chance * good!.reviews + (1 - chance) * again!.reviews,
      remembered: remembered + chance * good!.remembered + (1 - chance) * again!.remembered,
    };
  }
  if (point === null) {
    const first = scheduler.next(createEmptyCard(on(0)), on(0), 3).card;
    const rest = from(first, first.scheduled_days, 1);
    return { reviews: 1 + rest.reviews, remembered: 1 + rest.remembered };
  }
  const card: Card = {
    ...createEmptyCard(on(-point.since)),
    stability: point.stability,
    difficulty: point.difficulty,
    state: State.Review,
    reps: 3,
    last_review: on(-point.since),
  };
  return from(card, Math.max(0, memory.interval(point.stability, retention) - point.since), 0);
}

const points: ReviewedMemory[] = Array.from({ length: 24 }, (_, index) => {
  const stability = 0.4 * 1.33 ** index;
  return { stability, difficulty: 1 + ((index * 37) % 90) / 10, since: Math.floor(stability * ((index % 5) / 4)) };
});

test.each([0.7, 0.8, 0.9, 0.95])(
  'at %d the result equals the sum over every possible course of every point',
  (retention) => {
    const days = 18;
    let all = 0;
    for (const point of points) {
      const truth = bruteForce(point, retention, days);
      all += truth.reviews;
      const cost = retentionCostAt({ reviewed: [point], fresh: 0, newPerDay: null, weights, days }, retention);
      // Between grid nodes, a review can fall just inside or outside the period, which matters most for a single point.
      expect(Math.abs(cost.reviewsPerDay * days - truth.reviews)).toBeLessThan(0.9 + truth.reviews * 0.06);
      expect(Math.abs(cost.remembered - truth.remembered / days)).toBeLessThan(0.02);
    }
    const cost = retentionCostAt({ reviewed: points, fresh: 0, newPerDay: null, weights, days }, retention);
    expect(Math.abs((cost.reviewsPerDay * days) / all - 1)).toBeLessThan(0.07);
  },
);

test.each([0.8, 0.9, 0.95])(
  'at %d the result over three months equals the mean of two hundred simulated lives',
  (retention) => {
    const days = 90;
    const memory = createMemory(weights);
    let state = 11;
    const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
    const many: ReviewedMemory[] = Array.from({ length: 120 }, () => {
      const stability = Math.exp(random() * 7 - 1);
      return { stability, difficulty: 1 + 9 * random(), since: Math.floor(random() * stability * 0.8) };
    });
    const draws = 200;
    let reviews = 0;
    for (const point of many)
      for (let draw = 0; draw < draws; draw += 1) {
        let held: MemoryState = point;
        let last = -point.since;
        for (let due = Math.max(0, memory.interval(point.stability, retention) + last); due < days;) {
          reviews += 1;
          const [again, hard, good] = [1, 2, 3].map((rating) => memory.next(held, due - last, rating as Rating));
          const least = Math.min(
            memory.interval(again!.stability, retention),
            memory.interval(hard!.stability, retention),
          );
          const isRecalled = random() < memory.chance(due - last, held.stability);
          held = isRecalled ? good! : again!;
          last = due;
          due += isRecalled ? Math.max(memory.interval(good!.stability, retention), least + 2) : least;
        }
      }
    const cost = retentionCostAt({ reviewed: many, fresh: 0, newPerDay: null, weights, days }, retention);
    expect(Math.abs((cost.reviewsPerDay * days * draws) / reviews - 1)).toBeLessThan(0.04);
  },
);

test('new points are started at the daily limit and count from then on', () => {
  const days = 18;
  const all = retentionCostAt({ reviewed: [], fresh: 6, newPerDay: null, weights, days }, 0.9);
  const truth = bruteForce(null, 0.9, days);
  expect(all.reviewsPerDay * days).toBeCloseTo(6 * truth.reviews, 0);
  expect(all.remembered).toBeCloseTo(truth.remembered / days, 2);
  const slowly = retentionCostAt({ reviewed: [], fresh: 6, newPerDay: 1, weights, days }, 0.9);
  expect(slowly.reviewsPerDay).toBeLessThan(all.reviewsPerDay);
  const never = retentionCostAt({ reviewed: [], fresh: 6, newPerDay: 0, weights, days }, 0.9);
  expect(never).toMatchObject({ reviewsPerDay: 0, remembered: 0 });
});

test('a higher retention costs more reviews and increases recall, for every percent from 70 to 97', () => {
  const reviewed = Array.from({ length: 3_000 }, (_, index) => ({
    stability: 1 + ((index * 37) % 200),
    difficulty: 1 + ((index * 7) % 90) / 10,
    since: (index * 13) % 50,
  }));
  const question = { reviewed, fresh: 50, newPerDay: 5, weights, days: 90 };
  const costs = retentionCosts(question);
  expect(costs.map(({ retention }) => Math.round(retention * 100))).toEqual(
    Array.from({ length: 28 }, (_, index) => 70 + index),
  );
  for (const [index, cost] of costs.entries()) {
    expect(cost.reviewsPerDay).toBeGreaterThan(costs[index - 1]?.reviewsPerDay ?? 0);
    expect(cost.remembered).toBeGreaterThan((costs[index - 1]?.remembered ?? 0) - 0.002);
    expect(cost.remembered).toBeLessThan(1);
    expect(retentionCostAt(question, cost.retention)).toEqual(cost);
  }
  const part = retentionCostAt({ ...question, reviewed: reviewed.slice(0, 450), fresh: 0 }, 0.9);
  const whole = retentionCostAt({ ...question, fresh: 0 }, 0.9);
  // The points resemble each other, so a sample represents all of them.
  expect(whole.reviewsPerDay / part.reviewsPerDay).toBeCloseTo(3_000 / 450, 0);
});

test('an empty set costs nothing', () => {
  const [cost] = retentionCosts({ reviewed: [], fresh: 0, newPerDay: null, weights, days: 90 });
  expect(cost).toEqual({ retention: 0.7, reviewsPerDay: 0, remembered: 0 });
});
