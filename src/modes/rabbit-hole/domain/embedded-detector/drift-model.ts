import { DETECTION_CONFIDENCE } from '../detection.ts';
import type { Features } from './features/features.ts';

/** A logistic regression as it is stored. */
export interface DriftModel {
  readonly featuresVersion: number;
  readonly bias: number;
  /** Minimum probability at which the subject counts as changed. */
  readonly shiftsFrom: number;
  /** By feature, unscaled; features without a weight are ignored. */
  readonly weights: Readonly<Record<string, number>>;
}

/** The probability that the last message changes the subject. */
export function chanceOf(features: Features, { bias, weights }: DriftModel): number {
  let sum = bias;
  for (const [name, weight] of Object.entries(weights)) sum += weight * (features[name] ?? 0);
  return 1 / (1 + Math.exp(-sum));
}

/** Rises with the probability, and equals the detection minimum at the model's threshold. */
export function confidenceOf(chance: number, { shiftsFrom }: DriftModel): number {
  return chance < shiftsFrom
    ? (DETECTION_CONFIDENCE * chance) / shiftsFrom
    : DETECTION_CONFIDENCE + ((1 - DETECTION_CONFIDENCE) * (chance - shiftsFrom)) / (1 - shiftsFrom);
}
