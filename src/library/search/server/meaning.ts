import type { Embedder } from '#embedding/server/embedder.ts';

import type { VectorIndex } from './passage-search.ts';

/** Search by meaning, as indexing has prepared it. */
export interface Meaning {
  readonly vectors: VectorIndex;
  /**
   * The embedder whose vectors serve now: the person's, or while these are being made the one before. Null if the person
   * has no vectors yet.
   */
  servingOf(person: string): Promise<Embedder | null>;
  /** Sources of a person that are not indexed yet. */
  waitingSources(person: string): Promise<number>;
}
