import { expect, test } from 'vitest';

import type { Label } from './labelled-answer.ts';
import { type GradedAnswer, gradingScoresOf } from './scores.ts';

function graded(label: Label, prediction: Label, credited = false): GradedAnswer {
  const outcome = credited ? 'yes' : prediction === 'correct' ? 'ask' : 'no';
  return { label, prediction, credited, confidence: 0.5, outcome };
}

test('the figures of a small set equal those computed by hand', () => {
  const scores = gradingScoresOf([
    graded('correct', 'correct', true),
    graded('correct', 'correct'),
    graded('correct', 'incorrect'),
    graded('contradictory', 'contradictory'),
    graded('contradictory', 'correct', true),
    graded('incorrect', 'incorrect'),
    graded('incorrect', 'incorrect'),
    graded('incorrect', 'contradictory'),
  ]);
  // Correct: 2 of 3 given and 3 predicted, 2/3. Contradictory: 1 of 2 and 2, 1/2. Incorrect: 2 of 3 and 3, 2/3.
  expect(scores.rows).toBe(8);
  expect(scores.macroF1_3way).toBeCloseTo((2 / 3 + 1 / 2 + 2 / 3) / 3);
  expect(scores.weightedF1).toBeCloseTo((3 * (2 / 3) + 2 * (1 / 2) + 3 * (2 / 3)) / 8);
  // Of the five others four are met, of five predicted.
  expect(scores.macroF1_2way).toBeCloseTo((2 / 3 + 4 / 5) / 2);
  const byChance = (3 * 3 + 2 * 2 + 3 * 3) / 64;
  expect(scores.kappa).toBeCloseTo((5 / 8 - byChance) / (1 - byChance));
  expect(scores.credited).toBeCloseTo(1 / 3);
  expect(scores.falseCredit).toBeCloseTo(1 / 5);
  expect([scores.yes, scores.ask, scores.no]).toEqual([2 / 8, 1 / 8, 5 / 8]);
  expect([scores.precisionYes, scores.missedRight]).toEqual([1 / 2, 1 / 3]);
});

test('without data there is no figure', () => {
  expect(gradingScoresOf([graded('correct', 'correct', true)])).toEqual({
    rows: 1,
    macroF1_2way: 1,
    macroF1_3way: 1,
    weightedF1: 1,
    kappa: 1,
    falseCredit: null,
    credited: 1,
    yes: 1,
    no: 0,
    ask: 0,
    precisionYes: 1,
    missedRight: 0,
  });
});
