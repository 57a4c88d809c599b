import type { Transaction } from 'kysely';

import type { LibraryTables } from './tables.ts';

export interface WrittenText {
  readonly person: string;
  /** Ids of sources whose passages, title or tags were written. */
  readonly sources: readonly string[];
}

/**
 * Keeps the index of words in step with what was written, in the same transaction, so that search never sees a text
 * that is not there. Call it after the writes. It compares what is indexed with what is stored, so calling it once too
 * often changes nothing. Rows that a foreign key deletes leave the index by themselves.
 */
export type OnTextWritten = (trx: Transaction<LibraryTables>, written: WrittenText) => Promise<void>;
