import type { Thresholds } from '#modes/recall/evaluator/domain/grader/model.ts';
import { gradingScoresOf } from '#modes/recall/grading-evaluation/domain/scores.ts';

import { byCorpus, gradeAll, type Held, scoresOf } from './measure.ts';

/** Stricter than the 97 % and 8 % that are promised, since other questions will differ. */
const MIN_PRECISION = 0.975;
const MAX_MISSED = 0.07;
const YES_STEPS = [0.5, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 2];
const NO_STEPS = [0.2, 0.18, 0.16, 0.14, 0.12, 0.1, 0.08, 0.06, 0];

/**
 * The lowest threshold of a credit at which few enough of the credits are wrong, and the highest of a no at which few
 * enough correct answers are missed in every corpus.
 */
export function chooseThresholds(held: readonly Held[]): Thresholds {
  const precision = (yesFrom: number): number | null =>
    gradingScoresOf(gradeAll(held, () => ({ yesFrom, noBelow: 0 }))).precisionYes;
  const yesFrom = YES_STEPS.find((value) => (precision(value) ?? 1) >= MIN_PRECISION) ?? 2;
  const noBelow = NO_STEPS.find((value) => {
    const graded = gradeAll(held, () => ({ yesFrom, noBelow: value }));
    return [...byCorpus(held).values()].every((indexes) => (scoresOf(graded, indexes).missedRight ?? 0) <= MAX_MISSED);
  });
  return { yesFrom, noBelow: noBelow ?? 0 };
}
