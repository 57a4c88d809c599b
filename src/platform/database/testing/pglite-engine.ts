import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { Kysely, PGliteDialect } from 'kysely';

import type { MetaTables } from '../migrate.ts';
import { openOver } from '../open-database.ts';
import type { TestEngine } from './each-engine.ts';

const NUMERIC = 1700;

/** One instance for all tests of a file, since it takes seconds to start; its tables are dropped before each. */
export async function pgliteEngine(): Promise<TestEngine> {
  const pglite = await PGlite.create({ extensions: { vector }, parsers: { [NUMERIC]: Number } });
  const writer = new Kysely<MetaTables>({ dialect: new PGliteDialect({ pglite }) });
  return {
    async open() {
      await pglite.exec('drop schema public cascade; create schema public; create extension vector;');
      return openOver({
        engine: 'postgres',
        place: 'PGlite',
        writer,
        openReader: () => writer as unknown as Kysely<object>,
        close: () => Promise.resolve(),
      });
    },
    stop: () => writer.destroy(),
  };
}
