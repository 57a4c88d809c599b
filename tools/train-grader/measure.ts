import { gradeBatch } from '#modes/recall/evaluator/domain/embedded/evaluate-batch.ts';
import { isEchoed } from '#modes/recall/evaluator/domain/embedded/read-batch.ts';
import { type Chances, chancesOf, type GraderModel } from '#modes/recall/evaluator/domain/grader/model.ts';
import { gradingOf } from '#modes/recall/grading-evaluation/domain/grading.ts';
import type { LabelledAnswer } from '#modes/recall/grading-evaluation/domain/labelled-answer.ts';
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

/** What was worked out of an answer by its model: chances hang on no threshold, and many thresholds grade alike. */
interface Known {
  readonly chances: Map<object, Chances>;
  readonly graded: Map<string, GradedAnswer>;
}

const known = new WeakMap<Held, Known>();

/** How the whole grader does, rules and all. */
export function gradeAll(held: readonly Held[], thresholdsOf: (each: Held) => ThresholdPair): readonly GradedAnswer[] {
  return held.map((each) => {
    const { chances, graded } = knownOf(each);
    const pair = thresholdsOf(each);
    const sides = sidesOf(each, chances, pair);
    const found = graded.get(sides) ?? grade(each, chances, pair);
    graded.set(sides, found);
    return found;
  });
}

function knownOf(each: Held): Known {
  const found = known.get(each);
  if (found) return found;
  const weighed = each.answer.reading.points.flatMap((point) => point.weighed ?? []);
  const chances = new Map(weighed.map((one) => [one, chancesOf(each.model, one.features, one.setting)] as const));
  const made = { chances, graded: new Map<string, GradedAnswer>() };
  known.set(each, made);
  return made;
}

/** On which side of each threshold, and of the middle of two, every chance lies: a grade hangs on nothing else of them. */
function sidesOf({ answer }: Held, chances: Known['chances'], pair: ThresholdPair): string {
  let sides = '';
  for (const { weighed } of answer.reading.points) {
    const found = weighed && chances.get(weighed);
    if (!found) continue;
    const { expressedFrom, creditedFrom, contradictedFrom } = isEchoed(weighed) ? pair.echoed : pair.alone;
    for (const from of [expressedFrom, (expressedFrom + creditedFrom) / 2, creditedFrom])
      sides += found.expressed >= from ? 1 : 0;
    sides += found.contradicted >= contradictedFrom ? 1 : 0;
  }
  return sides;
}

function grade({ answer: { labelled, reading }, model }: Held, chances: Known['chances'], pair: ThresholdPair) {
  const evaluation = gradeBatch(reading, {
    ...pair,
    chancesOf: (weighed) => chances.get(weighed) ?? chancesOf(model, weighed.features, weighed.setting),
  });
  return { label: labelled.label, ...gradingOf(evaluation, labelled) };
}

export type CorpusScores = ReadonlyMap<string, GradingScores>;

export function scoresByCorpus(held: readonly Held[], graded: readonly GradedAnswer[]): CorpusScores {
  const corpora = [...new Set(held.map(({ answer }) => answer.labelled.corpus ?? ''))];
  const only = (name: string) => graded.filter((_, index) => (held[index]?.answer.labelled.corpus ?? '') === name);
  return new Map(corpora.map((name) => [name, gradingScoresOf(only(name))]));
}
