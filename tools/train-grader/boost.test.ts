import { expect, test } from 'vitest';

import { sumOf } from '#modes/recall/evaluator/domain/grader/forest.ts';

import { boost } from './boost.ts';
import { seeded, sigmoid } from './chance.ts';

const options = {
  depth: 2,
  ridge: 1,
  leastLeaf: 1,
  rate: 0.2,
  shareOfRows: 0.8,
  shareOfFeatures: 1,
  levelRidge: 1,
  rounds: 40,
  seed: 7,
};

/** Right where the first value is large; questions differ in their share of right answers, the second value is which. */
function sample() {
  const draw = seeded(3);
  const values: number[][] = [];
  const targets: number[] = [];
  const questions: number[] = [];
  for (let row = 0; row < 600; row += 1) {
    const question = row % 6;
    const value = draw();
    values.push([value, question]);
    targets.push(draw() < sigmoid(8 * (value - 0.5) + (question - 2.5)) ? 1 : 0);
    questions.push(question);
  }
  return { values, targets: Float64Array.from(targets), questions: Int32Array.from(questions) };
}

test('trees learn what sets answers apart, and leave the level of a question to the question', () => {
  const { forest, levels } = boost(sample(), options);
  const chance = (value: number, question: number) => sigmoid(sumOf(forest, [value, question]));
  expect(chance(0.9, 2)).toBeGreaterThan(0.85);
  expect(chance(0.1, 2)).toBeLessThan(0.15);
  expect([...levels]).toEqual([...levels].toSorted((one, other) => one - other));
  const { forest: without } = boost(sample(), { ...options, levelRidge: 1e9 });
  const gap = (trees: typeof forest) => sigmoid(sumOf(trees, [0.5, 5])) - sigmoid(sumOf(trees, [0.5, 0]));
  expect(gap(forest)).toBeLessThan(gap(without) - 0.1);
});

test('training twice makes the same weights', () => {
  expect(boost(sample(), options)).toEqual(boost(sample(), options));
});
