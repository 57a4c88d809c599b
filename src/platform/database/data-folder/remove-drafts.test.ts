import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

import { temporaryFolder } from '../../../../fixtures/database/temporary-folder.ts';
import { removeDrafts } from './remove-drafts.ts';

const NOW = Date.UTC(2026, 10, 24, 12);

test('drafts of the database and drafts not written for half an hour are removed, and nothing else', async () => {
  const home = temporaryFolder();
  mkdirSync(path.join(home, 'folder.part'));
  const write = (name: string, idleMinutes: number) => {
    const file = path.join(home, name);
    writeFileSync(file, 'x');
    const at = new Date(NOW - idleMinutes * 60_000);
    utimesSync(file, at, at);
  };
  for (const name of ['warren.db.1a2b3c4d.part', 'warren.db.1a2b3c4d.part-wal']) write(name, 1);
  for (const name of ['warren.db', 'copy.db.5e6f7a8b.part', 'notes.part.md']) write(name, 31);
  write('other.db.5e6f7a8b.part', 29);
  write('warren.db.5e6f7a8b.part', -1);
  await removeDrafts(home, NOW);
  expect(readdirSync(home).toSorted()).toEqual([
    'folder.part',
    'notes.part.md',
    'other.db.5e6f7a8b.part',
    'warren.db',
    'warren.db.5e6f7a8b.part',
  ]);
});

test('a missing data folder is no failure', async () => {
  await removeDrafts(path.join(temporaryFolder(), 'nothing'), NOW);
});
