import { type Features, FEATURES_VERSION } from './features.ts';
import { type Forest, sumOf } from './forest.ts';

/** The result of training. */
export interface GraderModel {
  readonly featuresVersion: number;
  /** In the order of the trees' feature numbers. */
  readonly features: readonly string[];
  readonly forest: Forest;
  /** From the trees' sum to log odds; `echoes` is the weight of other points of the batch that say nearly the same. */
  readonly scale: { readonly slope: number; readonly echoes: number; readonly base: number };
  readonly thresholds: Thresholds;
}

/** Probabilities from which a point is credited alone, and below which it was not said. */
export interface Thresholds {
  readonly yesFrom: number;
  readonly noBelow: number;
}

/** The probability that the answer expresses the point. */
export function chanceOf(model: Omit<GraderModel, 'thresholds'>, features: Features): number {
  if (model.featuresVersion !== FEATURES_VERSION) throw new Error('The weights were made with other features.');
  const { slope, echoes, base } = model.scale;
  const sum = sumOf(model.forest, vectorOf(features, model.features));
  return 1 / (1 + Math.exp(-(slope * sum + echoes * (features[ECHOES] ?? 0) + base)));
}

/** The one feature that the trees do not get: they would learn questions by it. */
export const ECHOES = 'echoes';

function vectorOf(features: Features, names: readonly string[]): Float64Array {
  return Float64Array.from(names, (name) => features[name] ?? 0);
}
