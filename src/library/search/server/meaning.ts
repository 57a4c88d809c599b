import type { Embedder } from '#embedding/server/embedder.ts';

import type { VectorIndex } from './passage-search.ts';

/** Search by meaning, as indexing has prepared it. */
export interface Meaning {
  readonly vectors: VectorIndex;
  /** Null before the person has any vectors. */
  servingOf(person: string): Promise<ServingVectors | null>;
}

interface ServingVectors {
  /** Embeds the query. Its model is that of the vectors. */
  readonly embedder: Embedder;
  /** Sources that are not indexed yet. */
  readonly waitingSources: number;
}
