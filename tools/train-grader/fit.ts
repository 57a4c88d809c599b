import { type Features, FEATURES_VERSION } from '#modes/recall/evaluator/domain/grader/features/features.ts';
import { type Forest, sumOf } from '#modes/recall/evaluator/domain/grader/forest.ts';
import type { GraderModel } from '#modes/recall/evaluator/domain/grader/model.ts';

import { boost, type Boosted, type Boosting } from './boost.ts';
import { type Level, lineThrough } from './level-line.ts';
import type { ReadAnswer, ReadAnswers } from './read-answers.ts';

export interface Fitting {
  readonly expressed: Boosting;
  readonly contradicted: Boosting;
  /** Of the line through the questions' levels. */
  readonly lineRidge: number;
  /** Features that the trees do not get, for measuring what they add. */
  readonly without: ReadonlySet<string>;
}

export type Trained = Omit<GraderModel, 'alone' | 'echoed'>;

/** An answer beside the one reference that decides about it. */
interface Chosen {
  readonly answer: ReadAnswer;
  readonly at: number;
}

/** The point's own words met, by weight, in both directions: the nearest reference before any model knows better. */
const NEARNESS = 'bothWeighedFresh';

/**
 * Which reference an answer meant is not labelled. So the nearest one is taken, trees are grown, and the one that those
 * trees find said most is taken instead.
 */
export function fit({ answers, names, wordWeights }: ReadAnswers, options: Fitting): Trained {
  const nearness = names.indexOf(NEARNESS);
  const said = answers.filter(({ vectors }) => vectors.length > 0);
  const nearest = said.map((answer) => choose(answer, (values) => values[nearness] ?? 0));
  const first = grow(nearest, names, { ...options, target: isCorrect, boosting: options.expressed });
  const chosen = said.map((answer) => choose(answer, (values) => sumOf(first.forest, values)));
  const expressed = grow(chosen, names, { ...options, target: isCorrect, boosting: options.expressed });
  const wrong = chosen.filter(({ answer }) => !isCorrect(answer));
  const contradicted = grow(wrong, names, { ...options, target: isContradictory, boosting: options.contradicted });
  return { featuresVersion: FEATURES_VERSION, wordWeights, features: names, expressed, contradicted };
}

function isCorrect({ labelled }: ReadAnswer): boolean {
  return labelled.label === 'correct';
}

function isContradictory({ labelled }: ReadAnswer): boolean {
  return labelled.label === 'contradictory';
}

function choose(answer: ReadAnswer, rank: (values: Float64Array) => number): Chosen {
  let [at, most] = [0, -Infinity];
  for (const [index, values] of answer.vectors.entries()) {
    const found = rank(values);
    if (found > most) [at, most] = [index, found];
  }
  return { answer, at };
}

interface Growing extends Pick<Fitting, 'lineRidge' | 'without'> {
  readonly target: (answer: ReadAnswer) => boolean;
  readonly boosting: Boosting;
}

function grow(chosen: readonly Chosen[], names: readonly string[], options: Growing): GraderModel['expressed'] {
  const kept = [...names.keys()].filter((feature) => !options.without.has(names[feature] ?? ''));
  const numbers = new Map<string, number>();
  const questions = Int32Array.from(chosen, ({ answer }) => {
    const known = numbers.get(answer.question) ?? numbers.size;
    numbers.set(answer.question, known);
    return known;
  });
  const boosted = boost(
    {
      values: chosen.map(({ answer, at }) => Float64Array.from(kept, (feature) => answer.vectors[at]?.[feature] ?? 0)),
      targets: Float64Array.from(chosen, ({ answer }) => (options.target(answer) ? 1 : 0)),
      questions,
    },
    options.boosting,
  );
  const line = lineThrough(levelsOf(chosen, questions, boosted), options.lineRidge);
  return { forest: renumbered(boosted.forest, kept), line };
}

function renumbered(forest: Forest, kept: readonly number[]): Forest {
  return { ...forest, features: forest.features.map((tree) => Array.from(tree, (each) => kept[each] ?? -1)) };
}

/** Each question's level with the mean of its settings, which differ by the reference chosen. */
function levelsOf(chosen: readonly Chosen[], questions: Int32Array, { levels, certainty }: Boosted): readonly Level[] {
  const settings = new Map<number, Features[]>();
  for (const [index, { answer, at }] of chosen.entries()) {
    const setting = answer.reading.points.flatMap(({ weighed }) => weighed ?? [])[at]?.setting;
    const question = questions[index] ?? 0;
    if (setting) settings.set(question, [...(settings.get(question) ?? []), setting]);
  }
  return [...settings].map(([question, all]) => ({
    level: levels[question] ?? 0,
    certainty: certainty[question] ?? 0,
    setting: meanOf(all),
  }));
}

function meanOf(settings: readonly Features[]): Features {
  return Object.fromEntries(
    Object.keys(settings[0] ?? {}).map((name) => [
      name,
      settings.reduce((sum, setting) => sum + (setting[name] ?? 0), 0) / settings.length,
    ]),
  );
}
