import type { Kysely, Transaction } from 'kysely';

import type { AppError } from '#wire/error-kind.ts';

/** Whose rows a job wrote. */
export interface RowsWritten {
  /** Without people whom the job created. */
  readonly persons: readonly string[];
  /** For each query that wrote rows of people and did not name them. */
  readonly unnamed: readonly Error[];
}

/** Decides around each commit whether this process may write. Each call throws an AppError if it may not. */
export interface WriteGuard {
  /** Called in the transaction, before what it writes. */
  before(trx: Kysely<object>): Promise<void> | void;
  /**
   * Called in the transaction after each job, and fails that job alone if it throws. Without it nobody asks whose rows a
   * job writes.
   */
  hold?(trx: Transaction<object>, written: RowsWritten): Promise<void>;
  /** Called once the commit is on disk, before anybody is notified. */
  after(): void;
}

/** Whether this process may still write to its store. */
export interface WriteAccess {
  /** The reason why it may not; null while it may. */
  readonly trouble: AppError | null;
  /** Calls the listener whenever that changes. */
  onChange(listener: (trouble: AppError | null) => void): void;
}

/** An access that its owner sets. */
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
