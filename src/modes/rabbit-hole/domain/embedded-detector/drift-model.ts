import { DETECTION_CONFIDENCE } from '../detection.ts';
import type { Features } from './features/features.ts';

/** A logistic regression as it is stored. */
export interface DriftModel {
  readonly featuresVersion: number;
  readonly bias: number;
  /** From this chance on the subject counts as left. */
  readonly shiftsFrom: number;
  /** Of each feature as it is; one without a weight does not count. */
  readonly weights: Readonly<Record<string, number>>;
}

/** The chance that the subject changes with the last message. */
export function chanceOf(features: Features, { bias, weights }: DriftModel): number {
  let sum = bias;
  for (const [name, weight] of Object.entries(weights)) sum += weight * (features[name] ?? 0);
  return 1 / (1 + Math.exp(-sum));
}

/** Rises with the chance, and is what a detection needs exactly where the subject counts as left. */
export function confidenceOf(chance: number, { shiftsFrom }: DriftModel): number {
  return chance < shiftsFrom
    ? (DETECTION_CONFIDENCE * chance) / shiftsFrom
    : DETECTION_CONFIDENCE + ((1 - DETECTION_CONFIDENCE) * (chance - shiftsFrom)) / (1 - shiftsFrom);
}
