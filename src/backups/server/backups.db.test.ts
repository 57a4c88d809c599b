import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';

import { createPerson } from '#account/server/people.ts';
import { peopleOf } from '#composition/server/people.ts';
import { type Database, tablesOf } from '#database/server/database.ts';
import { createSqliteBackup } from '#platform/database/backup/backup-writer-of.ts';
import { createPgDump } from '#platform/database/backup/pg-dump.ts';
import { restore } from '#platform/database/backup/restore.ts';
import { connectToPostgres } from '#platform/database/engines/postgres.ts';
import { runMigrations } from '#platform/database/migrate.ts';
import { databaseFile, openStore, type OpenStore } from '#platform/database/open-store.ts';

import { createEmptyDatabase, dropDatabase, urlOf } from '../../../fixtures/database/postgres-engine.ts';
import { mountSmallDisk } from '../../../fixtures/database/small-disk.ts';
import { openNewSqlite } from '../../../fixtures/database/sqlite-engine.ts';
import { temporaryFolder } from '../../../fixtures/database/temporary-folder.ts';
import { until } from '../../../fixtures/spine/world.ts';
import { migrations } from '../../../migrations/index.ts';
import { backupName, listBackups, newestBackup } from './backup-files.ts';
import type { BackupWriter } from './backup-writer.ts';
import { RunningBackups } from './running-backups.ts';
import type { BackupTables } from './tables.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

interface Made {
  readonly home: string;
  readonly store: OpenStore;
  readonly writer: BackupWriter;
  /** The name of one server among several. */
  readonly server?: string | null;
}

/** The running backups of a store; the test sets their clock. The first person was created now. */
async function begin({ home, store, writer, server = null }: Made) {
  if (!(await tablesOf<BackupTables>(store).read.selectFrom('people').select('id').executeTakeFirst()))
    await createPerson(peopleOf(store), { name: 'Ada' });
  const clock = { at: Date.now(), isSettled: true };
  const errors: string[] = [];
  const backups = new RunningBackups({
    home,
    writer,
    database: tablesOf<BackupTables>(store),
    writeAccess: store.writeAccess,
    duties: store.duties,
    server,
    now: () => clock.at,
    settledNow: () => (clock.isSettled ? clock.at : null),
    timeZone: 'Europe/Berlin',
    log: { info: () => undefined, warn: () => undefined, error: (message) => void errors.push(message) },
  });
  onTestFinished(() => backups.close());
  return { backups, clock, errors, names: () => readdirSync(path.join(home, 'backups')).toSorted() };
}

async function onSqlite(writerOf = createSqliteBackup) {
  const home = temporaryFolder();
  await (await openNewSqlite(databaseFile(home))).close();
  const store = await openStore({ home, databaseUrl: undefined });
  onTestFinished(() => store.close());
  return { home, store, ...(await begin({ home, store, writer: writerOf(home) })) };
}

/** A writer that creates empty files: which backups are kept does not depend on their content. */
const nameOnly = (): BackupWriter => ({
  ending: 'db',
  unavailable: () => Promise.resolve(null),
  async write(target, { naming } = {}) {
    mkdirSync(path.dirname(target), { recursive: true });
    await naming?.(() => Promise.resolve(writeFileSync(target, 'backup')));
  },
});

/** Every row of a database, by table. */
function rowsIn(file: string): Record<string, unknown[]> {
  const database = new DatabaseSync(file, { readOnly: true });
  const tables = database.prepare("select name from sqlite_schema where type = 'table' order by name").all();
  const rows = tables.map(({ name }) => [String(name), database.prepare(`select * from "${String(name)}"`).all()]);
  database.close();
  return Object.fromEntries(rows) as Record<string, unknown[]>;
}

