/** How good rankings are, each 0 to 1: the means over all queries. */
export interface Measures {
  readonly ndcg10: number;
  readonly recall10: number;
  readonly mrr10: number;
}

const DEPTH = 10;

/** The measures of one ranking, as trec_eval defines them: the gain is the grade, the discount is logarithmic. */
export function measuresOf(ranking: readonly string[], grades: ReadonlyMap<string, number>): Measures {
  const gains = ranking.slice(0, DEPTH).map((document) => grades.get(document) ?? 0);
  const ideal = [...grades.values()].sort((one, other) => other - one).slice(0, DEPTH);
  const best = discounted(ideal);
  const first = gains.findIndex((gain) => gain > 0);
  return {
    ndcg10: best === 0 ? 0 : discounted(gains) / best,
    recall10: grades.size === 0 ? 0 : gains.filter((gain) => gain > 0).length / grades.size,
    mrr10: first < 0 ? 0 : 1 / (first + 1),
  };
}

function discounted(gains: readonly number[]): number {
  return gains.reduce((sum, gain, index) => sum + gain / Math.log2(index + 2), 0);
}

export function meanOf(measures: readonly Measures[]): Measures {
  const mean = (pick: (each: Measures) => number) =>
    measures.length === 0 ? 0 : measures.reduce((sum, each) => sum + pick(each), 0) / measures.length;
  return {
    ndcg10: mean(({ ndcg10 }) => ndcg10),
    recall10: mean(({ recall10 }) => recall10),
    mrr10: mean(({ mrr10 }) => mrr10),
  };
}
