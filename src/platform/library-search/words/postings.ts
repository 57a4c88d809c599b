import type { Expression, Kysely, SqlBool, Transaction } from 'kysely';

import type { WordScore } from '#library/search/server/passage-search.ts';

import type { WordTables } from './tables.ts';

export const K1 = 1.2;
export const B = 0.75;

export interface Document {
  readonly row: number;
  readonly terms: readonly string[];
  /** Its words; a word with two spellings and a name add terms, but make no text longer. */
  readonly length: number;
}

/** A word as written, folded, and its term. */
export type Form = readonly [form: string, term: string];

/** The weight holds the inverse document frequency. */
export interface WeightedTerm {
  readonly term: string;
  readonly weight: number;
  /** What it adds to the covered share of a query: a rare word tells far more than a common one. */
  readonly telling: number;
}

/** At most all: a text may have a word in the terms of two languages. */
export function coveredShare(covered: number, whole: number): number {
  return whole === 0 ? 0 : Math.min(1, covered / whole);
}

/** All documents of a person and their mean length, in terms. */
export interface Statistics {
  readonly documents: number;
  readonly meanLength: number;
}

export interface Ranking {
  readonly terms: readonly WeightedTerm[];
  /** What the words of the query would add together. */
  readonly whole: number;
  readonly statistics: Statistics;
  /** On the columns of `sources`. */
  readonly condition: Expression<SqlBool>;
  readonly limit: number;
}

/** The part of the index that differs between the engines. A person is a `word_people.number`. */
export interface Postings {
  /** Documents leave the index with their rows of `word_units`. */
  add(trx: Transaction<WordTables>, person: number, documents: readonly Document[]): Promise<void>;
  /** Those that are known already are ignored. */
  addForms(trx: Transaction<WordTables>, person: number, forms: readonly Form[]): Promise<void>;
  /** Drops the documents of everyone. */
  clear(trx: Transaction<WordTables>): Promise<void>;
  /** Drops the documents of a person who is being removed. */
  forget(trx: Transaction<WordTables>, person: number): Promise<void>;
  /** The number of documents that have each term. */
  count(db: Kysely<WordTables>, person: number, terms: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** The sum over terms of weight × tf × (k1 + 1) / (tf + k1 × (1 - b + b × length / mean length)), best first. */
  rank(db: Kysely<WordTables>, person: number, ranking: Ranking): Promise<readonly WordScore[]>;
}
