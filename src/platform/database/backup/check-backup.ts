import { DatabaseSync } from 'node:sqlite';

import { Kysely } from 'kysely';

import { AppError } from '#wire/error-kind.ts';

import { migrations } from '../../../../migrations/index.ts';
import { nodeSqliteDialect } from '../engines/sqlite-dialect.ts';
import { MIGRATION_TABLE, refuseNewer, runMigrations, type MetaTables } from '../migrate.ts';
import { checkDatabase } from './backup.ts';

/**
 * Checks `copy`, a copy of `source`. Throws an AppError that names `source` unless it is a complete database of this or
 * an older version of Warren.
 */
export async function checkBackup(copy: string, source: string): Promise<void> {
  try {
    checkDatabase(copy, source);
  } catch (error) {
    throw new AppError('refused', `${source} is not a whole SQLite database: nothing was replaced.`, {
      reason: 'damaged',
      cause: error,
    });
  }
  const database = new DatabaseSync(copy);
  try {
    const done = migrationsIn(database, source);
    refuseNewer(done, source);
    const present = columnsOf(database);
    const lacking = [...(await columnsAfter(done))].find((column) => !present.has(column));
    if (lacking !== undefined)
      throw new AppError('refused', `${source} is not whole, it lacks ${lacking}: nothing was replaced.`, {
        reason: 'damaged',
      });
    if (database.prepare('pragma foreign_key_check').get())
      throw new AppError('refused', `${source} has rows that belong to nothing: nothing was replaced.`, {
        reason: 'damaged',
      });
  } finally {
    database.close();
  }
}

/** The migrations applied to the database; at least one. */
function migrationsIn(database: DatabaseSync, source: string): string[] {
  const columns = columnsOf(database);
  const rows = columns.has(`${MIGRATION_TABLE}.name`)
    ? database.prepare(`select name from ${MIGRATION_TABLE}`).all()
    : [];
  if (rows.length === 0 || !columns.has('meta.key'))
    throw new AppError('refused', `${source} is not a backup of Warren: nothing was replaced.`, { reason: 'not-ours' });
  return rows.map((row) => String(row['name']));
}

/** Every column that these migrations create, as `table.column`. */
async function columnsAfter(done: readonly string[]): Promise<Set<string>> {
  const latest = Object.keys(migrations).findLastIndex((name) => done.includes(name));
  const database = new DatabaseSync(':memory:');
  try {
    const db = new Kysely<MetaTables>({ dialect: nodeSqliteDialect(database, 'writer') });
    await runMigrations(db, Object.fromEntries(Object.entries(migrations).slice(0, latest + 1)));
    return columnsOf(database);
  } finally {
    database.close();
  }
}

function columnsOf(database: DatabaseSync): Set<string> {
  const rows = database
    .prepare(
      `select s.name as "table", c.name as "column" from sqlite_schema s, pragma_table_info(s.name) c
       where s.type = 'table' and s.name not like 'sqlite_%'`,
    )
    .all();
  return new Set(rows.map((row) => `${String(row['table'])}.${String(row['column'])}`));
}
