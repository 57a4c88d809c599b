import type { ScoredTurn } from './labelled-dialogue.ts';

export interface JudgedTurn extends Pick<ScoredTurn, 'dialogue' | 'turn' | 'shift'> {
  readonly prediction: 0 | 1;
}

/** Figures over the scored turns: the first four from 0 to 1, and 0 without data. */
export interface TangentScores {
  readonly turns: number;
  readonly f1: number;
  readonly precision: number;
  readonly recall: number;
  /** As `f1`, but a prediction also matches a shift one turn away. */
  readonly f1Within1: number;
  readonly falseAlarmsPer10Turns: number;
}

export function tangentScoresOf(turns: readonly JudgedTurn[]): TangentScores {
  const shifts = turns.filter(({ shift }) => shift === 1);
  const predicted = turns.filter(({ prediction }) => prediction === 1);
  const met = predicted.filter(({ shift }) => shift === 1).length;
  const [precision, recall] = [share(met, predicted.length), share(met, shifts.length)];
  return {
    turns: turns.length,
    f1: harmonic(precision, recall),
    precision,
    recall,
    f1Within1: harmonic(
      share(countNear(predicted, shifts), predicted.length),
      share(countNear(shifts, predicted), shifts.length),
    ),
    falseAlarmsPer10Turns: 10 * share(predicted.length - met, turns.length),
  };
}

/** How many of `some` have one of `others` at most one turn away in their dialogue. */
function countNear(some: readonly JudgedTurn[], others: readonly JudgedTurn[]): number {
  const places = new Map<string, Set<number>>();
  for (const { dialogue, turn } of others) places.set(dialogue, (places.get(dialogue) ?? new Set()).add(turn));
  return some.filter(({ dialogue, turn }) => [-1, 0, 1].some((step) => places.get(dialogue)?.has(turn + step))).length;
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

function harmonic(one: number, other: number): number {
  return one + other === 0 ? 0 : (2 * one * other) / (one + other);
}
