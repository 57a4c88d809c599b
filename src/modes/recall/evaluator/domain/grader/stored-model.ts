import type { Forest } from './forest.ts';
import type { GraderModel } from './model.ts';

const TREES_A_LINE = 8;

/**
 * A model as text: the other parts as JSON in the first line, then the trees. Trees are in preorder: `f<c` is a node
 * that tests whether feature f is at most c; a lone number is a leaf.
 */
export function storedModel({ forest, ...rest }: GraderModel): string {
  const trees = forest.features.map((_, tree) => nodeText(forest, tree, 0));
  const lines: string[] = [];
  for (let from = 0; from < trees.length; from += TREES_A_LINE)
    lines.push(trees.slice(from, from + TREES_A_LINE).join('; '));
  return [JSON.stringify({ ...rest, bias: forest.bias }), ...lines].join('\n');
}

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

function nodeText(forest: Forest, tree: number, node: number): string {
  const feature = forest.features[tree]?.[node] ?? -1;
  if (feature < 0) return String(forest.leaves[tree]?.[node] ?? 0);
  const cut = forest.cuts[tree]?.[node] ?? 0;
  return `${feature}<${cut} ${nodeText(forest, tree, 2 * node + 1)} ${nodeText(forest, tree, 2 * node + 2)}`;
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
