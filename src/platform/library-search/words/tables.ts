import type { Generated } from 'kysely';

import type { LibraryTables } from '#library/storage/server/tables.ts';

/** The index of words, beside the tables from which it is derived. */
export interface WordTables extends LibraryTables {
  /** A single row: the version of the code that made the terms. */
  word_index: { version: number };
  /** Short numbers of people. */
  word_people: { number: Generated<number>; person_id: string };
  /** Each has a document with the same row in the index of its person. */
  word_units: { row: number; person: number; source_id: string; digest: string; length: number };
  /** The terms of words as written, to complete a word while it is typed. */
  word_forms: { person: number; form: string; term: string };
  /** PostgreSQL only. `length` is that of the unit. */
  word_postings: { person: number; term: string; row: number; count: number; length: number };
}
