import type { Generated } from 'kysely';

import type { LibraryTables } from '#library/storage/server/tables.ts';

/** The index of words, beside the tables that it is derived from. */
export interface WordTables extends LibraryTables {
  /** One row: the version of the code that made the terms. */
  word_index: { version: number };
  /** Short numbers of people. */
  word_people: { number: Generated<number>; person_id: string };
  /** Each has a document in the index of its person, under its row. */
  word_units: { row: number; person: number; source_id: string; digest: string; length: number };
  /** The terms of words as written, to complete a word that is being typed. */
  word_forms: { person: number; form: string; term: string };
  /** PostgreSQL alone. `length` is that of the unit. */
  word_postings: { person: number; term: string; row: number; count: number; length: number };
}
