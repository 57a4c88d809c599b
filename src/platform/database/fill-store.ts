import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';

import { Kysely, type Transaction } from 'kysely';

import { AppError } from '#wire/error-kind.ts';

import { migrations } from '../../../migrations/index.ts';
import { checkDatabase, flush, removeDraft } from './backup/backup.ts';
import { folderFailure } from './data-folder/folder-failure.ts';
import { takeOwnerLock } from './data-folder/owner-lock.ts';
import { nodeSqliteDialect } from './engines/sqlite-dialect.ts';
import { makePrivateFile } from './engines/sqlite.ts';
import { type MetaTables, migrationsDone, refuseNewer, runMigrations } from './migrate.ts';
import { databaseFile, type StoreSettings } from './open-store.ts';
import { storeError } from './store-error.ts';

interface Filling {
  /** The last migration of the data. */
  readonly schema: string;
  /** The name of the data in messages. */
  readonly source: string;
  /** Writes the data into the tables of that migration, before the remaining migrations run. */
  readonly fill: (trx: Transaction<object>) => Promise<void>;
}

/**
 * Fills a new store with data of this or an older version. After a failure the store does not exist, or has no people.
 */
export async function fillStore(settings: StoreSettings, filling: Filling): Promise<void> {
  refuseNewer([filling.schema], filling.source);
  if (settings.databaseUrl === undefined) await fillSqlite(settings.home, filling);
  else {
    const { connectToPostgres } = await import('./engines/postgres.ts');
    const db = connectToPostgres(settings.databaseUrl);
    try {
      await fillDatabase(db, filling);
    } catch (error) {
      throw storeError(error);
    } finally {
      await db.destroy();
    }
  }
}

async function fillSqlite(home: string, filling: Filling): Promise<void> {
  const target = databaseFile(home);
  const lock = takeOwnerLock(home);
  const draft = `${target}.${randomUUID().slice(0, 8)}.part`;
  try {
    if (existsSync(target)) throw notEmpty(home);
    makePrivateFile(draft);
    const database = new DatabaseSync(draft, { enableForeignKeyConstraints: true });
    try {
      await fillDatabase(new Kysely<MetaTables>({ dialect: nodeSqliteDialect(database, 'writer') }), filling);
    } finally {
      database.close();
    }
    checkDatabase(draft, filling.source);
    await flush(draft);
    await rename(draft, target);
    await flush(home);
  } catch (error) {
    throw folderFailure(error, home) ?? storeError(error);
  } finally {
    await removeDraft(draft);
    lock.release();
  }
}

async function fillDatabase(db: Kysely<MetaTables>, { schema, fill }: Filling): Promise<void> {
  const names = Object.keys(migrations);
  const older = names.slice(0, names.indexOf(schema) + 1);
  const done = await migrationsDone(db);
  if (done.length > 0 && (await hasPeople(db))) throw notEmpty('the database');
  if (done.some((name) => !older.includes(name)))
    throw new AppError('refused', `The database has newer tables than the export (${schema}). Use a new one.`, {
      reason: 'not-empty',
    });
  await runMigrations(
    db,
    Object.fromEntries(older.map((name) => [name, migrations[name] as (typeof migrations)[string]])),
  );
  await db.transaction().execute((trx) => fill(trx as unknown as Transaction<object>));
  await runMigrations(db, migrations);
}

async function hasPeople(db: Kysely<MetaTables>): Promise<boolean> {
  const people = db as unknown as Kysely<{ people: { id: string } }>;
  return (await people.selectFrom('people').select('id').limit(1).execute()).length > 0;
}

function notEmpty(place: string): AppError {
  return new AppError('refused', `There are data in ${place} already. Import into an empty one: set WARREN_HOME.`, {
    reason: 'not-empty',
  });
}