test('one backup is made each night, or later after missed nights, and it restores every row', async () => {
  const { home, store, backups, clock, errors } = await onSqlite();
  await backups.look();
  expect(await listBackups(home)).toEqual([]);
  clock.at += DAY;
  await backups.look();
  await backups.look();
  expect((await listBackups(home)).map(({ at }) => at)).toEqual([clock.at]);
  expect(await newestBackup(home, clock.at)).toMatchObject({ at: clock.at });
  clock.at += 5 * DAY;
  await backups.look();
  expect(await listBackups(home)).toHaveLength(2);
  expect(errors).toEqual([]);
  const [{ file, bytes } = { file: '', bytes: 0 }] = await listBackups(home);
  expect(statSync(file).mode & 0o077).toBe(0);
  expect(await backups.state()).toMatchObject({ latest: { at: clock.at, bytes }, count: 2, problem: null });

  const other = temporaryFolder();
  await restore({ home: other, source: file, now: new Date(clock.at) });
  const [before, after] = [rowsIn(databaseFile(home)), rowsIn(databaseFile(other))];
  expect(before['people']).toHaveLength(1);
  expect(before['recall_points']?.length).toBeGreaterThan(0);
  expect({ ...after, meta: [] }).toEqual({ ...before, meta: [] });
  const opened = await openStore({ home: other, databaseUrl: undefined });
  expect(opened.lineage).not.toBe(store.lineage);
  await opened.close();
});

test('a backup from a clock that was ahead does not hide later ones', async () => {
  const { home, backups, clock } = await onSqlite(nameOnly);
  clock.at += DAY;
  const real = clock.at;
  await backups.look();
  clock.at = real + 100 * DAY;
  await backups.look();
  clock.at = real + DAY;
  await backups.look();
  expect((await listBackups(home)).map(({ at }) => (at - real) / DAY)).toEqual([100, 1, 0]);
  expect((await backups.state()).latest?.at).toBe(clock.at);
});

test('a clock that has just jumped, or a backup dated in the future, removes nothing', async () => {
  const { home, backups, clock, names } = await onSqlite(nameOnly);
  clock.at += DAY;
  await backups.look();
  const [{ file } = { file: '' }] = await listBackups(home);
  const copy = (at: number, before?: string) =>
    copyFileSync(file, path.join(home, 'backups', backupName({ at, ending: 'db', ...(before && { before }) })));
  for (let night = 1; night <= 60; night += 1) copy(clock.at - night * DAY);
  for (let count = 1; count <= 4; count += 1) {
    copy(clock.at - count, `000${count}-step`);
    copy(clock.at + 100 * DAY + count, `000${count}-step`);
  }
  writeFileSync(path.join(home, 'backups', 'warren-torn.db.part'), 'torn');
  const before = names();
  clock.isSettled = false;
  await backups.look();
  expect(names()).toEqual(before);
  clock.isSettled = true;
  await backups.look();
  expect(names().length).toBeLessThan(before.length);
  expect(names().filter((name) => name.includes('-before-'))).toHaveLength(8);
});

