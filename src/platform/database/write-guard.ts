import type { Kysely, Transaction } from 'kysely';

import type { AppError } from '#wire/error-kind.ts';

/** The people whose rows a job wrote. */
export interface RowsWritten {
  /** Without people created by the job itself. */
  readonly persons: readonly string[];
  /** One error for each query that wrote rows of people without naming them. */
  readonly unnamed: readonly Error[];
}

/** Checks around each commit whether this process can still write. Each call throws an AppError if it cannot. */
export interface WriteGuard {
  /** Called in the transaction, before the jobs write. */
  before(trx: Kysely<object>): Promise<void> | void;
  /**
   * Called in the transaction after each job. If it throws, only that job fails. Without it the rows written by a job
   * are not checked.
   */
  hold?(trx: Transaction<object>, written: RowsWritten): Promise<void>;
  /** Called once the commit is on disk, before anybody is notified. */
  after(): void;
}

/** Whether this process may still write to its store. */
export interface WriteAccess {
  /** The reason why it cannot write; null while it can. */
  readonly trouble: AppError | null;
  /** Called whenever `trouble` changes. */
  onChange(listener: (trouble: AppError | null) => void): void;
}

/** A write access whose state the caller sets. */
export class SettableWriteAccess implements WriteAccess {
  #trouble: AppError | null = null;
  readonly #listeners: ((trouble: AppError | null) => void)[] = [];

  get trouble(): AppError | null {
    return this.#trouble;
  }

  onChange(listener: (trouble: AppError | null) => void): void {
    this.#listeners.push(listener);
  }

  set(trouble: AppError | null): void {
    if (trouble?.message === this.#trouble?.message) return;
    this.#trouble = trouble;
    for (const listener of this.#listeners) listener(trouble);
  }
}
