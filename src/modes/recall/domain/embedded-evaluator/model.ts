import type { Evidence } from './evidence.ts';

/**
 * A network of four hidden units, fitted to some 9,000 graded answers of pupils and students to science questions:
 * correct, contradictory or neither. What it was fitted on is not needed to run it. The features are in the order of
 * the weights.
 */
export function featuresOf(evidence: Evidence): readonly number[] {
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
    0.628, -0.134, -0.098, -0.019, -0.118, 0.592, -1.306, -0.433, -2.265, -1.851, -0.217, -0.187, 0.0, 0.183, -0.194,
    -0.17, -0.637, 0.011, 0.09, 0.402, 0.132, -0.148, -0.159, 0.321, 0.282, -0.398, -0.029, 0.225, -0.502,
  ],
  [
    -1.637, 0.085, 0.247, 0.368, -0.293, 0.839, -0.508, 1.023, 1.174, 0.254, -2.523, 0.318, -0.0, 0.273, -0.177, -0.302,
    0.067, 0.383, -0.251, -0.125, 0.175, 0.023, 0.077, 0.234, -0.279, 0.826, 1.197, 0.682, -0.422,
  ],
  [
    -1.953, -0.014, 0.137, 0.212, -0.039, 0.072, 1.364, 0.259, -0.586, 0.504, -1.322, -0.653, -0.0, 0.001, -0.119,
    -0.054, 0.066, 0.099, 0.462, 0.353, 0.329, -0.004, -0.006, 1.431, 1.617, 0.341, 1.329, -0.141, -0.101,
  ],
  [
    1.32, -0.097, -0.174, -0.258, -0.287, 1.121, -1.757, 1.411, 0.757, 2.179, -0.01, 1.067, 0.0, -0.274, -0.274, -0.307,
    0.167, -0.168, 0.05, -0.468, -0.13, 0.041, -0.064, -0.527, -0.415, 0.285, -0.016, 0.194, 0.156,
  ],
];
/** Expressed, contradicted, neither: a bias, then a weight for each hidden unit. */
const OUTPUT: readonly (readonly number[])[] = [
  [0.328, 0.63, 0.66, 0.204, -0.463],
  [-0.19, -0.67, -0.413, 0.439, 0.546],
  [-0.145, 0.043, -0.242, -0.645, -0.081],
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
