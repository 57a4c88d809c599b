import type { Database } from '#database/server/database.ts';
import type { SettledNow } from '#day/server/settled-now.ts';
import type { UndoLog } from '#undo/server/undo-log.ts';

import type { SourceSummary } from '../protocol.ts';
import type { LibraryTables } from './tables.ts';
import type { OnTextWritten } from './text-written.ts';

/** The dependencies of most of the library's server code. */
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
}

/** The progress of reading a source; null unless that is under way. */
export type ProgressOf = (sourceId: string) => SourceSummary['progress'];
