import { gradeBatch } from '#modes/recall/evaluator/domain/embedded/evaluate-batch.ts';
import { chanceOf, type Thresholds } from '#modes/recall/evaluator/domain/grader/model.ts';
import { gradingOf } from '#modes/recall/grading-evaluation/domain/grading.ts';
import {
  type GradedAnswer,
  type GradingScores,
  gradingScoresOf,
} from '#modes/recall/grading-evaluation/domain/scores.ts';

import { seeded } from './chance.ts';
import type { Trained } from './fit.ts';
import { groupOf, type ReadAnswer } from './read-answers.ts';

/** Each answer with the model that never saw an answer to its question. */
export interface Held {
  readonly answer: ReadAnswer;
  readonly fold: number;
  readonly model: Trained;
}

/** Which fold each answer is held out in. All answers to a question are in one, and each corpus is spread over all. */
export function foldsOf(answers: readonly ReadAnswer[], count: number, seed: number): readonly number[] {
  const draw = seeded(seed);
  const groups = new Map<string, { corpus: string; size: number; order: number }>();
  for (const answer of answers) {
    const group = groupOf(answer);
    const found = groups.get(group) ?? { corpus: answer.labelled.corpus ?? '', size: 0, order: draw() };
    groups.set(group, { ...found, size: found.size + 1 });
  }
  const loads = new Map<string, number[]>();
  const foldOf = new Map<string, number>();
  for (const [group, { corpus, size }] of [...groups].toSorted(([, one], [, other]) => one.order - other.order)) {
    const load = loads.get(corpus) ?? Array.from({ length: count }, () => 0);
    const fold = load.indexOf(Math.min(...load));
    load[fold] = (load[fold] ?? 0) + size;
    loads.set(corpus, load);
    foldOf.set(group, fold);
  }
  return answers.map((answer) => foldOf.get(groupOf(answer)) ?? 0);
}

/** How the whole grader does, rules and all. */
export function gradeAll(held: readonly Held[], thresholdsOf: (fold: number) => Thresholds): readonly GradedAnswer[] {
  return held.map(({ answer: { labelled, reading }, fold, model }) => {
    const thresholds = thresholdsOf(fold);
    const evaluation = gradeBatch(reading, { thresholds, chanceOf: (features) => chanceOf(model, features) });
    return { label: labelled.label, ...gradingOf(evaluation, labelled) };
  });
}

/** The area under the curve of the models' probabilities: how often a correct answer gets more than another. */
export function areaUnderCurve(held: readonly Held[]): number {
  const ranked = held
    .map(({ answer, model }) => ({
      isRight: answer.labelled.label === 'correct',
      chance: Math.max(0, ...answer.features.map((features) => chanceOf(model, features))),
    }))
    .toSorted((one, other) => one.chance - other.chance);
  let [wrong, won] = [0, 0];
  for (const { isRight } of ranked) {
    if (isRight) won += wrong;
    else wrong += 1;
  }
  return won / (wrong * (ranked.length - wrong));
}

export function byCorpus(held: readonly Held[]): ReadonlyMap<string, readonly number[]> {
  return Map.groupBy(held.keys(), (index) => held[index]?.answer.labelled.corpus ?? '');
}

export function scoresOf(graded: readonly GradedAnswer[], indexes: readonly number[]): GradingScores {
  return gradingScoresOf(indexes.flatMap((index) => graded[index] ?? []));
}
