import type { Evidence } from './evidence.ts';

/**
 * A network of four hidden units, fitted to some 9,000 graded answers of pupils and students to science questions:
 * correct, contradictory or neither. What it was fitted on is not needed to run it. The features are in the order of
 * the weights.
 */
function featuresOf(evidence: Evidence): readonly number[] {
  const yes = (value: boolean): number => (value ? 1 : 0);
  return [
    evidence.covered,
    evidence.coveredNew,
    evidence.coveredInContext,
    evidence.precision,
    evidence.ordered,
    evidence.worstMissing,
    evidence.denied,
    yes(evidence.differsInNegation),
    yes(evidence.hasContrary),
    yes(evidence.hasOtherNumber),
    yes(evidence.missesNumber),
    yes(evidence.isQuestion),
    Math.log(1 + evidence.termCount),
    Math.log(1 + evidence.newTermCount),
    Math.log(1 + evidence.metNew),
    Math.log(1 + evidence.foreignWords),
    Math.log(1 + evidence.messageWords),
    evidence.covered * evidence.precision,
    evidence.coveredNew * evidence.precision,
    evidence.covered ** 2,
    evidence.coveredNew ** 2,
    evidence.coveredAnywhere,
    evidence.sequence,
    evidence.sequence ** 2,
    evidence.coveredNew / Math.log(2 + evidence.newTermCount),
    yes(evidence.newTermCount === 0),
    yes(evidence.coveredNew > 0.99),
    yes(evidence.metNew === 0),
    yes(evidence.isSwapped),
    yes(evidence.hasSubstitute),
  ];
}

/** Hidden units: a bias, then a weight for each feature. */
const HIDDEN: readonly (readonly number[])[] = [
  [
    -0.613, 0.133, 0.015, 0.162, 0.256, -0.52, 0.606, 0.492, 2.339, 1.992, 0.612, 0.097, -0.992, -0.112, 0.213, 0.005,
    0.68, 0.065, -0.136, -0.523, -0.217, 0.052, 0.13, -0.417, -0.283, 0.338, -0.348, -0.129, 0.69, 0.948, 0.346,
  ],
  [
    -1.466, 0.01, 0.169, 0.442, -0.381, 0.82, -0.41, 0.693, 1.14, -0.347, 0.106, -0.502, 0.21, 0.334, -0.179, -0.307,
    0.068, 0.434, -0.175, -0.314, 0.137, 0.006, 0.02, 0.305, -0.404, 0.741, 1.073, 0.847, -0.364, 0.992, -0.155,
  ],
  [
    -2.08, -0.045, 0.123, 0.123, 0.099, 0.045, 1.172, 0.167, -0.492, 0.871, -1.956, -0.181, 0.048, -0.006, -0.15,
    -0.121, 0.107, 0.164, 0.545, 0.515, 0.362, -0.025, -0.065, 1.321, 1.45, 0.379, 1.412, -0.162, -0.163, 0.313, 0.583,
  ],
  [
    1.017, -0.12, -0.109, -0.347, -0.548, 1.103, -0.393, 1.231, 0.766, 0.649, 1.84, -0.198, -0.721, -0.371, -0.363,
    -0.366, 0.175, -0.105, -0.023, -0.132, -0.174, 0.17, -0.064, -0.323, -0.375, 0.407, -0.097, 0.325, 0.243, 1.253,
    -0.455,
  ],
];
/** Expressed, contradicted, neither: a bias, then a weight for each hidden unit. */
const OUTPUT: readonly (readonly number[])[] = [
  [0.254, -0.733, 0.711, 0.233, -0.435],
  [-0.094, 0.755, -0.455, 0.449, 0.542],
  [-0.156, -0.031, -0.226, -0.7, -0.102],
];

export interface Chances {
  readonly expressed: number;
  readonly contradicted: number;
}

function weigh(weights: readonly number[], inputs: readonly number[]): number {
  return inputs.reduce((sum, input, index) => sum + input * (weights[index + 1] ?? 0), weights[0] ?? 0);
}

export function chancesOf(evidence: Evidence): Chances {
  const features = featuresOf(evidence);
  const hidden = HIDDEN.map((weights) => Math.tanh(weigh(weights, features)));
  const [expressed = 0, contradicted = 0, neither = 0] = OUTPUT.map((weights) => Math.exp(weigh(weights, hidden)));
  const sum = expressed + contradicted + neither;
  return { expressed: expressed / sum, contradicted: contradicted / sum };
}
