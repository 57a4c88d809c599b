import { setImmediate } from 'node:timers/promises';

import { CompiledQuery, type Kysely, type Transaction } from 'kysely';

import { AppError } from '#wire/error-kind.ts';

import { isStoreFailure, storeError } from './store-error.ts';

const MAX_JOBS_PER_COMMIT = 100;
/** So long a batch may keep the event loop to itself; in between, chunks and input go through. */
const LONGEST_STRETCH_MS = 8;
const SAVEPOINT = CompiledQuery.raw('savepoint job');
const RELEASE = CompiledQuery.raw('release savepoint job');
const ROLLBACK = CompiledQuery.raw('rollback to savepoint job');

interface Job<Tables> {
  run(trx: Transaction<Tables>): Promise<void>;
  /** Called once the commit is on disk. */
  settle(): void;
  reject(error: unknown): void;
}

export interface Committer<Tables> {
  write<Result>(work: (trx: Transaction<Tables>) => Promise<Result>): Promise<Result>;
  /** Refuses further writes and resolves when those before are done. */
  close(): Promise<void>;
}

/**
 * Group commit: writes that arrive while a commit is under way share the next one, and so one fsync. Each has a
 * savepoint of its own, so that one that throws takes nothing of the others with it. A promise settles only after the
 * commit that it depends on.
 */
export function createCommitter<Tables>(db: Kysely<Tables>): Committer<Tables> {
  const waiting: Job<Tables>[] = [];
  let draining: Promise<void> | undefined;
  let isClosed = false;

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      // Lets everything that this turn of the event loop brings join, and input through between two commits.
      await setImmediate();
      const batch = waiting.splice(0, MAX_JOBS_PER_COMMIT);
      const notRun = await commit(db, batch);
      waiting.unshift(...notRun);
    }
    draining = undefined;
  }
  return {
    write(work) {
      if (isClosed) return Promise.reject(new AppError('stopping', 'Warren is stopping.'));
      return new Promise((resolve, reject) => {
        waiting.push(job(work, { resolve, reject }));
        draining ??= drain();
      });
    },
    async close() {
      isClosed = true;
      await draining;
    },
  };
}

interface Outcome<Result> {
  resolve(value: Result): void;
  reject(error: unknown): void;
}

function job<Tables, Result>(
  work: (trx: Transaction<Tables>) => Promise<Result>,
  outcome: Outcome<Result>,
): Job<Tables> {
  let settle = () => {};
  return {
    async run(trx) {
      const value = await work(trx);
      settle = () => outcome.resolve(value);
    },
    settle: () => settle(),
    reject: (error) => outcome.reject(storeError(error)),
  };
}

/** Runs a batch in one transaction and settles its jobs; returns those that did not get their turn. */
async function commit<Tables>(db: Kysely<Tables>, batch: Job<Tables>[]): Promise<Job<Tables>[]> {
  const isAlone = batch.length === 1;
  const failures = new Map<Job<Tables>, unknown>();
  let begun = 0;
  try {
    await db.transaction().execute(async (trx) => {
      let since = performance.now();
      for (const next of batch) {
        if (performance.now() - since > LONGEST_STRETCH_MS) {
          await setImmediate();
          since = performance.now();
        }
        begun += 1;
        if (isAlone) await next.run(trx);
        else await runInSavepoint(trx, next, failures);
      }
    });
  } catch (error) {
    // The transaction is lost. Where it did not even begin, the rest would only fail in turn.
    const lost = begun === 0 ? batch.length : begun;
    for (const next of batch.slice(0, lost)) next.reject(failures.get(next) ?? error);
    return batch.slice(lost);
  }
  for (const next of batch) {
    if (failures.has(next)) next.reject(failures.get(next));
    else next.settle();
  }
  return [];
}

/**
 * Undoes a job that throws and notes what it threw; throws itself when the transaction is lost. A full disk makes
 * SQLite roll all of it back on the spot, savepoints included.
 */
async function runInSavepoint<Tables>(
  trx: Transaction<Tables>,
  next: Job<Tables>,
  failures: Map<Job<Tables>, unknown>,
): Promise<void> {
  await trx.executeQuery(SAVEPOINT);
  try {
    await next.run(trx);
    await trx.executeQuery(RELEASE);
  } catch (thrown) {
    if (isStoreFailure(thrown)) throw thrown;
    failures.set(next, thrown);
    await trx.executeQuery(ROLLBACK);
    await trx.executeQuery(RELEASE);
  }
}
