import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { PGlite } from '@electric-sql/pglite';
import { Kysely, PGliteDialect, PostgresDialect } from 'kysely';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';

import { nodeSqliteDialect } from '../engines/sqlite-dialect.ts';
import { createDatabase, dropDatabase, urlOf } from './postgres-engine.ts';
import { temporaryFolder } from './temporary-folder.ts';

const INT8 = pg.types.builtins.INT8;

/** The engines of `eachEngine`, without tables: for the tests of single migrations. A database is closed after its test. */
export const emptyDatabases: readonly (readonly [string, () => Promise<Kysely<unknown>>])[] = [
  ['SQLite', openEmptySqlite],
  inject('postgres') === undefined ? ['PGlite', openEmptyPglite] : ['PostgreSQL', openEmptyPostgres],
];

function openEmptySqlite(): Promise<Kysely<unknown>> {
  const connection = new DatabaseSync(path.join(temporaryFolder(), 'warren.db'));
  connection.exec('pragma foreign_keys = on');
  const db = new Kysely<unknown>({ dialect: nodeSqliteDialect(connection, 'writer') });
  onTestFinished(() => db.destroy());
  return Promise.resolve(db);
}

async function openEmptyPglite(): Promise<Kysely<unknown>> {
  const pglite = await PGlite.create({ parsers: { [INT8]: Number } });
  const db = new Kysely<unknown>({ dialect: new PGliteDialect({ pglite }) });
  onTestFinished(() => db.destroy());
  return db;
}

async function openEmptyPostgres(): Promise<Kysely<unknown>> {
  const socketFolder = inject('postgres') ?? '';
  const name = await createDatabase(socketFolder);
  const getTypeParser = (oid: number, format?: 'text' | 'binary') =>
    oid === (INT8 as number) ? Number : pg.types.getTypeParser(oid, format as 'text');
  const pool = new pg.Pool({ connectionString: urlOf(socketFolder, name), types: { getTypeParser } });
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  onTestFinished(async () => {
    await db.destroy();
    await dropDatabase(socketFolder, name);
  });
  return db;
}
