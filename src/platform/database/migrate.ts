import { randomUUID } from 'node:crypto';

import type { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';

import { AppError } from '#wire/error-kind.ts';

import { BESIDE_OLDER_SERVERS, migrations } from '../../../migrations/index.ts';

export const MIGRATION_TABLE = 'kysely_migration';
/** The columns of Kysely's migration table that are read here, and the facts about the whole database. */
export interface MetaTables {
  kysely_migration: { name: string; timestamp: string };
  meta: { key: string; value: string };
}

/** Called with the applied migrations before further ones run. If it throws, the data does not change. */
export type BeforeMigrating = (done: readonly string[]) => Promise<void> | void;

/**
 * Migrates a store to this version and returns its lineage: an id that changes when a backup is restored. `place` names
 * the data in messages.
 */
export async function migrate(
  db: Kysely<MetaTables>,
  place: string,
  beforeMigrating: BeforeMigrating = () => {},
): Promise<string> {
  const done = await migrationsDone(db);
  refuseNewer(done, place);
  if (Object.keys(migrations).some((name) => !done.includes(name))) {
    await beforeMigrating(done);
    await runMigrations(db, migrations);
  }
  return ensureLineage(db);
}

export async function migrationsDone(db: Kysely<MetaTables>): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === MIGRATION_TABLE)) return [];
  const rows = await db.selectFrom('kysely_migration').select('name').execute();
  return rows.map((row) => row.name);
}

/** The first pending migration that a server of an older version cannot live with. */
export function firstUnbearable(done: readonly string[]): string | undefined {
  return Object.keys(migrations).find((name) => !done.includes(name) && !BESIDE_OLDER_SERVERS.has(name));
}

export async function runMigrations(db: Kysely<MetaTables>, chosen: typeof migrations): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve({ ...chosen }) } });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}

export function refuseNewer(done: readonly string[], place: string): void {
  const unknown = done.filter((name) => !(name in migrations));
  if (unknown.length > 0)
    throw new AppError(
      'refused',
      `The data in ${place} were written by a newer Warren (${unknown.join(', ')}). ` +
        'Update Warren, or restore a backup made by this version.',
      { reason: 'newer-data' },
    );
}

async function ensureLineage(db: Kysely<MetaTables>): Promise<string> {
  await db
    .insertInto('meta')
    .values({ key: 'lineage', value: randomUUID() })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  const row = await db.selectFrom('meta').select('value').where('key', '=', 'lineage').executeTakeFirstOrThrow();
  return row.value;
}
