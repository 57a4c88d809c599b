import { expect, test } from 'vitest';

import { gradingScoresOf, LABELS, tangentScoresOf } from './scores.ts';

type Label = (typeof LABELS)[number];

function graded(label: Label, prediction: Label, credited = false) {
  return { label, prediction, credited };
}

test('the figures of graded answers equal those computed by hand', () => {
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
  // Of the five other answers, four are predicted correctly; five are predicted.
  expect(scores.macroF1_2way).toBeCloseTo((2 / 3 + 4 / 5) / 2);
  const byChance = (3 * 3 + 2 * 2 + 3 * 3) / 64;
  expect(scores.kappa).toBeCloseTo((5 / 8 - byChance) / (1 - byChance));
  expect(scores.credited).toBeCloseTo(1 / 3);
  expect(scores.falseCredit).toBeCloseTo(1 / 5);
});

test('without wrong answers there is no false credit, and absent classes do not count', () => {
  expect(gradingScoresOf([graded('correct', 'correct', true)])).toEqual({
    rows: 1,
    macroF1_2way: 1,
    macroF1_3way: 1,
    weightedF1: 1,
    kappa: 1,
    falseCredit: null,
    credited: 1,
  });
});

/** One character per turn: labels above predictions. */
function turns(shifts: string, predictions: string, dialogue = 'one') {
  return Array.from(shifts, (shift, turn) => ({
    dialogue,
    turn: turn + 1,
    shift: Number(shift),
    prediction: predictions[turn] === '1' ? (1 as const) : (0 as const),
  }));
}

test('hits, misses and false alarms determine the figures of a detector', () => {
  expect(tangentScoresOf(turns('1000100010', '1000010000'))).toEqual({
    turns: 10,
    f1: 2 / 5,
    precision: 1 / 2,
    recall: 1 / 3,
    f1Within1: (2 * (2 / 3)) / (1 + 2 / 3),
    falseAlarmsPer10Turns: 1,
  });
});

test('a shift in another dialogue is not near, and without shifts the score is 0', () => {
  const judged = [...turns('01', '00', 'one'), ...turns('00', '10', 'two')];
  expect(tangentScoresOf(judged)).toMatchObject({ f1: 0, f1Within1: 0, falseAlarmsPer10Turns: 2.5 });
  expect(tangentScoresOf(turns('000', '000'))).toMatchObject({ turns: 3, f1: 0, f1Within1: 0 });
});
