import type { Transaction } from 'kysely';

import type { Embedder } from '#embedding/server/embedder.ts';
import type { QueryTerm } from '#text/domain/terms.ts';

import type { SourceKind } from '../../storage/protocol.ts';
import type { OnTextWritten } from '../../storage/server/dependencies.ts';
import type { LibraryTables } from '../../storage/server/tables.ts';
import type { TellingTexts } from '../domain/known-language.ts';

/**
 * The two arms of search as a database engine or a vector index provides them. Rows identify passages by
 * `passages.row`. Every search covers the sources of one person.
 */

/** Restricts a search to passages of sources that meet all conditions. Deleted sources are never included. */
export interface PassageFilter {
  /** Bucket ids; null is the inbox. Undefined: all. */
  readonly buckets?: readonly (string | null)[];
  readonly kinds?: readonly SourceKind[];
  readonly whose?: 'own' | 'others';
  /** A source must have all of them. */
  readonly tags?: readonly string[];
  readonly state?: 'reading' | 'failed';
  /** Default false: without archived sources. True: only archived ones. */
  readonly isArchived?: boolean;
  /** Only these sources. */
  readonly sources?: readonly string[];
  /** Excluded before any limit applies. */
  readonly excludedSources?: readonly string[];
}

/** Higher scores are better. */
export interface PassageScore {
  readonly row: number;
  readonly score: number;
}

/** A result of search by words. */
export interface WordScore extends PassageScore {
  /**
   * The share of the query that the text contains, 0 to 1. Words are weighted by their rarity, and words that no text
   * contains count too.
   */
  readonly covered: number;
}

export interface SearchScope {
  readonly person: string;
  readonly filter: PassageFilter;
  readonly limit: number;
}

export interface LookedUp extends TellingTexts {
  /**
   * Includes the parts of German compounds if texts contain both: `Dombau` also gives `Dom` and `Bau`. A word that no
   * text contains also matches longer words with it inside: `Wirtschaft` in `Landwirtschaft`.
   */
  readonly terms: readonly QueryTerm[];
}

/**
 * BM25 over the words of passages, with the statistics of one person. A short source is scored as a whole, with its
 * title, and identified by its first passage; a long one by its passages.
 */
export interface WordIndex {
  /** The best rows, best first. `terms` are the result of `queryTermsOf` for a query. */
  search(terms: readonly QueryTerm[], scope: SearchScope): Promise<readonly WordScore[]>;
  /** Adapts the words of a query to their use in a person's texts. */
  lookUp(person: string, terms: readonly QueryTerm[]): Promise<LookedUp>;
}

/** Cosine similarity over the vectors of one model. */
export interface VectorIndex {
  /** `model` is `EmbeddingModel.key`; vectors of other models are never compared. The score is the cosine. */
  search(vector: Float32Array, scope: SearchScope & { readonly model: string }): Promise<readonly PassageScore[]>;
  changed(person: string): void;
  close(): Promise<void>;
}

/** Search by meaning over the vectors that indexing has stored. */
export interface Meaning {
  readonly vectors: VectorIndex;
  /** Null if the person has no vectors yet. */
  servingOf(person: string): Promise<ServingVectors | null>;
}

interface ServingVectors {
  /** Embeds the query. Its model is that of the vectors. */
  readonly embedder: Embedder;
  /** Number of sources that are not indexed yet. */
  readonly waitingSources: number;
}

/** The index of words with its maintenance, as the database's engine provides it. */
export interface WordSearch extends WordIndex {
  readonly onTextWritten: OnTextWritten;
  /**
   * Indexes some of the passages of a long text, in a few milliseconds, beginning after the passage with the number
   * `after`. Returns the number to continue from, or null when all are indexed.
   */
  indexPart(
    trx: Transaction<LibraryTables>,
    part: { readonly person: string; readonly sourceId: string; readonly after: number },
  ): Promise<number | null>;
  /**
   * Deletes what another version has indexed. The rest follows in the background: missing entries are found by a query,
   * so a stop in between loses nothing.
   */
  recover(): Promise<void>;
  /** Resolves when everything that existed at `recover` is indexed, or the index is closed. */
  caughtUp(): Promise<void>;
  close(): Promise<void>;
}
