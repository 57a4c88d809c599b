import { Kysely, PostgresDialect, PostgresDriver, type DatabaseConnection } from 'kysely';
import pg from 'pg';

import { withKnownFailures } from '../known-failures.ts';
import type { MetaTables } from '../migrate.ts';
import { openOver, type OpenDatabase, type OpenOptions } from '../open-database.ts';
import { storeError } from '../store-error.ts';

const MAX_CONNECTIONS = 10;
const CONNECT_TIMEOUT_MS = 5_000;

/** 64-bit integers, their sums and averages are parsed as numbers, as on SQLite. */
const NUMBER_TYPES = new Set<number>([pg.types.builtins.INT8, pg.types.builtins.NUMERIC]);

/** Opens a PostgreSQL database. Writes use one connection of the pool, reads the others. */
export async function openPostgres(url: string, options: OpenOptions = {}): Promise<OpenDatabase> {
  const writer = connectToPostgres(url);
  try {
    return await openOver({
      ...options,
      engine: 'postgres',
      place: withoutSecrets(url),
      writer,
      openReader: () => writer as unknown as Kysely<object>,
      close: () => writer.destroy(),
    });
  } catch (error) {
    throw storeError(error);
  }
}

/** The connections to a PostgreSQL database, whose tables may be of any version. */
export function connectToPostgres(url: string): Kysely<MetaTables> {
  const pool = new pg.Pool({
    connectionString: url,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    types: { getTypeParser: numbersAsNumbers },
  });
  // A cut idle connection is replaced at the next query. Without a listener it would end the process.
  pool.on('error', () => {});
  // A connection that is cut in use fails its query and emits this event, which the pool does not handle.
  pool.on('connect', (client) => client.on('error', () => {}));
  return new Kysely<MetaTables>({ dialect: dialectOver(pool) });
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
