export interface EmbeddingFacts {
  readonly dimension: number;
  /** The minimum cosine at which a passage counts as found by meaning. */
  readonly threshold: number;
  /** Share of the cosine in the fused score of a search, 0 to 1. */
  readonly weight: number;
  /** The languages it was trained on, ISO 639-1; null for any. */
  readonly languages: readonly string[] | null;
}

/**
 * all-MiniLM-L6-v2. It reads 256 tokens and cuts the rest silently. In the calibration of `thresholdOf`, which gives
 * .28, the cosines of pairs are .28 to .67 and all others are at most .20. The threshold is a little higher, because a
 * library has more passages that can be near by chance. The weight was the best of 0 to 1 on a collection of technical
 * abstracts, where .5 to .8 differ little.
 */
export const embeddedEmbedding: EmbeddingFacts = {
  dimension: 384,
  threshold: 0.3,
  weight: 0.6,
  languages: ['en'],
};

/** Used alone, these models find more than the search by words, so their weight is higher. */
const hosted = { weight: 0.7, languages: null };

const known: Readonly<Record<string, EmbeddingFacts>> = {
  'text-embedding-3-small': { ...hosted, dimension: 1_536, threshold: 0.5 },
  'text-embedding-3-large': { ...hosted, dimension: 3_072, threshold: 0.5 },
  'text-embedding-ada-002': { ...hosted, dimension: 1_536, threshold: 0.8 },
};

export const isKnownEmbedding = (id: string): boolean => Object.hasOwn(known, id);

/** Facts learned about a model that Warren does not know. */
export interface LearnedEmbedding {
  readonly dimension: number;
  readonly threshold: number;
}

/** The facts of a provider's model; undefined if it is unknown and nothing was learned about it. */
export function embeddingFacts(id: string, learned: LearnedEmbedding | undefined): EmbeddingFacts | undefined {
  if (isKnownEmbedding(id)) return known[id];
  return learned && { ...hosted, ...learned };
}
