import type { Expression, Kysely, SqlBool, Transaction } from 'kysely';

import type { WordScore } from '#library/search/server/passage-search.ts';

import type { WordTables } from './tables.ts';

export const K1 = 1.2;
export const B = 0.75;

export interface Document {
  readonly row: number;
  readonly terms: readonly string[];
  /** Number of its words. A second spelling of a word, and a name, add terms but not length. */
  readonly length: number;
}

/** A word as written, but folded, and its term. */
export type Form = readonly [form: string, term: string];

/** The weight includes the inverse document frequency. */
export interface WeightedTerm {
  readonly term: string;
  readonly weight: number;
  /** Contribution to the covered share of a query: a rare word contributes far more than a common one. */
  readonly telling: number;
}

/** At most 1: a text can contain a word in the terms of two languages. */
export function coveredShare(covered: number, whole: number): number {
  return whole === 0 ? 0 : Math.min(1, covered / whole);
}

/** The number of a person's documents and their mean length, in terms. */
export interface Statistics {
  readonly documents: number;
  readonly meanLength: number;
}

export interface Ranking {
  readonly terms: readonly WeightedTerm[];
  /** Sum of the contributions of all words of the query. */
  readonly whole: number;
  readonly statistics: Statistics;
  /** A condition on the columns of `sources`. */
  readonly condition: Expression<SqlBool>;
  readonly limit: number;
}

/** The part of the index that differs between the engines. A person is a `word_people.number`. */
export interface Postings {
  /** Documents leave the index when their rows of `word_units` are deleted. */
  add(trx: Transaction<WordTables>, person: number, documents: readonly Document[]): Promise<void>;
  /** Ignores those already stored. */
  addForms(trx: Transaction<WordTables>, person: number, forms: readonly Form[]): Promise<void>;
  /** Deletes the documents of everyone. */
  clear(trx: Transaction<WordTables>): Promise<void>;
  /** Deletes the documents of a person who is being removed. */
  forget(trx: Transaction<WordTables>, person: number): Promise<void>;
  /** The number of documents that contain each term. */
  count(db: Kysely<WordTables>, person: number, terms: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** The sum over terms of weight × tf × (k1 + 1) / (tf + k1 × (1 - b + b × length / mean length)), best first. */
  rank(db: Kysely<WordTables>, person: number, ranking: Ranking): Promise<readonly WordScore[]>;
}
