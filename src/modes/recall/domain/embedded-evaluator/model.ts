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
  [-0.308, 0.181, 0.385, -0.192, 0.239, -0.992, 1.768, -1.360, -0.520, -2.623, 0.576, -1.568, -2.012, -0.100, 0.083, 0.307, -0.159, 0.233, -0.129, 0.371, -0.018, 0.023, 0.146, 0.591, 0.259, -0.316, -0.575, -0.220, 0.096],
  [-0.750, 0.077, 0.086, 0.080, -0.204, -0.172, 2.207, -0.289, -0.592, 0.077, 2.179, -0.465, 3.799, -0.219, -0.029, 0.120, 0.074, -0.178, 0.573, 0.443, 0.197, 0.057, 0.075, 1.162, 1.223, 0.280, 1.113, -0.060, 0.084],
  [-2.326, 0.122, 0.216, 0.888, -0.094, 0.410, 0.261, 0.500, 0.392, 0.471, -2.486, -0.205, 0.965, 0.376, -0.219, -0.115, -0.082, 0.429, -0.231, -0.518, 0.111, -0.201, 0.089, 0.785, 0.469, 0.681, 0.632, 0.421, -0.299],
  [1.123, 0.060, -0.105, -0.358, 0.068, -0.630, 1.501, 0.452, 2.169, 1.447, 0.723, -0.416, 1.282, -0.323, 0.272, 0.062, 0.429, -0.094, -0.119, -0.803, -0.106, 0.229, 0.065, -0.610, -0.112, 0.165, -0.878, -0.187, 0.855],
];
/** Expressed, contradicted, neither: a bias, then a weight for each hidden unit. */
const OUTPUT: readonly (readonly number[])[] = [
  [0.481, 0.436, -0.026, 0.585, -0.802],
  [-0.422, -0.582, 0.510, -0.009, 0.743],
  [0.026, 0.148, -0.487, -0.572, 0.057],
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
