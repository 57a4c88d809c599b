import type { Transaction } from 'kysely';

import type { Database } from '#database/server/database.ts';
import type { SettledNow } from '#day/server/settled-now.ts';
import type { UndoLog } from '#undo/server/undo-log.ts';

import type { SourceState, SourceSummary } from '../protocol.ts';
import type { LibraryTables } from './tables.ts';

export interface LibraryDependencies {
  readonly database: Database<LibraryTables>;
  readonly undo: UndoLog;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** For whatever decides something final by time. */
  readonly settledNow: SettledNow;
  readonly newId: () => string;
  /** Call it in the transaction that writes passages, titles or tags. */
  readonly onTextWritten: OnTextWritten;
  /** Tells the person's pages that sources have changed; an empty list stands for many. Call it after the commit. */
  readonly notify: (person: string, sources: readonly string[]) => void;
  /** There may be sources with the state `waiting`. Call it after the commit. */
  readonly wakeIngestion: () => void;
  readonly progressOf: ProgressOf;
  readonly texts: Texts;
}

/** Reads texts; a long one in another thread. Call it before a transaction that writes the text. */
export interface Texts {
  factsOf(person: string, content: string): Promise<TextFacts>;
}

/** What is stored of a text beside it. */
export interface TextFacts {
  /** Equal for texts that differ in white space alone. Empty for a text without words. */
  readonly hash: string;
  readonly words: number;
  /** Keys of the sources that it links to. */
  readonly links: readonly string[];
}

/** The progress of reading a source, or of indexing its text; null unless that is under way. */
export type ProgressOf = (sourceId: string, state: SourceState) => SourceSummary['progress'];

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
