import { copyFileSync, globSync, mkdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { describe, expect, onTestFinished, test } from 'vitest';

import { tablesOf } from '#database/server/database.ts';

import { eachEngine } from '../../../fixtures/database/each-engine.ts';
import { temporaryFolder } from '../../../fixtures/database/temporary-folder.ts';
import { migrations } from '../../../migrations/index.ts';
import { nodeSqliteDialect } from './engines/sqlite-dialect.ts';
import { openSqlite } from './engines/sqlite.ts';

const FIXTURES = path.join(import.meta.dirname, '../../../fixtures/databases');

eachEngine('migrations', (open) => {
  test('an empty database gets all migrations in order', async () => {
    const database = tablesOf<{ kysely_migration: { name: string } }>(await open());
    const done = await database.read.selectFrom('kysely_migration').select('name').orderBy('name').execute();
    expect(done.map((row) => row.name)).toEqual(Object.keys(migrations));
  });
});

describe('on SQLite', () => {
  test('opening again changes nothing and keeps the lineage', async () => {
    const file = path.join(temporaryFolder(), 'warren.db');
    const first = await openSqlite(file);
    await first.close();
    const second = await openSqlite(file);
    await second.close();
    expect(second.lineage).toBe(first.lineage);
  });

  test('a newer version’s data is refused and not changed', async () => {
    const file = path.join(temporaryFolder(), 'warren.db');
    await (await openSqlite(file)).close();
    const database = new DatabaseSync(file);
    onTestFinished(() => database.close());
    database.exec("insert into kysely_migration values ('9999-later', '2030-01-01T00:00:00.000Z')");
    await expect(openSqlite(file)).rejects.toMatchObject({
      kind: 'refused',
      detail: { reason: 'newer-data' },
      message:
        `The data in ${file} were written by a newer Warren (9999-later). ` +
        'Update Warren, or restore a backup made by this version.',
    });
    expect(database.prepare('select count(*) as count from kysely_migration').get()).toMatchObject({
      count: Object.keys(migrations).length + 1,
    });
  });

  test('a migration that fails leaves nothing behind', async () => {
    const connection = new DatabaseSync(path.join(temporaryFolder(), 'warren.db'));
    onTestFinished(() => connection.close());
    const db = new Kysely<object>({ dialect: nodeSqliteDialect(connection, 'writer') });
    const broken = {
      async up(trx: Kysely<unknown>): Promise<void> {
        await trx.schema.createTable('half_done').addColumn('id', 'text').execute();
        throw new Error('power cut');
      },
    };
    const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve({ broken }) } });
    expect(await migrator.migrateToLatest()).toMatchObject({ error: { message: 'power cut' } });
    expect(connection.prepare("select name from sqlite_schema where name = 'half_done'").all()).toEqual([]);
  });

  test('a file that is not a database is reported with a remedy', async () => {
    const file = path.join(temporaryFolder(), 'warren.db');
    copyFileSync(import.meta.filename, file);
    await expect(openSqlite(file)).rejects.toThrow(`The database ${file} is damaged. Put a backup in its place`);
    rmSync(file);
    mkdirSync(file);
    await expect(openSqlite(file)).rejects.toThrow(`${file} is a folder, but the name belongs to the database.`);
  });

  test('only its owner can read the database', async () => {
    const file = path.join(temporaryFolder(), 'warren.db');
    const opened = await openSqlite(file);
    onTestFinished(() => opened.close());
    for (const each of [file, `${file}-wal`]) expect(statSync(each).mode & 0o077).toBe(0);
  });
});

/** Tables that a migration drops or empties. They have no data of people. */
const OF_FORMER_SERVERS = ['serving', 'session_leases'];

describe('a database of version', () => {
  test.each(globSync('*.sqlite', { cwd: FIXTURES }))('%s opens, migrates and reads', async (fixture) => {
    const file = path.join(temporaryFolder(), 'warren.db');
    copyFileSync(path.join(FIXTURES, fixture), file);
    const name = path.basename(fixture, '.sqlite');
    const { rows } = (await import(path.join(FIXTURES, `${name}.ts`))) as { rows: Record<string, object> };
    const opened = await openSqlite(file);
    onTestFinished(() => opened.close());
    const database = tablesOf<Record<string, Record<string, unknown>>>(opened);
    for (const [table, row] of Object.entries(rows)) {
      if (OF_FORMER_SERVERS.includes(table)) continue;
      const [found] = await database.read.selectFrom(table).selectAll().execute();
      expect(found).toMatchObject(row);
    }
  });
});
