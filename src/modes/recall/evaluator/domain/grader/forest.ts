/**
 * Boosted trees as stored. All trees are complete and of one depth, in breadth-first order: node n has children 2n +
 * 1 (at most the cut) and 2n + 2. A node whose feature is -1 is a leaf.
 */
export interface Forest {
  readonly bias: number;
  /** By tree and node: the feature to test, or -1. */
  readonly features: readonly ArrayLike<number>[];
  readonly cuts: readonly ArrayLike<number>[];
  readonly leaves: readonly ArrayLike<number>[];
}

/** Log odds. */
export function sumOf(forest: Forest, values: ArrayLike<number>): number {
  let sum = forest.bias;
  for (let tree = 0; tree < forest.features.length; tree += 1) {
    const features = forest.features[tree] ?? [];
    const cuts = forest.cuts[tree] ?? [];
    let node = 0;
    for (let feature = features[0] ?? -1; feature >= 0; feature = features[node] ?? -1)
      node = (values[feature] ?? 0) <= (cuts[node] ?? 0) ? 2 * node + 1 : 2 * node + 2;
    sum += forest.leaves[tree]?.[node] ?? 0;
  }
  return sum;
}
