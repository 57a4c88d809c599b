import { gradeBatch } from '../../src/modes/recall/domain/embedded-evaluator/evaluate-batch.ts';
import {
  type Chances,
  chancesOf,
  type GraderModel,
} from '../../src/modes/recall/domain/embedded-evaluator/grader/model.ts';
import { gradingOf } from '../../src/modes/recall/grading-evaluation/domain/grading.ts';
import type { LabelledAnswer } from '../../src/modes/recall/grading-evaluation/domain/labelled-answer.ts';
import {
  type GradedAnswer,
  type GradingScores,
  scoresOf,
} from '../../src/modes/recall/grading-evaluation/domain/scores.ts';
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
export function foldsOf(answers: readonly LabelledAnswer[], count: number, seed: number): readonly number[] {
  const draw = seeded(seed);
  const groups = new Map<string, { corpus: string; size: number; order: number }>();
  for (const answer of answers) {
    const group = groupOf(answer);
    const found = groups.get(group) ?? { corpus: answer.corpus ?? '', size: 0, order: draw() };
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

export type ThresholdPair = Pick<GraderModel, 'alone' | 'echoed'>;

/** Chances hang on no threshold, so each is worked out once. */
const chancesKnown = new WeakMap<object, Chances>();

/** How the whole grader does, rules and all. */
export function gradeAll(held: readonly Held[], thresholdsOf: (each: Held) => ThresholdPair): readonly GradedAnswer[] {
  return held.map((each) => {
    const { labelled, reading } = each.answer;
    const evaluation = gradeBatch(reading, {
      ...thresholdsOf(each),
      chancesOf(weighed) {
        const known = chancesKnown.get(weighed) ?? chancesOf(each.model, weighed.features, weighed.setting);
        chancesKnown.set(weighed, known);
        return known;
      },
    });
    return { label: labelled.label, ...gradingOf(evaluation, labelled) };
  });
}

export type CorpusScores = ReadonlyMap<string, GradingScores>;

export function scoresByCorpus(held: readonly Held[], graded: readonly GradedAnswer[]): CorpusScores {
  const corpora = [...new Set(held.map(({ answer }) => answer.labelled.corpus ?? ''))];
  const only = (name: string) => graded.filter((_, index) => (held[index]?.answer.labelled.corpus ?? '') === name);
  return new Map(corpora.map((name) => [name, scoresOf(only(name))]));
}
