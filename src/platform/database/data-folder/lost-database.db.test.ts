import { existsSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { backupFolder } from '#backups/server/backup-files.ts';

import { temporaryFolder } from '../../../../fixtures/database/temporary-folder.ts';
import { createSqliteBackup } from '../backup/backup-writer-of.ts';
import { restore } from '../backup/restore.ts';
import { databaseFile, openBesideServer, openStore } from '../open-store.ts';
import { openToRead } from '../open-to-read.ts';

const harms: [string, (file: string) => void][] = [
  ['missing', (file) => rmSync(file)],
  ['empty', (file) => writeFileSync(file, '')],
  ['cut off', (file) => writeFileSync(file, 'SQLite format 3')],
];

/** A data folder with one backup, while no server runs. */
async function withBackup() {
  const home = temporaryFolder();
  const settings = { home, databaseUrl: undefined };
  const store = await openStore(settings);
  const backup = path.join(backupFolder(home), 'warren-2030-01-01T00-00-00-000Z.db');
  await createSqliteBackup(home).write(backup);
  await store.close();
  return { home, settings, lineage: store.lineage, backup, file: databaseFile(home) };
}

test.each(harms)(
  'a start refuses to replace a database that is %s while backups exist, and a backup can be restored',
  async (_, harm) => {
    const { settings, home, lineage, backup, file } = await withBackup();
    harm(file);
    const sizeOf = () => statSync(file, { throwIfNoEntry: false })?.size;
    const before = sizeOf();
    for (const open of [openStore, openBesideServer])
      await expect(open(settings)).rejects.toMatchObject({
        message: expect.stringContaining(`Restore one with "warren restore ${backup}"`) as string,
        detail: { reason: 'database-lost' },
      });
    expect(sizeOf()).toBe(before);
    await restore({ home, source: backup, now: new Date() });
    const store = await openStore(settings);
    onTestFinished(() => store.close());
    expect(store.lineage).not.toBe(lineage);
  },
);

test.each(harms)('with a server whose database is %s, no command creates one', async (_, harm) => {
  const home = temporaryFolder();
  const settings = { home, databaseUrl: undefined };
  const store = await openStore(settings);
  const file = databaseFile(home);
  renameSync(file, `${file}.away`);
  writeFileSync(file, '');
  harm(file);
  const sizeOf = () => statSync(file, { throwIfNoEntry: false })?.size;
  const before = sizeOf();
  const gone = { message: expect.stringMatching(/is gone while Warren runs\. Put it back, or stop/) as string };
  await expect(openBesideServer(settings)).rejects.toMatchObject(gone);
  await expect(openToRead(settings)).rejects.toMatchObject(gone);
  expect(sizeOf()).toBe(before);
  renameSync(`${file}.away`, file);
  await (await openBesideServer(settings)).close();
  await store.close();
});

test('an empty database is replaced only if Warren never ran there', async () => {
  const home = temporaryFolder();
  const settings = { home, databaseUrl: undefined };
  writeFileSync(databaseFile(home), '');
  await (await openStore(settings)).close();
  writeFileSync(databaseFile(home), '');
  writeFileSync(path.join(home, 'token'), 'of the first person');
  await expect(openStore(settings)).rejects.toMatchObject({ detail: { reason: 'database-lost' } });
  rmSync(databaseFile(home));
  await (await openStore(settings)).close();
});

test('without the folder of backups, a start creates an empty database', async () => {
  const { settings, home, file } = await withBackup();
  rmSync(file);
  renameSync(backupFolder(home), `${backupFolder(home)}.away`);
  mkdirSync(backupFolder(home));
  writeFileSync(path.join(backupFolder(home), 'mine.db'), 'mine');
  const store = await openStore(settings);
  onTestFinished(() => store.close());
  expect(existsSync(file)).toBe(true);
});
