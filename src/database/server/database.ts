import type { Kysely, Transaction } from 'kysely';

/**
 * The store as a slice sees it: its own tables, on SQLite or PostgreSQL. Columns are text, integers (times are
 * milliseconds since the epoch, booleans 0 and 1), bytes and null; JSON is text.
 */
export interface Database<Tables> {
  readonly engine: 'sqlite' | 'postgres';
  /** Reads committed data. Never use it for writing, nor inside `write`. */
  readonly read: Kysely<Tables>;
  /**
   * Runs `work` in a transaction and resolves once it is on disk. Writes that arrive during a commit share the next
   * one, each in its own savepoint, so `work` must await only `trx`. Rejects with an AppError of kind `disk-full` or
   * `store-failed` if the store failed, or with the error of `work`; in both cases nothing is stored.
   */
  write<Result>(work: (trx: Transaction<Tables>) => Promise<Result>): Promise<Result>;
  /**
   * Erases the remains of deleted rows from the files, unless a long read prevents it. For commands: it may block the
   * event loop.
   */
  eraseDeleted(): Promise<void>;
}

/** The same store with the tables of one slice. */
export function tablesOf<Tables>(database: Database<never> | Database<object>): Database<Tables> {
  return database as unknown as Database<Tables>;
}
