import { setImmediate } from 'node:timers/promises';

import { CompiledQuery, type Kysely, type Transaction } from 'kysely';

import { AppError } from '#wire/error-kind.ts';

import { noteRowsWritten } from './serving/rows-written.ts';
import { isStoreFailure, storeError } from './store-error.ts';
import type { WriteGuard } from './write-guard.ts';

const MAX_JOBS_PER_COMMIT = 100;
/** Maximum time a batch may block the event loop. */
const MAX_BLOCKING_MS = 8;
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
  /** Refuses further writes. Resolves once the earlier ones are done. */
  close(): Promise<void>;
}

interface Around {
  readonly guard?: WriteGuard | undefined;
  /** Called after each commit, once its writes are settled. It never throws. */
  readonly committed?: () => void;
}

/**
 * Group commit: writes that arrive during a commit share the next one and its fsync. Each has its own savepoint, so a
 * write that throws does not affect the others. A promise settles only after the commit that includes its write, and
 * rejects if the guard objects.
 */
export function createCommitter<Tables>(db: Kysely<Tables>, around: Around = {}): Committer<Tables> {
  const waiting: Job<Tables>[] = [];
  let draining: Promise<void> | undefined;
  let isClosed = false;

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      // Lets all writes of this turn of the event loop join, and lets the loop handle input between two commits.
      await setImmediate();
      const batch = waiting.splice(0, MAX_JOBS_PER_COMMIT);
      const notRun = await commit(db, batch, around);
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

/** Runs a batch in one transaction and settles its jobs. Returns the jobs that were not run. */
async function commit<Tables>(
  db: Kysely<Tables>,
  batch: Job<Tables>[],
  { guard, committed }: Around,
): Promise<Job<Tables>[]> {
  const isAlone = batch.length === 1;
  const failures = new Map<Job<Tables>, unknown>();
  let begun = 0;
  try {
    await db.transaction().execute(async (trx) => {
      await guard?.before(trx as unknown as Kysely<object>);
      const held = new Set<string>();
      let since = performance.now();
      for (const next of batch) {
        if (performance.now() - since > MAX_BLOCKING_MS) {
          await setImmediate();
          since = performance.now();
        }
        begun += 1;
        const run = () => runHeld(trx, next, { guard, held });
        if (isAlone) await run();
        else await runInSavepoint(trx, run, (thrown) => failures.set(next, thrown));
      }
    });
    guard?.after();
  } catch (error) {
    // The transaction is lost. If it never began, the other jobs would fail too.
    const lost = begun === 0 ? batch.length : begun;
    for (const next of batch.slice(0, lost)) next.reject(failures.get(next) ?? error);
    return batch.slice(lost);
  }
  for (const next of batch) {
    if (failures.has(next)) next.reject(failures.get(next));
    else next.settle();
  }
  committed?.();
  return [];
}

/** Runs a job and locks the rows of the people it wrote for. `held`: people whose rows are already locked. */
async function runHeld<Tables>(
  trx: Transaction<Tables>,
  next: Job<Tables>,
  { guard, held }: { readonly guard: WriteGuard | undefined; readonly held: Set<string> },
): Promise<void> {
  if (!guard?.hold) return next.run(trx);
  const { persons, unnamed, plugin } = noteRowsWritten();
  await next.run(trx.withPlugin(plugin) as Transaction<Tables>);
  const more = [...persons].filter((person) => !held.has(person));
  await guard.hold(trx as unknown as Transaction<object>, { persons: more, unnamed });
  for (const person of more) held.add(person);
}

/**
 * Rolls back a job that throws and passes its error on. Throws if the transaction is lost. On a full disk SQLite rolls
 * back the whole transaction at once, including savepoints.
 */
async function runInSavepoint<Tables>(
  trx: Transaction<Tables>,
  run: () => Promise<void>,
  fail: (thrown: unknown) => void,
): Promise<void> {
  await trx.executeQuery(SAVEPOINT);
  try {
    await run();
    await trx.executeQuery(RELEASE);
  } catch (thrown) {
    if (isStoreFailure(thrown) && !isOfOneJob(thrown)) throw thrown;
    fail(thrown);
    await trx.executeQuery(ROLLBACK);
    await trx.executeQuery(RELEASE);
  }
}

/** A session that another object has moved on fails only its own commands, not the other jobs of the batch. */
const isOfOneJob = (error: unknown) => error instanceof AppError && error.detail.reason === 'log-moved';
