import { type Forest, sumOf } from '#modes/recall/evaluator/domain/grader/forest.ts';

import { binsOf } from './bins.ts';
import { seeded, sigmoid } from './chance.ts';
import { growTree, type Slopes, type Tree, type TreeShape } from './grow-tree.ts';

export interface Boosting extends TreeShape {
  readonly rounds: number;
  /** How much of each tree is taken. */
  readonly rate: number;
  readonly shareOfRows: number;
  readonly shareOfFeatures: number;
  readonly seed: number;
  /** Draws the questions' levels to zero: the weight of so many answers' worth of doubt. */
  readonly levelRidge: number;
}

export interface Sample {
  readonly values: readonly ArrayLike<number>[];
  /** 0 or 1. */
  readonly targets: Float64Array;
  /** Which question a row answers, from 0. */
  readonly questions: Int32Array;
}

export interface Boosted {
  readonly forest: Forest;
  /** How much easier than the rest each question is, in log odds. */
  readonly levels: Float64Array;
  /** How much is known of each level. */
  readonly certainty: Float64Array;
}

const MAX_BINS = 32;
const ROUNDS_A_LEVEL = 5;

/**
 * Gradient-boosted trees on the logistic loss. Questions differ in how many answers to them are right, and trees would
 * learn the questions by heart to explain that: so each question has a level of its own beside the trees, which is
 * forgotten afterwards, and what the trees learn is what sets a right answer apart from a wrong one to the same question.
 */
export function boost({ values, targets, questions }: Sample, options: Boosting): Boosted {
  const count = values.length;
  const bins = binsOf(values, MAX_BINS);
  const draw = seeded(options.seed);
  const mean = targets.reduce((sum, target) => sum + target, 0) / count;
  const bias = Math.log(mean / (1 - mean));
  const sums = new Float64Array(count).fill(bias);
  const levels = new Float64Array(Math.max(0, ...questions) + 1);
  const certainty = new Float64Array(levels.length);
  const slopes: Slopes = { gradient: new Float64Array(count), curvature: new Float64Array(count) };
  const trees: Tree[] = [];
  const settle = () => settleLevels({ sums, targets, questions }, { levels, certainty }, options.levelRidge);
  for (let round = 0; round < options.rounds; round += 1) {
    if (round % ROUNDS_A_LEVEL === 0) settle();
    for (let row = 0; row < count; row += 1) {
      const chance = sigmoid((sums[row] ?? 0) + (levels[questions[row] ?? 0] ?? 0));
      slopes.gradient[row] = (targets[row] ?? 0) - chance;
      slopes.curvature[row] = Math.max(1e-6, chance * (1 - chance));
    }
    const rows = Int32Array.from([...sums.keys()].filter(() => draw() < options.shareOfRows));
    const allowed = [...bins.cuts.keys()].filter(() => draw() < options.shareOfFeatures);
    const tree = damped(growTree(bins, slopes, { rows, allowed, shape: options }), options.rate);
    trees.push(tree);
    const alone = forestOf([tree], 0);
    for (const [row, each] of values.entries()) sums[row] = (sums[row] ?? 0) + sumOf(alone, each);
  }
  settle();
  return { forest: forestOf(trees, bias), levels, certainty };
}

/** Leaves as they are stored: short. */
function damped(tree: Tree, rate: number): Tree {
  return { ...tree, leaves: tree.leaves.map((leaf) => Math.round(leaf * rate * 10_000) / 10_000) };
}

function forestOf(trees: readonly Tree[], bias: number): Forest {
  return {
    bias: Math.round(bias * 10_000) / 10_000,
    features: trees.map((tree) => tree.features),
    cuts: trees.map((tree) => tree.cuts),
    leaves: trees.map((tree) => tree.leaves),
  };
}

interface Standing {
  readonly sums: Float64Array;
  readonly targets: Float64Array;
  readonly questions: Int32Array;
}

/** Two steps of Newton's towards what each question's answers say of its level. */
function settleLevels(
  { sums, targets, questions }: Standing,
  { levels, certainty }: Pick<Boosted, 'levels' | 'certainty'>,
  ridge: number,
): void {
  for (let step = 0; step < 2; step += 1) {
    const gradient = new Float64Array(levels.length);
    certainty.fill(0);
    for (const [row, sum] of sums.entries()) {
      const question = questions[row] ?? 0;
      const chance = sigmoid(sum + (levels[question] ?? 0));
      gradient[question] = (gradient[question] ?? 0) + (targets[row] ?? 0) - chance;
      certainty[question] = (certainty[question] ?? 0) + chance * (1 - chance);
    }
    for (const [question, level] of levels.entries()) {
      const step_ = ((gradient[question] ?? 0) - level * ridge) / ((certainty[question] ?? 0) + ridge);
      levels[question] = level + step_;
    }
  }
}
