import { Socket } from 'node:net';

import { Kysely, PostgresDialect, PostgresDriver, type DatabaseConnection } from 'kysely';
import pg from 'pg';

import { assert } from '#kernel/assert.ts';
import { AppError } from '#wire/error-kind.ts';

import { withKnownFailures } from '../known-failures.ts';
import { firstUnbearable, type MetaTables } from '../migrate.ts';
import { openOver, type OpenDatabase, type OpenOptions } from '../open-database.ts';
import {
  MAX_IDLE_IN_TRANSACTION_MS,
  refuseOlderServers,
  serveDatabase,
  type Serving,
} from '../serving/serve-database.ts';
import type { ServerIdentity, ServersTables } from '../serving/server-rows.ts';
import { storeError } from '../store-error.ts';

const MAX_CONNECTIONS = 10;
const CONNECT_TIMEOUT_MS = 5_000;
const KEEP_ALIVE_AFTER_MS = 10_000;
/** Maximum silence of a connection of a server, in ms; then its query fails. */
const ANSWER_WITHIN_MS = 2 * 60_000;
/** The same for signs of life. They have their own connections, because all others may be in use. */
const SIGN_WITHIN_MS = 5_000;
const MAX_SIGN_CONNECTIONS = 3;

/** 64-bit integers, their sums and averages are parsed as numbers, as on SQLite. */
const NUMBER_TYPES = new Set<number>([pg.types.builtins.INT8, pg.types.builtins.NUMERIC]);

interface ServingOptions extends Pick<OpenOptions, 'beforeMigrating'> {
  /** The identity of a server that allows others beside it. */
  readonly member?: ServerIdentity | undefined;
  readonly answerWithinMs?: number;
}

/** Opens a PostgreSQL database for a server. Without `member` it has the database alone until it is closed. */
export async function servePostgres(
  url: string,
  options: ServingOptions = {},
): Promise<{ database: OpenDatabase; serving: Serving }> {
  let serving: Serving | undefined;
  const serve = async (db: Kysely<ServersTables>, signs: Kysely<ServersTables>) =>
    (serving = await serveDatabase(db, { place: withoutSecrets(url), member: options.member, signs }));
  const database = await openPostgres(url, { ...options, serve });
  assert(serving, 'an open database is guarded');
  return { database, serving };
}

/** Connects to a PostgreSQL database, whose tables can be of any version. */
export function connectToPostgres(url: string): Kysely<MetaTables> {
  return new Kysely<MetaTables>({ dialect: dialectOver(createPool(url, {})) });
}

/** Opens a read-only connection without checking the tables. */
export function connectToRead(url: string): { place: string; db: Kysely<MetaTables> } {
  const pool = createPool(url, { options: '-c default_transaction_read_only=on' });
  return { place: withoutSecrets(url), db: new Kysely<MetaTables>({ dialect: dialectOver(pool) }) };
}

interface Opening extends ServingOptions {
  readonly serve?: (db: Kysely<ServersTables>, signs: Kysely<ServersTables>) => Promise<Serving>;
  readonly guardWrites?: OpenOptions['guardWrites'];
}

/** Opens a PostgreSQL database. Writes use one connection of the pool, reads the others. */
export async function openPostgres(
  url: string,
  { beforeMigrating, member, serve, guardWrites, answerWithinMs = ANSWER_WITHIN_MS }: Opening = {},
): Promise<OpenDatabase> {
  // A migration may exceed the limit, so it applies only once the database is open.
  let isOpen = false;
  const pool = createPool(url, serve ? ofServer(answerWithinMs, () => isOpen) : {});
  const signPool = createPool(url, { ...ofServer(SIGN_WITHIN_MS), max: MAX_SIGN_CONNECTIONS });
  const signs = new Kysely<ServersTables>({ dialect: dialectOver(signPool) });
  const writer = new Kysely<MetaTables>({ dialect: dialectOver(pool) });
  const db = writer as unknown as Kysely<ServersTables>;
  const place = withoutSecrets(url);
  let serving: Serving | undefined;
  try {
    const database = await openOver({
      engine: 'postgres',
      place,
      writer,
      async beforeMigrating(done) {
        await refuseOlderServers(db, place, { member, unbearable: firstUnbearable(done) });
        await beforeMigrating?.(done);
      },
      async guardWrites() {
        serving = await serve?.(db, signs);
        return serving ?? (await guardWrites?.());
      },
      openReader: () => writer as unknown as Kysely<object>,
      async close() {
        await serving?.release();
        await signs.destroy();
        await writer.destroy();
      },
    });
    isOpen = true;
    return database;
  } catch (error) {
    await signs.destroy().catch(() => undefined);
    throw storeError(error);
  }
}

/** Throws an AppError that names the setting if the driver cannot parse it. Does not connect. */
export function requireReadable(url: string): void {
  try {
    new pg.Client({ connectionString: url });
  } catch (error) {
    // The message has no part of the address, which may hold a password.
    const why = (error as NodeJS.ErrnoException).code === 'ENOENT' ? ': it names a file that does not exist' : '';
    throw new AppError(
      'malformed',
      `WARREN_DATABASE_URL cannot be read${why}. It is postgres://USER:PASSWORD@HOST:PORT/DATABASE, with % and two digits for special characters.`,
      { field: 'WARREN_DATABASE_URL', cause: error },
    );
  }
}

/**
 * Cuts connections without traffic for `withinMs`, so that their queries fail. `counts` says whether the limit applies
 * yet.
 */
function ofServer(withinMs: number, counts = () => true): pg.PoolConfig {
  return {
    idle_in_transaction_session_timeout: MAX_IDLE_IN_TRANSACTION_MS,
    stream() {
      const socket = new Socket();
      return socket.setTimeout(withinMs, () => void (counts() && socket.destroy()));
    },
  };
}

function createPool(url: string, options: pg.PoolConfig): pg.Pool {
  requireReadable(url);
  const pool = new pg.Pool({
    connectionString: url,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    types: { getTypeParser: numbersAsNumbers },
    // Detects a lost peer within half a minute, even while a query waits for its answer.
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    ...options,
  });
  // A lost idle connection is replaced at the next query. Without a listener the error would end the process.
  pool.on('error', () => {});
  // A connection lost in use fails its query and emits this event, which the pool does not handle.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** Kysely's dialect; its errors become AppErrors. */
function dialectOver(pool: pg.Pool): PostgresDialect {
  class Driver extends PostgresDriver {
    override async acquireConnection(
      ...parameters: Parameters<PostgresDriver['acquireConnection']>
    ): Promise<DatabaseConnection> {
      try {
        return withKnownFailures(await super.acquireConnection(...parameters));
      } catch (error) {
        throw storeError(error);
      }
    }
  }
  class Dialect extends PostgresDialect {
    override createDriver(): Driver {
      return new Driver({ pool });
    }
  }
  return new Dialect({ pool });
}

function numbersAsNumbers(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  return NUMBER_TYPES.has(oid) ? Number : pg.types.getTypeParser(oid, format as 'text');
}

function withoutSecrets(url: string): string {
  if (!URL.canParse(url)) return 'the PostgreSQL database';
  const { host, pathname } = new URL(url);
  return `postgres://${host}${pathname}`;
}