test('seven days and four weeks are kept, and files that Warren did not write stay', async () => {
  const { home, backups, clock, names } = await onSqlite(nameOnly);
  clock.at += DAY;
  await backups.look();
  const [{ file } = { file: '' }] = await listBackups(home);
  for (let night = 1; night <= 60; night += 1) {
    const at = new Date(clock.at - night * DAY).toISOString().replaceAll(/[:.]/g, '-');
    copyFileSync(file, path.join(home, 'backups', `warren-${at}.db`));
  }
  writeFileSync(path.join(home, 'backups', 'mine.db'), 'mine');
  writeFileSync(path.join(home, 'backups', 'warren-torn.db.part'), 'torn');
  await backups.look();
  const kept = (await listBackups(home)).map(({ at }) => Math.round((clock.at - at) / DAY));
  expect(kept.slice(0, 7)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  // The current week is among the seven days, and the previous one can be.
  expect(kept.length).toBeGreaterThanOrEqual(9);
  expect(kept.length).toBeLessThanOrEqual(10);
  expect(names()).toContain('mine.db');
  expect(names()).not.toContain('warren-torn.db.part');
});

test('the draft of a backup by a command beside the server stays, until it was idle for half an hour', async () => {
  const { home, backups, clock, names } = await onSqlite(nameOnly);
  mkdirSync(path.join(home, 'backups'));
  const drafts = ['warren-mine.db.a1b2c3d4.part', 'warren-mine.db.a1b2c3d4.part-journal'];
  for (const name of drafts) writeFileSync(path.join(home, 'backups', name), 'half of it');
  await backups.look();
  expect(names()).toEqual(drafts);
  await backups.make();
  expect(names()).toEqual(expect.arrayContaining(drafts));
  clock.at += HOUR;
  await backups.look();
  expect(names().filter((name) => name.includes('.part'))).toEqual([]);
});

test('the latest backups from before a migration are kept beside others of the same day', async () => {
  const { home, backups, clock } = await onSqlite(nameOnly);
  clock.at += DAY;
  await backups.look();
  const [{ file } = { file: '' }] = await listBackups(home);
  for (let count = 1; count <= 6; count += 1) {
    const name = backupName({ at: clock.at - count, ending: 'db', before: `000${count}-step` });
    copyFileSync(file, path.join(home, 'backups', name));
  }
  clock.at += DAY;
  await backups.look();
  const kept = (await listBackups(home)).filter(({ isBeforeMigration }) => isBeforeMigration);
  expect(kept.map((each) => path.basename(each.file).slice(-13))).toEqual(
    [1, 2, 3, 4].map((count) => `-000${count}-step.db`),
  );
});

test('a failure is reported, leaves no files, and the next look tries again', async () => {
  const disk = mountSmallDisk(1);
  if (!disk) return;
  const { home, backups, clock, errors } = await onSqlite();
  symlinkSync(disk.folder, path.join(home, 'backups'));
  disk.fill();
  clock.at += DAY;
  await backups.look();
  expect(await newestBackup(home, clock.at)).toBeNull();
  expect((await backups.state()).problem).toMatch(/The disk of .*backups is full\. Make room on it/);
  expect(errors).toHaveLength(1);
  expect(errors[0]).toMatch(/^No backup could be made\. The disk of /);
  expect(readdirSync(disk.folder)).toEqual(['filler']);
  disk.clear();
  clock.at += HOUR;
  await backups.look();
  expect(await newestBackup(home, clock.at)).toMatchObject({ at: clock.at });
  expect((await backups.state()).problem).toBeNull();
});

test.each([
  ['moved away', () => undefined],
  ['replaced by an empty one', (home: string) => mkdirSync(home)],
])('no backup is made while the data folder is %s', async (_, replace) => {
  const { home, store, backups, clock, errors } = await onSqlite();
  backups.start();
  // The first look has ended, so `make` below is an attempt of its own.
  await backups.look();
  clock.at += DAY;
  renameSync(home, `${home}.away`);
  replace(home);
  const contents = () => (existsSync(home) ? readdirSync(home) : null);
  const before = contents();
  // In an absent folder this also holds before the watch has noticed it.
  if (before === null) await backups.make();
  expect(contents()).toEqual(before);
  await expect.poll(() => store.writeAccess.trouble).not.toBeNull();
  await backups.make();
  expect((await backups.state()).problem).toMatch(/The data folder is gone/);
  expect(contents()).toEqual(before);
  rmSync(home, { recursive: true, force: true });
  renameSync(`${home}.away`, home);
  // The problem ends with its cause: the due backup is made.
  await expect.poll(() => listBackups(home)).toHaveLength(1);
  await expect.poll(() => backups.problem()).toBeNull();
  // The server itself reports that the folder is gone.
  expect(errors.filter((error) => error.includes('The data folder is gone'))).toEqual([]);
  expect((await backups.state()).problem).toBeNull();
});

test('a damaged database is not backed up', async () => {
  const home = temporaryFolder();
  const store = await openStore({ home, databaseUrl: undefined });
  await createPerson(peopleOf(store), { name: 'Ada' });
  await store.close();
  truncateSync(databaseFile(home), statSync(databaseFile(home)).size - 40_960);
  mkdirSync(path.join(home, 'backups'));
  const target = path.join(home, 'backups', 'warren-2030-01-01T00-00-00-000Z.db');
  await expect(createSqliteBackup(home).write(target)).rejects.toMatchObject({ kind: 'store-failed' });
  expect(readdirSync(path.join(home, 'backups'))).toEqual([]);
});

test('closing gives up a backup under way and leaves no files', async () => {
  const { home, backups, clock, errors } = await onSqlite();
  clock.at += DAY;
  const making = backups.look();
  await backups.close();
  await making;
  expect(existsSync(path.join(home, 'backups')) ? readdirSync(path.join(home, 'backups')) : []).toEqual([]);
  expect(errors).toEqual([]);
});

test('older data are backed up before they are migrated, and the backup is of the older version', async () => {
  const home = temporaryFolder();
  copyFileSync(path.resolve('fixtures/databases/0012-kept-chats.sqlite'), databaseFile(home));
  const before = rowsIn(databaseFile(home));
  await (await openStore({ home, databaseUrl: undefined })).close();
  const [backup, ...others] = await listBackups(home);
  expect(others).toEqual([]);
  expect(path.basename(backup?.file ?? '')).toMatch(/^warren-[\dT-]+Z-before-0013-drafts\.db$/);
  const other = temporaryFolder();
  await restore({ home: other, source: backup?.file ?? '', now: new Date() });
  const { meta: _, ...after } = rowsIn(databaseFile(other));
  const { meta: __, ...rows } = before;
  // Programs of the old server can still be running: a restore deletes their rows, so that it does not end them.
  expect(rows['terminal_processes']).not.toEqual([]);
  expect(after).toEqual({ ...rows, terminal_processes: [], sign_ins: [] });
  expect(Object.keys(after)).not.toContain('drafts');
  // The data of this version and new data are not backed up again.
  await (await openStore({ home, databaseUrl: undefined })).close();
  await (await openStore({ home: temporaryFolder(), databaseUrl: undefined })).close();
  expect(await listBackups(home)).toHaveLength(1);
});

test('if the backup fails, the data are migrated anyway, with a warning', async () => {
  const home = temporaryFolder();
  copyFileSync(path.resolve('fixtures/databases/0012-kept-chats.sqlite'), databaseFile(home));
  writeFileSync(path.join(home, 'backups'), 'in the way');
  const warnings: string[] = [];
  const store = await openStore({ home, databaseUrl: undefined, warn: (message) => void warnings.push(message) });
  await store.close();
  expect(rowsIn(databaseFile(home))).toHaveProperty('drafts');
  expect(warnings).toEqual([
    expect.stringMatching(/^No backup could be made before .* this version\. The folder .* cannot be made\. Remove/),
  ]);
});

const socketFolder = inject('postgres');
const hasPgDump = ((): boolean => {
  try {
    execFileSync('pg_dump', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

test.skipIf(socketFolder === undefined)('without pg_dump a server on PostgreSQL says what to install', async () => {
  const url = await postgresUrl();
  const home = temporaryFolder();
  const store = await openStore({ home, databaseUrl: url });
  onTestFinished(() => store.close());
  const { backups, clock, errors } = await begin({ home, store, writer: createPgDump(url, temporaryFolder()) });
  clock.at += DAY;
  await backups.look();
  expect(errors).toEqual([expect.stringContaining('pg_dump was not found. Install the client programs of PostgreSQL')]);
  expect(await backups.state()).toMatchObject({
    latest: null,
    problem: expect.stringContaining('pg_dump was not found') as string,
  });
});

test.skipIf(socketFolder === undefined)(
  'one of several servers makes the backup of a night, also if it was suspended meanwhile',
  async () => {
    const url = await postgresUrl();
    const began = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    /** A server whose backup ends when the test lets it. */
    async function serve(name: string, isEnding: Promise<void>) {
      const home = temporaryFolder();
      const member = { id: name, name, version: '1' };
      const store = await openStore({ home, databaseUrl: url, member });
      onTestFinished(() => store.close());
      const writer: BackupWriter = {
        ending: 'dump',
        unavailable: () => Promise.resolve(null),
        async write(target, { naming } = {}) {
          mkdirSync(path.dirname(target), { recursive: true });
          began.resolve();
          await isEnding;
          await naming?.(() => Promise.resolve(writeFileSync(target, 'dump')));
        },
      };
      return { home, store, ...(await begin({ home, store, writer, server: name })) };
    }
    const one = await serve('one', goOn.promise);
    const two = await serve('two', Promise.resolve());
    expect([one.store.duties.areHere, two.store.duties.areHere]).toEqual([true, false]);
    one.clock.at += DAY;
    two.clock.at = one.clock.at;
    const looking = one.backups.look();
    await began.promise;
    await two.backups.look();
    expect(await listBackups(two.home)).toEqual([]);

    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await until(async () => {
      await client.query("update servers set beat_at = 1 where id = 'one'");
      return two.store.duties.areHere;
    }, 'another server has the duties');
    await two.backups.look();
    goOn.resolve();
    await looking;
    expect(await listBackups(one.home)).toEqual([]);
    expect(await listBackups(two.home)).toHaveLength(1);
    expect([...one.errors, ...two.errors]).toEqual([]);
    // Both report where it is.
    const latest = { at: two.clock.at, bytes: 4, server: 'two' };
    expect(await one.backups.state()).toMatchObject({ latest, count: 0, server: 'one', problem: null });
    expect(await two.backups.state()).toMatchObject({ latest, count: 1, server: 'two', problem: null });

    // A draining server gives the duties back. A backup that the first person requests needs no duties.
    await client.query("update servers set is_draining = 1 where id = 'two'");
    await client.end();
    await until(() => one.store.duties.areHere && !two.store.duties.areHere, 'the first server has the duties again');
    await one.backups.look();
    expect(await listBackups(one.home)).toEqual([]);
    for (const { clock } of [one, two]) clock.at += 1;
    await two.backups.make();
    expect((await one.backups.state()).latest).toMatchObject({ server: 'two' });
  },
);

test.skipIf(socketFolder === undefined)('a pg_dump older than the server is not used', async () => {
  const url = await postgresUrl();
  const folder = temporaryFolder();
  for (const name of ['pg_dump', 'pg_restore'])
    writeFileSync(path.join(folder, name), `#!/bin/sh\necho "${name} (PostgreSQL) 9.6.1"\n`, { mode: 0o755 });
  expect(await createPgDump(url, folder).unavailable()).toMatch(
    /^pg_dump is of version 9, and the server of version \d+\./,
  );
});

test.skipIf(socketFolder === undefined || !hasPgDump)('a dump of PostgreSQL is restored with every row', async () => {
  const url = await postgresUrl();
  const home = temporaryFolder();
  const store = await openStore({ home, databaseUrl: url });
  onTestFinished(() => store.close());
  const { backups, clock, errors } = await begin({ home, store, writer: createPgDump(url) });
  clock.at += DAY;
  await backups.look();
  expect(errors).toEqual([]);
  const newest = await newestBackup(home, clock.at);
  expect(path.basename(newest?.file ?? '')).toMatch(/^warren-[\dT-]+Z\.dump$/);
  expect(statSync(newest?.file ?? '').mode & 0o077).toBe(0);
  const otherUrl = await postgresUrl();
  execFileSync('pg_restore', ['--no-owner', `--dbname=${otherUrl}`, newest?.file ?? ''], { stdio: 'pipe' });
  const other = await openStore({ home: temporaryFolder(), databaseUrl: otherUrl });
  onTestFinished(() => other.close());
  const rowsOf = async (from: Database<object>) => {
    const { read } = tablesOf<Record<string, { id: string }>>(from);
    const found: Record<string, unknown> = {};
    for (const table of ['people', 'recall_sets', 'recall_points', 'meta'])
      found[table] = (await read.selectFrom(table).selectAll().execute()).toSorted((one, two) =>
        JSON.stringify(one) < JSON.stringify(two) ? -1 : 1,
      );
    return found;
  };
  // The note of a backup is written after its dump, so the dump does not have it.
  await tablesOf<BackupTables>(store).write((trx) => trx.deleteFrom('meta').where('key', '=', 'last-backup').execute());
  expect(await rowsOf(other)).toEqual(await rowsOf(store));
});

test.skipIf(socketFolder === undefined || !hasPgDump)(
  'older data in PostgreSQL are dumped before they are migrated',
  async () => {
    const url = await postgresUrl();
    const home = temporaryFolder();
    const older = connectToPostgres(url);
    await runMigrations(older, Object.fromEntries(Object.entries(migrations).slice(0, 12)));
    await older.destroy();
    await (await openStore({ home, databaseUrl: url })).close();
    const [backup, ...others] = await listBackups(home);
    expect(others).toEqual([]);
    expect(path.basename(backup?.file ?? '')).toMatch(/^warren-[\dT-]+Z-before-0013-drafts\.dump$/);
    const list = execFileSync('pg_restore', ['--list', backup?.file ?? ''], { encoding: 'utf8' });
    expect(list).toMatch(/TABLE DATA public chat_said /);
    expect(list).not.toMatch(/ drafts /);
  },
);

/** A database without tables, which is dropped after the test. */
async function postgresUrl(): Promise<string> {
  const name = await createEmptyDatabase(socketFolder ?? '');
  onTestFinished(() => dropDatabase(socketFolder ?? '', name));
  return urlOf(socketFolder ?? '', name);
}
