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
  /** Clock for everything that decides something final by time. */
  readonly settledNow: SettledNow;
  readonly newId: () => string;
  /** Call it in the transaction that writes passages, titles or tags. */
  readonly onTextWritten: OnTextWritten;
  /** Notifies the person's pages that sources have changed; an empty list stands for many. Call it after the commit. */
  readonly notify: (person: string, sources: readonly string[]) => void;
  /** Call it after a commit that may have added sources with the state `waiting`. */
  readonly wakeIngestion: () => void;
  readonly progressOf: ProgressOf;
  readonly texts: Texts;
}

/** Reads texts, long ones in another thread. Call it before a transaction that writes the text. */
export interface Texts {
  factsOf(person: string, content: string): Promise<TextFacts>;
}

/** The values that are stored with a text and derived from it. */
export interface TextFacts {
  /** Equal for texts that differ only in white space. Empty for a text without words. */
  readonly hash: string;
  readonly words: number;
  /** Link keys of the sources that it links to. */
  readonly links: readonly string[];
}

/** The progress of reading a source, or of indexing its text; null unless that is running. */
export type ProgressOf = (sourceId: string, state: SourceState) => SourceSummary['progress'];

export interface WrittenText {
  readonly person: string;
  /** Ids of sources whose passages, title or tags were written. */
  readonly sources: readonly string[];
}

/**
 * Updates the index of words in the transaction of a write, so that search never returns a text that does not exist.
 * Call it after the writes. It compares the index with the stored texts, so an extra call changes nothing. Rows that a
 * foreign key deletes leave the index automatically.
 */
export type OnTextWritten = (trx: Transaction<LibraryTables>, written: WrittenText) => Promise<void>;
