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
  ];
}

/** Hidden units: a bias, then a weight for each feature. */
const HIDDEN: readonly (readonly number[])[] = [
  [
    0.588, -0.183, -0.074, -0.045, -0.16, 0.656, -1.292, -0.429, -2.3, -1.872, 0.309, -0.304, 0.0, 0.174, -0.215, -0.12,
    -0.618, 0.021, 0.09, 0.47, 0.106, -0.149, -0.182, 0.383, 0.24, -0.364, 0.176, 0.216, -0.664,
  ],
  [
    -1.626, 0.078, 0.247, 0.38, -0.263, 0.754, -0.516, 0.996, 1.058, 0.283, -2.642, 0.247, -0.0, 0.285, -0.161, -0.337,
    0.046, 0.386, -0.276, -0.213, 0.2, 0.019, 0.115, 0.237, -0.255, 0.847, 1.148, 0.708, -0.442,
  ],
  [
    -2.021, -0.01, 0.141, 0.223, -0.028, 0.067, 1.486, 0.159, -0.543, 0.497, -1.296, -0.616, -0.0, 0.009, -0.107,
    -0.042, 0.062, 0.106, 0.434, 0.346, 0.354, -0.011, -0.003, 1.42, 1.603, 0.341, 1.251, -0.162, -0.091,
  ],
  [
    1.081, -0.132, -0.151, -0.17, -0.357, 1.145, -1.706, 1.427, 0.701, 2.2, 0.523, 0.85, 0.0, -0.271, -0.32, -0.302,
    0.192, -0.141, 0.055, -0.351, -0.15, 0.012, -0.068, -0.449, -0.358, 0.352, 0.147, 0.187, -0.025,
  ],
];
/** Expressed, contradicted, neither: a bias, then a weight for each hidden unit. */
const OUTPUT: readonly (readonly number[])[] = [
  [0.313, 0.652, 0.66, 0.221, -0.456],
  [-0.17, -0.683, -0.392, 0.417, 0.557],
  [-0.151, 0.035, -0.263, -0.64, -0.099],
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
