import type { Bins } from './bins.ts';

/** What is left to explain of each row: the gradient of its loss, and the curvature. */
export interface Slopes {
  readonly gradient: Float64Array;
  readonly curvature: Float64Array;
}

export interface TreeShape {
  readonly depth: number;
  /** Draws leaves to zero. */
  readonly ridge: number;
  /** The least curvature in a leaf. */
  readonly leastLeaf: number;
}

/** A complete tree in breadth-first order; see `Forest`. */
export interface Tree {
  readonly features: number[];
  readonly cuts: number[];
  readonly leaves: number[];
}

interface Split {
  readonly feature: number;
  readonly bin: number;
  readonly gain: number;
}

/** Splits `rows` again and again where that explains most, by the features allowed. */
export function growTree(
  bins: Bins,
  slopes: Slopes,
  { rows, allowed, shape }: { rows: Int32Array; allowed: readonly number[]; shape: TreeShape },
): Tree {
  const nodes = 2 ** (shape.depth + 1) - 1;
  const tree: Tree = {
    features: Array.from({ length: nodes }, () => -1),
    cuts: Array.from({ length: nodes }, () => 0),
    leaves: Array.from({ length: nodes }, () => 0),
  };
  const rowsOf = new Map([[0, rows]]);
  for (let node = 0; node < nodes; node += 1) {
    const here = rowsOf.get(node);
    if (!here) continue;
    rowsOf.delete(node);
    const sum = sumOf(slopes, here);
    tree.leaves[node] = sum.gradient / (sum.curvature + shape.ridge);
    const split = 2 * node + 2 < nodes ? bestSplit(bins, slopes, { rows: here, allowed, shape, sum }) : null;
    if (!split) continue;
    tree.features[node] = split.feature;
    tree.cuts[node] = bins.cuts[split.feature]?.[split.bin] ?? 0;
    const column = bins.columns[split.feature] ?? new Uint8Array();
    rowsOf.set(
      2 * node + 1,
      here.filter((row) => (column[row] ?? 0) <= split.bin),
    );
    rowsOf.set(
      2 * node + 2,
      here.filter((row) => (column[row] ?? 0) > split.bin),
    );
  }
  return tree;
}

function sumOf({ gradient, curvature }: Slopes, rows: Int32Array) {
  const sum = { gradient: 0, curvature: 0 };
  for (const row of rows) {
    sum.gradient += gradient[row] ?? 0;
    sum.curvature += curvature[row] ?? 0;
  }
  return sum;
}

interface Place {
  readonly rows: Int32Array;
  readonly allowed: readonly number[];
  readonly shape: TreeShape;
  readonly sum: { readonly gradient: number; readonly curvature: number };
}

const MAX_BINS = 256;

function bestSplit(bins: Bins, { gradient, curvature }: Slopes, { rows, allowed, shape, sum }: Place): Split | null {
  const { ridge, leastLeaf } = shape;
  if (sum.curvature < 2 * leastLeaf) return null;
  const whole = sum.gradient ** 2 / (sum.curvature + ridge);
  const gradients = new Float64Array(MAX_BINS);
  const curvatures = new Float64Array(MAX_BINS);
  let best: Split | null = null;
  for (const feature of allowed) {
    const column = bins.columns[feature];
    const count = bins.cuts[feature]?.length ?? 0;
    if (!column || count === 0) continue;
    gradients.fill(0, 0, count + 1);
    curvatures.fill(0, 0, count + 1);
    for (const row of rows) {
      const bin = column[row] ?? 0;
      gradients[bin] = (gradients[bin] ?? 0) + (gradient[row] ?? 0);
      curvatures[bin] = (curvatures[bin] ?? 0) + (curvature[row] ?? 0);
    }
    let [left, leftCurvature] = [0, 0];
    for (let bin = 0; bin < count; bin += 1) {
      left += gradients[bin] ?? 0;
      leftCurvature += curvatures[bin] ?? 0;
      const rightCurvature = sum.curvature - leftCurvature;
      if (leftCurvature < leastLeaf) continue;
      if (rightCurvature < leastLeaf) break;
      const right = sum.gradient - left;
      const gain = left ** 2 / (leftCurvature + ridge) + right ** 2 / (rightCurvature + ridge) - whole;
      if (gain > (best?.gain ?? 1e-9)) best = { feature, bin, gain };
    }
  }
  return best;
}
