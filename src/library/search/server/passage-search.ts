import type { QueryTerm } from '#text/domain/terms.ts';

import type { SourceKind } from '../../storage/protocol.ts';

/**
 * The two arms of search as a database engine or a vector index provides them. Rows name passages by
 * `passages.row`. Every search is about one person's sources.
 */

/** Which passages a search is about: those of the sources for which all of this holds. Deleted sources never are. */
export interface PassageFilter {
  /** Bucket ids; null is the inbox. Undefined: all. */
  readonly buckets?: readonly (string | null)[];
  readonly kinds?: readonly SourceKind[];
  readonly whose?: 'own' | 'others';
  readonly tag?: string;
  readonly state?: 'reading' | 'failed';
  /** Default false: without archived sources. True: only archived ones. */
  readonly isArchived?: boolean;
  /** Only these sources. */
  readonly sources?: readonly string[];
  /** Left out before any limit applies. */
  readonly excludedSources?: readonly string[];
}

/** Higher scores are better. */
export interface PassageScore {
  readonly row: number;
  readonly score: number;
}

export interface SearchScope {
  readonly person: string;
  readonly filter: PassageFilter;
  /** Maximum number of passages. */
  readonly limit: number;
}

/**
 * BM25 over the words of passages, with the statistics of one person. A short source is scored as a whole, with its
 * title, and named by its first passage; a long one by its passages.
 */
export interface WordIndex {
  /** The best rows, best first. `terms` are what `queryTermsOf` makes of a query. */
  search(terms: readonly QueryTerm[], scope: SearchScope): Promise<readonly PassageScore[]>;
}

/** Cosine similarity over the vectors of one model. */
export interface VectorIndex {
  /** `model` is `EmbeddingModel.key`; vectors of other models are never compared. The score is the cosine. */
  search(vector: Float32Array, scope: SearchScope & { readonly model: string }): Promise<readonly PassageScore[]>;
  /** Vectors or passages of a person have changed. */
  changed(person: string): void;
  close(): Promise<void>;
}
