import type { Transaction } from 'kysely';

import type { Embedder } from '#embedding/server/embedder.ts';
import type { QueryTerm } from '#text/domain/terms.ts';

import type { SourceKind } from '../../storage/protocol.ts';
import type { OnTextWritten } from '../../storage/server/dependencies.ts';
import type { LibraryTables } from '../../storage/server/tables.ts';
import type { TellingTexts } from '../domain/known-language.ts';

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
  /** A source has all of them. */
  readonly tags?: readonly string[];
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

/** A result of search by words. */
export interface WordScore extends PassageScore {
  /**
   * The share of the query that the text says, 0 to 1: each word counts as much as it is rare, and one that no text has
   * counts too.
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
   * With the parts of German compounds, where texts have both: `Dombau` is `Dom` and `Bau` too. A word that no text has
   * is in those that are longer too: `Wirtschaft` in `Landwirtschaft`.
   */
  readonly terms: readonly QueryTerm[];
}

/**
 * BM25 over the words of passages, with the statistics of one person. A short source is scored as a whole, with its
 * title, and named by its first passage; a long one by its passages.
 */
export interface WordIndex {
  /** The best rows, best first. `terms` are what `queryTermsOf` makes of a query. */
  search(terms: readonly QueryTerm[], scope: SearchScope): Promise<readonly WordScore[]>;
  /** The words of a query as the texts of a person use them. */
  lookUp(person: string, terms: readonly QueryTerm[]): Promise<LookedUp>;
}

/** Cosine similarity over the vectors of one model. */
export interface VectorIndex {
  /** `model` is `EmbeddingModel.key`; vectors of other models are never compared. The score is the cosine. */
  search(vector: Float32Array, scope: SearchScope & { readonly model: string }): Promise<readonly PassageScore[]>;
  changed(person: string): void;
  close(): Promise<void>;
}

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

/** The index of words with its upkeep, as the database's engine provides it. */
export interface WordSearch extends WordIndex {
  readonly onTextWritten: OnTextWritten;
  /**
   * Indexes some of the passages of a long text, in a few milliseconds: those behind the passage with the number `after`.
   * Returns the number to go on from, or null once all are indexed.
   */
  indexPart(
    trx: Transaction<LibraryTables>,
    part: { readonly person: string; readonly sourceId: string; readonly after: number },
  ): Promise<number | null>;
  /**
   * Forgets what another version has indexed. What is not indexed yet follows in the background: found by state, so
   * that a stop in between loses nothing.
   */
  recover(): Promise<void>;
  /** Resolves once all that was there at `recover` is indexed, or the index is closed. */
  caughtUp(): Promise<void>;
  close(): Promise<void>;
}
