import type { Forest } from './forest.ts';
import type { GraderModel, Line, Thresholds } from './model.ts';

/**
 * A model as text. One line per number, list or tree: a name, then its data. Trees are in preorder: `f<c` is a node
 * that tests whether feature f is at most c; a lone number is a leaf.
 */
export function storedModel(model: GraderModel): string {
  const numbers = [
    `featuresVersion ${model.featuresVersion}`,
    ...(['alone', 'echoed'] as const).map((name) => `${name} ${thresholdsText(model[name])}`),
  ];
  const parts = (['expressed', 'contradicted'] as const).flatMap((name) => [
    `${name}.line ${lineText(model[name].line)}`,
    `${name}.bias ${model[name].forest.bias}`,
    ...treesText(model[name].forest).map((trees) => `${name}.trees ${trees}`),
  ]);
  return [...numbers, `features ${model.features.join(' ')}`, ...wordLines(model.wordWeights), ...parts].join('\n');
}

export function readStoredModel(text: string): GraderModel {
  const found = new Map<string, string[]>();
  for (const line of text.trim().split('\n')) {
    const space = line.indexOf(' ');
    const name = line.slice(0, space);
    found.set(name, [...(found.get(name) ?? []), line.slice(space + 1)]);
  }
  const one = (name: string): string => found.get(name)?.[0] ?? '';
  const part = (name: string): GraderModel['expressed'] => ({
    forest: readForest(Number(one(`${name}.bias`)), found.get(`${name}.trees`) ?? []),
    line: readLine(one(`${name}.line`)),
  });
  return {
    featuresVersion: Number(one('featuresVersion')),
    features: one('features').split(' '),
    wordWeights: readWords(found.get('words') ?? []),
    expressed: part('expressed'),
    contradicted: part('contradicted'),
    alone: readThresholds(one('alone')),
    echoed: readThresholds(one('echoed')),
  };
}

function thresholdsText({ expressedFrom, creditedFrom, contradictedFrom }: Thresholds): string {
  return `${expressedFrom} ${creditedFrom} ${contradictedFrom}`;
}

function readThresholds(text: string): Thresholds {
  const [expressedFrom = 1, creditedFrom = 1, contradictedFrom = 1] = text.split(' ').map(Number);
  return { expressedFrom, creditedFrom, contradictedFrom };
}

const TREES_A_LINE = 8;
const WORDS_A_LINE = 50;

/** Words of equal weight share a line. */
function wordLines(weights: GraderModel['wordWeights']): readonly string[] {
  const stems = Map.groupBy([...weights.keys()].toSorted(), (stem) => weights.get(stem) ?? 1);
  return [...stems]
    .toSorted(([one], [other]) => one - other)
    .flatMap(([weight, all]) => {
      const lines: string[] = [];
      for (let from = 0; from < all.length; from += WORDS_A_LINE)
        lines.push(`words ${weight} ${all.slice(from, from + WORDS_A_LINE).join(' ')}`);
      return lines;
    });
}

function readWords(lines: readonly string[]): GraderModel['wordWeights'] {
  return new Map(
    lines.flatMap((line) => {
      const [weight, ...stems] = line.split(' ');
      return stems.map((stem) => [stem, Number(weight)] as const);
    }),
  );
}

function lineText({ base, weights }: Line): string {
  return [String(base), ...Object.entries(weights).map(([name, weight]) => `${name}:${weight}`)].join(' ');
}

function readLine(text: string): Line {
  const [base, ...weights] = text.split(' ');
  const entries = weights.map((each) => each.split(':')).map(([name = '', weight]) => [name, Number(weight)] as const);
  return { base: Number(base), weights: Object.fromEntries(entries) };
}

function treesText(forest: Forest): readonly string[] {
  const trees = forest.features.map((_, tree) => nodeText(forest, tree, 0));
  const lines: string[] = [];
  for (let from = 0; from < trees.length; from += TREES_A_LINE)
    lines.push(trees.slice(from, from + TREES_A_LINE).join('; '));
  return lines;
}

function nodeText(forest: Forest, tree: number, node: number): string {
  const feature = forest.features[tree]?.[node] ?? -1;
  if (feature < 0) return String(forest.leaves[tree]?.[node] ?? 0);
  const cut = forest.cuts[tree]?.[node] ?? 0;
  return `${feature}<${cut} ${nodeText(forest, tree, 2 * node + 1)} ${nodeText(forest, tree, 2 * node + 2)}`;
}

function readForest(bias: number, lines: readonly string[]): Forest {
  const trees = lines.flatMap((line) => line.split('; ')).map(readTree);
  return {
    bias,
    features: trees.map(({ features }) => features),
    cuts: trees.map(({ cuts }) => cuts),
    leaves: trees.map(({ leaves }) => leaves),
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
