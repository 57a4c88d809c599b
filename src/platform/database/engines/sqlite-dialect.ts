import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { setImmediate, setTimeout } from 'node:timers/promises';

import {
  CompiledQuery,
  type DatabaseConnection,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
} from 'kysely';

import { keepLatest } from '#kernel/keep-latest.ts';

import { withKnownFailures } from '../known-failures.ts';
import { isBusy } from '../store-error.ts';

const PAUSE_MS = 100;
/** A write waits this long for another process, such as `warren user add`, to finish its own. */
const GIVE_UP_AFTER_MS = 4_000;

const MAX_CACHED_STATEMENTS = 500;

/** A writer takes the write lock at the start of a transaction: taking it later can fail with SQLITE_BUSY. */
export type SqliteRole = 'writer' | 'reader';

/** Kysely's SQLite dialect over node:sqlite: caches statements, and runs migrations in one transaction. */
export function nodeSqliteDialect(database: DatabaseSync, role: SqliteRole): SqliteDialect {
  const config = { database: withCachedStatements(database) };

  class Driver extends SqliteDriver {
    override async acquireConnection(): Promise<DatabaseConnection> {
      const connection = await super.acquireConnection();
      return withKnownFailures(connection, (run) => {
        if (database.isTransaction) return run();
        return role === 'reader' ? lettingOthersGo(() => untilFree(run)) : untilFree(run);
      });
    }
    override async beginTransaction(connection: DatabaseConnection): Promise<void> {
      await connection.executeQuery(CompiledQuery.raw(role === 'writer' ? 'begin immediate' : 'begin'));
    }
    /** SQLite itself rolls back if the disk is full. A second rollback would hide the reason. */
    override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
      if (database.isTransaction) await super.rollbackTransaction(connection);
    }
  }
  class Adapter extends SqliteAdapter {
    override get supportsTransactionalDdl(): boolean {
      return true;
    }
  }
  class Dialect extends SqliteDialect {
    override createDriver(): Driver {
      return new Driver(config);
    }
    override createAdapter(): Adapter {
      return new Adapter();
    }
  }
  return new Dialect(config);
}

function withCachedStatements(database: DatabaseSync): SqliteDatabase {
  const cache = new Map<string, { statement: StatementSync; reader: boolean }>();

  function cached(text: string): { statement: StatementSync; reader: boolean } {
    const known = cache.get(text);
    if (known) return known;
    const statement = database.prepare(text);
    return keepLatest(cache, [text, { statement, reader: statement.columns().length > 0 }], MAX_CACHED_STATEMENTS);
  }
  return {
    close: () => database.close(),
    prepare(text) {
      const { statement, reader } = cached(text);
      return {
        reader,
        all: (parameters) => statement.all(...storable(parameters)),
        run: (parameters) => statement.run(...storable(parameters)),
        // Iteration needs its own statement, because other queries with the same text may run meanwhile.
        iterate: (parameters) => database.prepare(text).iterate(...storable(parameters)) as IterableIterator<unknown>,
      };
    },
  };
}

/** Refuses objects: node:sqlite reads a first object as named parameters and shifts the other values by one. */
function storable(parameters: readonly unknown[]): SQLInputValue[] {
  return parameters.map((value) => {
    if (isStorable(value)) return value;
    throw new TypeError(`Only text, numbers, bytes and null can be stored, not ${describe(value)}`);
  });
}

function isStorable(value: unknown): value is SQLInputValue {
  return value === null || ['string', 'number', 'bigint'].includes(typeof value) || value instanceof Uint8Array;
}

function describe(value: unknown): string {
  return value instanceof Date ? 'a Date' : typeof value;
}

/** Retries while another process holds the database. SQLite's own wait is short, because it blocks the event loop. */
async function untilFree<Result>(run: () => Promise<Result>): Promise<Result> {
  const end = performance.now() + GIVE_UP_AFTER_MS;
  for (;;) {
    try {
      return await run();
    } catch (error) {
      if (!isBusy(error) || performance.now() > end) throw error;
    }
    await setTimeout(PAUSE_MS);
  }
}

/** After a longer read the event loop gets a turn before the rows are processed. */
const MAX_BLOCKING_MS = 8;

async function lettingOthersGo<Result>(run: () => Promise<Result>): Promise<Result> {
  const begun = performance.now();
  const result = await run();
  if (performance.now() - begun > MAX_BLOCKING_MS) await setImmediate();
  return result;
}
