import { expect, test } from 'vitest';

import { tangentScoresOf } from './scores.ts';

/** One character per turn: labels above predictions. */
function turns(shifts: string, predictions: string, dialogue = 'one') {
  return Array.from(shifts, (shift, turn) => ({
    dialogue,
    turn: turn + 1,
    shift: shift === '1' ? (1 as const) : (0 as const),
    prediction: predictions[turn] === '1' ? (1 as const) : (0 as const),
  }));
}

test('hits, misses and false alarms determine the figures', () => {
  expect(tangentScoresOf(turns('1000100010', '1000010000'))).toEqual({
    turns: 10,
    f1: 2 / 5,
    precision: 1 / 2,
    recall: 1 / 3,
    f1Within1: (2 * (2 / 3)) / (1 + 2 / 3),
    falseAlarmsPer10Turns: 1,
  });
});

test('a shift in another dialogue is not near', () => {
  const judged = [...turns('01', '00', 'one'), ...turns('00', '10', 'two')];
  expect(tangentScoresOf(judged)).toMatchObject({ f1: 0, f1Within1: 0, falseAlarmsPer10Turns: 2.5 });
});

test('without predictions and shifts the figures are 0', () => {
  expect(tangentScoresOf(turns('000', '000'))).toEqual({
    turns: 3,
    f1: 0,
    precision: 0,
    recall: 0,
    f1Within1: 0,
    falseAlarmsPer10Turns: 0,
  });
});
