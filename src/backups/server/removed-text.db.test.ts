import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { expect, onTestFinished, test } from 'vitest';

import { finishRemoval } from '#account/server/remove-person.ts';
import { removalOf } from '#composition/server/people.ts';
import { createSqliteBackup } from '#platform/database/backup/backup-writer-of.ts';
import { databaseFile, openStore } from '#platform/database/open-store.ts';

import { temporaryFolder } from '../../../fixtures/database/temporary-folder.ts';
import { openLibraryWorld } from '../../../fixtures/library/library-world.ts';

const WORD = 'quicksilver';
/** Long enough to need pages of its own, besides those that it shares. */
const TEXT = Array.from({ length: 400 }, (_, line) => `The ${WORD} of day ${line} moved.`).join('\n\n');

/**
 * The files of a folder whose bytes contain the word. Another process reads them: closing them in this process would
 * drop SQLite's locks.
 */
function withWord(folder: string): string[] {
  const { stdout } = spawnSync('grep', ['-rlF', WORD, folder], { encoding: 'utf8' });
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((file) => path.basename(file))
    .toSorted();
}

async function open() {
  const home = temporaryFolder();
  const store = await openStore({ home, databaseUrl: undefined });
  onTestFinished(() => store.close());
  return { home, store, backUp: (name: string) => createSqliteBackup(home).write(path.join(home, 'backups', name)) };
}

test('no data file and no new backup contains the text of a removed person', async () => {
  const { home, store, backUp } = await open();
  const { person, addOne } = await openLibraryWorld(store);
  await addOne({ title: `Of ${WORD}`, content: TEXT });
  await addOne({ title: 'A short one', content: `A little ${WORD}.` });
  expect(withWord(home)).not.toEqual([]);
  await finishRemoval(removalOf(store, { home }), person);
  await backUp('after.db');
  expect(readdirSync(home)).toEqual(expect.arrayContaining(['warren.db', 'warren.db-wal']));
  expect(withWord(home)).toEqual([]);
});

test('a backup does not contain text deleted before deletions overwrote it', async () => {
  const { home, backUp } = await open();
  const database = new DatabaseSync(databaseFile(home));
  database.exec('pragma secure_delete = off');
  database.prepare("insert into meta (key, value) values ('old', ?)").run(TEXT);
  database.exec("delete from meta where key = 'old'");
  database.exec('pragma wal_checkpoint(truncate)');
  database.close();
  expect(withWord(home)).toEqual(['warren.db']);
  await backUp('after.db');
  expect(withWord(home)).toEqual(['warren.db']);
});
