import type { GraderModel } from './model.ts';

/**
 * Reads a model from text: the other parts as JSON in the first line, then the trees. Trees are in preorder: `f<c` is a
 * node that tests whether feature f is at most c; a lone number is a leaf.
 */
export function readStoredModel(text: string): GraderModel {
  const [first = '', ...lines] = text.trim().split('\n');
  const { bias, ...rest } = JSON.parse(first) as Omit<GraderModel, 'forest'> & { readonly bias: number };
  const trees = lines.flatMap((line) => line.split('; ')).map(readTree);
  return {
    ...rest,
    forest: {
      bias,
      features: trees.map(({ features }) => features),
      cuts: trees.map(({ cuts }) => cuts),
      leaves: trees.map(({ leaves }) => leaves),
    },
  };
}

function readTree(text: string) {
  const tokens = text.split(' ').values();
  const [features, cuts, leaves]: [number[], number[], number[]] = [[], [], []];
  function place(node: number): void {
    const [feature = '', cut] = (tokens.next().value ?? '').split('<');
    const isLeaf = cut === undefined;
    features[node] = isLeaf ? -1 : Number(feature);
    cuts[node] = isLeaf ? 0 : Number(cut);
    leaves[node] = isLeaf ? Number(feature) : 0;
    if (isLeaf) return;
    place(2 * node + 1);
    place(2 * node + 2);
  }
  place(0);
  const whole = (values: readonly number[]) => Float64Array.from(values, (value) => value ?? 0);
  return { features: whole(features), cuts: whole(cuts), leaves: whole(leaves) };
}
