import { expect, test } from 'vitest';

import { seeded, sigmoid } from '../train-grader/chance.ts';
import { fitLogistic } from './logistic.ts';

/** Drawn from known weights, on features of different sizes. */
function sample() {
  const draw = seeded(5);
  const values = Array.from({ length: 4_000 }, () => [draw(), draw() * 10, 3]);
  const targets = values.map(([one = 0, other = 0]) => (draw() < sigmoid(2 * one - 0.5 * other + 1) ? 1 : 0));
  return { values, targets };
}

test('the weights that made the targets are found again', () => {
  const { bias, weights } = fitLogistic(sample(), 1e-3);
  expect(weights[0]).toBeCloseTo(2, 0);
  expect(weights[1]).toBeCloseTo(-0.5, 1);
  expect(weights[2]).toBeCloseTo(0, 5);
  expect(bias).toBeCloseTo(1, 0);
});

test('a strong ridge leaves nothing but how often it is so', () => {
  const { values, targets } = sample();
  const { bias, weights } = fitLogistic({ values, targets }, 1e9);
  for (const weight of weights) expect(weight).toBeCloseTo(0, 4);
  expect(sigmoid(bias)).toBeCloseTo(targets.filter((target) => target === 1).length / targets.length, 3);
});
