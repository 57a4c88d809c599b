import { Kysely, PostgresDialect, PostgresDriver, type DatabaseConnection } from 'kysely';
import pg from 'pg';

import { withKnownFailures } from '../known-failures.ts';
import type { MetaTables } from '../migrate.ts';
import { openOver, type OpenDatabase } from '../open-database.ts';
import { storeError } from '../store-error.ts';

const MAX_CONNECTIONS = 10;
const CONNECT_TIMEOUT_MS = 5_000;

/** 64-bit integers and the sums and averages of them are numbers here, as they are on SQLite. */
const NUMBER_TYPES = new Set<number>([pg.types.builtins.INT8, pg.types.builtins.NUMERIC]);

/** Opens a PostgreSQL database; writes go through one connection of the pool, reads through the others. */
export async function openPostgres(url: string): Promise<OpenDatabase> {
  const pool = new pg.Pool({
    connectionString: url,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    types: { getTypeParser: numbersAsNumbers },
  });
  // An idle connection that the server cuts is replaced at the next query; without a listener it ends the process.
  pool.on('error', () => {});
  // One that is cut in use fails its query; it says so here as well, where the pool does not listen.
  pool.on('connect', (client) => client.on('error', () => {}));
  const writer = new Kysely<MetaTables>({ dialect: dialectOver(pool) });
  try {
    return await openOver({
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

/** Kysely's dialect, whose failures are known by their kind. */
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
