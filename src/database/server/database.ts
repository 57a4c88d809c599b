import type { Kysely, Transaction } from 'kysely';

/**
 * The store as a slice sees it: its own tables, on SQLite or PostgreSQL. Tables are plain: text, whole numbers (times
 * are milliseconds since the epoch, booleans are 0 and 1), bytes and null; JSON is text.
 */
export interface Database<Tables> {
  readonly engine: 'sqlite' | 'postgres';
  /** For reading what is committed. Never used for writing, and never inside `write`. */
  readonly read: Kysely<Tables>;
  /**
   * Runs `work` in a transaction and resolves once it is on disk. Writes that arrive during a commit share the next
   * one, each in a savepoint of its own; so `work` awaits nothing but `trx`. Rejects with an AppError of kind
   * `disk-full` or `store-failed` when the store failed, and with what `work` threw when that threw: then nothing of it
   * is kept.
   */
  write<Result>(work: (trx: Transaction<Tables>) => Promise<Result>): Promise<Result>;
}

/** The same store, seen as other tables: every slice declares the ones it owns. */
export function tablesOf<Tables>(database: Database<never> | Database<object>): Database<Tables> {
  return database as unknown as Database<Tables>;
}
