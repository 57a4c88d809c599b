import { type Features, FEATURES_VERSION } from '#modes/recall/evaluator/domain/grader/features.ts';
import { type Forest, sumOf } from '#modes/recall/evaluator/domain/grader/forest.ts';
import { ECHOES, type GraderModel, vectorOf } from '#modes/recall/evaluator/domain/grader/model.ts';

import { fitLogistic } from '../train-detector/logistic.ts';
import { boost, type Boosting } from './boost.ts';
import { groupOf, type ReadAnswer } from './read-answers.ts';

export type Trained = Omit<GraderModel, 'thresholds'>;

/** The point's own words met, by weight, in both directions: the nearest reference before any model knows better. */
const NEARNESS = 'bothWeighedFresh';
const SCALE_RIDGE = 1;

/**
 * Which reference an answer meant is not labelled. So the nearest one is taken, trees are grown, and the one that those
 * trees find said most is taken instead.
 */
export function fit(answers: readonly ReadAnswer[], options: Boosting): Trained {
  const said = answers.filter(({ features }) => features.length > 0);
  const names = Object.keys(said[0]?.features[0] ?? {}).filter((name) => name !== ECHOES);
  const grow = (chosen: readonly Features[]): Forest =>
    boost(
      { values: chosen.map((each) => vectorOf(each, names)), targets: targetsOf(said), questions: questionsOf(said) },
      options,
    ).forest;
  const nearest = grow(said.map((answer) => highest(answer, (features) => features[NEARNESS] ?? 0)));
  const chosen = said.map((answer) => highest(answer, (features) => sumOf(nearest, vectorOf(features, names))));
  const forest = grow(chosen);
  return { featuresVersion: FEATURES_VERSION, features: names, forest, scale: scaleOf(said, names, forest) };
}

/** The trees are grown beside a level of each question, which is unknown of a new one: so their sum is scaled anew. */
function scaleOf(said: readonly ReadAnswer[], names: readonly string[], forest: Forest): Trained['scale'] {
  const values = said.map((answer) => {
    const sum = (features: Features): number => sumOf(forest, vectorOf(features, names));
    const features = highest(answer, sum);
    return [sum(features), features[ECHOES] ?? 0];
  });
  const { bias, weights } = fitLogistic({ values, targets: [...targetsOf(said)] }, SCALE_RIDGE);
  const short = (value: number): number => Math.round(value * 1_000) / 1_000;
  return { slope: short(weights[0] ?? 1), echoes: short(weights[1] ?? 0), base: short(bias) };
}

function targetsOf(answers: readonly ReadAnswer[]): Float64Array {
  return Float64Array.from(answers, ({ labelled }) => (labelled.label === 'correct' ? 1 : 0));
}

function questionsOf(answers: readonly ReadAnswer[]): Int32Array {
  const numbers = new Map<string, number>();
  return Int32Array.from(answers, (answer) => {
    const key = groupOf(answer);
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    return number;
  });
}

function highest({ features }: ReadAnswer, rank: (features: Features) => number): Features {
  return features.reduce((best, each) => (rank(each) > rank(best) ? each : best), features[0] ?? {});
}
