import { copyFileSync, existsSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { expect, test } from 'vitest';

import { tablesOf } from '#database/server/database.ts';
import { AppError } from '#wire/error-kind.ts';

import { temporaryFolder } from '../../../../fixtures/database/temporary-folder.ts';
import { takeOwnerLock } from '../data-folder/owner-lock.ts';
import type { MetaTables } from '../migrate.ts';
import { databaseFile, openBesideServer, openStore, type OpenStore } from '../open-store.ts';
import { backUp } from './backup.ts';
import { restore } from './restore.ts';

const NOW = new Date('2030-01-02T03:04:05.678Z');

async function withStore<Result>(home: string, work: (store: OpenStore) => Promise<Result>): Promise<Result> {
  const store = await openStore({ home, databaseUrl: undefined });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

function put(store: OpenStore, key: string): Promise<unknown> {
  return tablesOf<MetaTables>(store).write((trx) => trx.insertInto('meta').values({ key, value: '' }).execute());
}

async function keys(store: OpenStore): Promise<string[]> {
  const rows = await tablesOf<MetaTables>(store).read.selectFrom('meta').select('key').execute();
  return rows
    .map((row) => row.key)
    .filter((key) => key !== 'lineage')
    .toSorted();
}

test('a backup made during writes is complete, and restoring it restores that moment', async () => {
  const home = temporaryFolder();
  const target = path.join(temporaryFolder(), 'copy.db');
  const lineage = await withStore(home, async (store) => {
    await put(store, 'before');
    let isDone = false;
    const writing = (async () => {
      for (let index = 0; !isDone; index += 1) await put(store, `during ${index}`);
    })();
    await backUp({ home, target, replace: false });
    isDone = true;
    await writing;
    await put(store, 'after');
    return store.lineage;
  });
  expect(statSync(target).mode & 0o077).toBe(0);
  expect(readdirSync(path.dirname(target))).toEqual(['copy.db']);

  const { replaced } = await restore({ home, source: target, now: NOW });
  expect(replaced).toBe(`${databaseFile(home)}.before-restore-2030-01-02T03-04-05-678Z`);
  await withStore(home, async (store) => {
    expect(await keys(store)).toContain('before');
    expect(await keys(store)).not.toContain('after');
    expect(store.lineage).not.toBe(lineage);
  });
  const old = new DatabaseSync(replaced ?? '', { readOnly: true });
  expect(old.prepare("select key from meta where key = 'after'").get()).toMatchObject({ key: 'after' });
  old.close();
});

test('a backup replaces a file only on request', async () => {
  const home = temporaryFolder();
  const target = path.join(home, 'copy.db');
  writeFileSync(target, 'precious');
  await withStore(home, async () => {
    await expect(backUp({ home, target, replace: false })).rejects.toThrow('Add --force to replace it');
    await backUp({ home, target, replace: true });
  });
  expect(statSync(target).size).toBeGreaterThan(4_096);
});

test('an empty data folder and the database itself are refused', async () => {
  const home = temporaryFolder();
  await expect(backUp({ home, target: path.join(home, 'copy.db'), replace: false })).rejects.toMatchObject({
    kind: 'not-found',
  });
  expect(existsSync(databaseFile(home))).toBe(false);
  await withStore(home, async () => {
    await expect(backUp({ home, target: databaseFile(home), replace: true })).rejects.toMatchObject({
      kind: 'refused',
    });
  });
});

const ownNames = ['warren.db', 'warren.db-wal', 'owner.lock', 'owner.json', 'token', 'Token', 'key', 'keys.json'];

test.each([...ownNames, 'provider-keys.key', 'provider-keys.key.12.ab'])(
  'a backup does not replace %s in the data folder, for any name of the folder',
  async (name) => {
    const home = temporaryFolder();
    const link = path.join(temporaryFolder(), 'link');
    symlinkSync(home, link);
    await withStore(home, async () => {
      for (const folder of [home, link])
        await expect(backUp({ home, target: path.join(folder, name), replace: true })).rejects.toMatchObject({
          detail: { reason: 'own-file' },
        });
    });
    await backUp({ home, target: path.join(temporaryFolder(), name), replace: false });
  },
);

test('a folder instead of a file and a missing folder are reported', async () => {
  const home = temporaryFolder();
  await withStore(home, (store) => put(store, 'a'));
  const missing = path.join(home, 'missing');
  await expect(backUp({ home, target: path.join(missing, 'x'), replace: false })).rejects.toThrow(
    new AppError('not-found', `There is no folder ${missing}.`),
  );
  await expect(backUp({ home, target: home, replace: true })).rejects.toThrow(
    `${home} is a folder. Name a file in it for the backup.`,
  );
  await expect(restore({ home, source: home, now: NOW })).rejects.toThrow(
    `${home} is not a file. Name the backup to restore.`,
  );
  await expect(restore({ home, source: missing, now: NOW })).rejects.toThrow(`There is no file ${missing}.`);
});

test('a backup of a newer version is refused', async () => {
  const home = temporaryFolder();
  const source = path.join(temporaryFolder(), 'copy.db');
  await withStore(home, () => backUp({ home, target: source, replace: false }));
  changed(source, "insert into kysely_migration values ('9999-later', '2030-01-01T00:00:00.000Z')");
  await expect(restore({ home, source, now: NOW })).rejects.toThrow(`The data in ${source} were written by a newer`);
});

test('older data is migrated only if no server uses it', async () => {
  const home = temporaryFolder();
  const older = databaseFile(home);
  copyFileSync(path.resolve('fixtures/databases/0012-kept-chats.sqlite'), older);
  const lock = takeOwnerLock(home);
  await expect(openBesideServer({ home, databaseUrl: undefined })).rejects.toMatchObject({
    message: expect.stringMatching(
      /already running on .*of an older version: restart Warren, then try again/,
    ) as string,
    detail: { reason: 'older-data' },
  });
  const database = new DatabaseSync(older);
  expect(database.prepare("select name from sqlite_schema where name = 'drafts'").all()).toEqual([]);
  database.close();
  lock.release();
  await (await openBesideServer({ home, databaseUrl: undefined })).close();
  await withStore(home, async (store) => {
    const beside = await openBesideServer({ home, databaseUrl: undefined });
    expect(beside.lineage).toBe(store.lineage);
    await beside.close();
  });
});

test('a backup is restored into an empty folder', async () => {
  const [home, other] = [temporaryFolder(), temporaryFolder()];
  const target = path.join(home, 'copy.db');
  await withStore(home, (store) => put(store, 'a'));
  await backUp({ home, target, replace: false });
  expect(await restore({ home: other, source: target, now: NOW })).toEqual({ replaced: undefined, validAgain: [] });
  expect(await withStore(other, keys)).toEqual(['a']);
});

test('a restore ends all sign-ins, and names those whose ended links are valid again', async () => {
  const home = temporaryFolder();
  const source = path.join(temporaryFolder(), 'copy.db');
  const person = (name: string, token: string) =>
    `insert into people (id, name, token_hash, created_at) values ('${name}', '${name}', '${token}', 1);`;
  await withStore(home, () => backUp({ home, target: source, replace: false }));
  const people = ['Ada', 'Ben', 'Cleo', 'Dora', 'Eli'].map((name) => person(name, `token of ${name}`)).join('');
  const signIn = "insert into sign_ins (id_hash, person_id, created_at, expires_at) values ('hash', 'Ben', 1, 2);";
  changed(source, `${people}${signIn}update people set removing_at = 1 where name = 'Eli'`);
  const renewed = `${person('Ada', 'renewed for Ada')}${person('Ben', 'renewed for Ben')}${person('Cleo', 'token of Cleo')}`;
  changed(databaseFile(home), renewed);
  const signIns = () => {
    const database = new DatabaseSync(databaseFile(home), { readOnly: true });
    const rows = database.prepare('select * from sign_ins').all();
    database.close();
    return rows;
  };

  // Ada is the first person, whose token is in the data folder. Eli was being removed.
  expect(await restore({ home, source, now: NOW })).toMatchObject({ validAgain: ['Ben', 'Dora'] });
  expect(signIns()).toEqual([]);
  expect(await restore({ home, source, now: new Date(0) })).toMatchObject({ validAgain: [] });
  writeFileSync(databaseFile(home), 'damaged');
  expect(await restore({ home, source, now: new Date(1) })).toMatchObject({ validAgain: [] });
});

test('restore is refused while a server owns the folder', async () => {
  const home = temporaryFolder();
  const target = path.join(home, 'copy.db');
  await withStore(home, async (store) => {
    await backUp({ home, target, replace: false });
    await expect(restore({ home, source: target, now: NOW })).rejects.toThrow(`process ${process.pid}`);
    await put(store, 'still here');
  });
});

function changed(file: string, statements: string): void {
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  database.exec(statements);
  database.close();
}

test.each([
  ['text', (file: string) => writeFileSync(file, 'no database'.repeat(1_000)), 'damaged'],
  ['an empty file', (file: string) => writeFileSync(file, ''), 'not-ours'],
  [
    'a database of another program',
    (file: string) => {
      writeFileSync(file, '');
      changed(file, 'create table notes (text text)');
    },
    'not-ours',
  ],
  [
    'a backup of a newer version',
    (file: string) => changed(file, "insert into kysely_migration values ('9999-later', '2030-01-01T00:00:00.000Z')"),
    'newer-data',
  ],
  ['a backup without a table', (file: string) => changed(file, 'drop table events'), 'damaged'],
  ['a backup without a column', (file: string) => changed(file, 'alter table events drop column body'), 'damaged'],
  [
    'a database that has but the names of our tables',
    (file: string) => {
      writeFileSync(file, '');
      changed(file, 'create table kysely_migration (id text); create table meta (id text)');
    },
    'not-ours',
  ],
  [
    'a backup with rows that belong to nothing',
    (file: string) =>
      changed(
        file,
        "insert into sign_ins (id_hash, person_id, created_at, expires_at) values ('hash', 'nobody', 1, 2)",
      ),
    'damaged',
  ],
])('%s is refused, and the data does not change', async (_, spoil, reason) => {
  const home = temporaryFolder();
  const source = path.join(temporaryFolder(), 'copy.db');
  await withStore(home, (store) => put(store, 'mine'));
  await backUp({ home, target: source, replace: false });
  spoil(source);
  await expect(restore({ home, source, now: NOW })).rejects.toMatchObject({ detail: { reason } });
  expect(await withStore(home, keys)).toEqual(['mine']);
  expect(readdirSync(home).toSorted()).toEqual(['owner.lock', 'warren.db']);
});
