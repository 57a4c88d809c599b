import { type Features, FEATURES_VERSION } from './features/features.ts';
import { type Forest, sumOf } from './forest.ts';
import type { WordWeights } from './words/word-weight.ts';

/** A linear model over question levels: weights by setting. */
export interface Line {
  readonly base: number;
  readonly weights: Features;
}

/** Probabilities from which a point is expressed, credited or contradicted. */
export interface Thresholds {
  readonly expressedFrom: number;
  readonly creditedFrom: number;
  readonly contradictedFrom: number;
}

/** The result of training. All sums are log odds. */
export interface GraderModel {
  readonly featuresVersion: number;
  /** How informative words are. */
  readonly wordWeights: WordWeights;
  /** In the order of the trees' feature numbers. */
  readonly features: readonly string[];
  readonly expressed: { readonly forest: Forest; readonly line: Line };
  /** For what is not expressed. */
  readonly contradicted: { readonly forest: Forest; readonly line: Line };
  /** For a point that no other point of the batch repeats, and for one that some do. */
  readonly alone: Thresholds;
  readonly echoed: Thresholds;
}

export interface Chances {
  readonly expressed: number;
  /** Given that it is not expressed. */
  readonly contradicted: number;
}

/** A model without its thresholds. */
type Weights = Omit<GraderModel, 'alone' | 'echoed'>;

export function chancesOf(model: Weights, features: Features, setting: Features): Chances {
  if (model.featuresVersion !== FEATURES_VERSION) throw new Error('The weights were made with other features.');
  const values = vectorOf(features, model.features);
  const chance = ({ forest, line }: GraderModel['expressed']): number =>
    1 / (1 + Math.exp(-(sumOf(forest, values) + levelOf(line, setting))));
  return { expressed: chance(model.expressed), contradicted: chance(model.contradicted) };
}

export function vectorOf(features: Features, names: readonly string[]): Float64Array {
  return Float64Array.from(names, (name) => features[name] ?? 0);
}

function levelOf({ base, weights }: Line, setting: Features): number {
  return Object.entries(weights).reduce((sum, [name, weight]) => sum + weight * (setting[name] ?? 0), base);
}
