import { mkdirSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

import { temporaryFolder } from '../../../../../fixtures/database/temporary-folder.ts';
import { removeOld } from './remove-old.ts';

const NOW = 1_700_000_000_000;
const DAY = 86_400_000;

function folderWith(files: Readonly<Record<string, { days: number; bytes: number }>>): string {
  const folder = temporaryFolder();
  for (const [name, { days, bytes }] of Object.entries(files)) {
    const file = path.join(folder, name);
    writeFileSync(file, Buffer.alloc(bytes));
    const at = (NOW - days * DAY) / 1000;
    utimesSync(file, at, at);
  }
  return folder;
}

test('recordings that are too old are removed, then the oldest until the rest is small enough', async () => {
  const folder = folderWith({
    'a.cast': { days: 40, bytes: 10 },
    'b.cast': { days: 20, bytes: 500 },
    'c.cast.unreadable': { days: 10, bytes: 500 },
    'd.cast': { days: 1, bytes: 500 },
    'e.cast': { days: 30, bytes: 500 },
  });
  const limits = { maxAgeMs: 30 * DAY, maxTotalBytes: 1_200, now: NOW };
  expect(await removeOld(folder, limits)).toEqual(['a.cast', 'e.cast', 'b.cast']);
  expect(readdirSync(folder).toSorted()).toEqual(['c.cast.unreadable', 'd.cast']);
  expect(await removeOld(folder, limits)).toEqual([]);
});

test('recordings in use are kept, and count towards the limit', async () => {
  const folder = folderWith({ 'a.cast': { days: 40, bytes: 900 }, 'b.cast': { days: 1, bytes: 500 } });
  const limits = { maxAgeMs: 30 * DAY, maxTotalBytes: 1_000, now: NOW, keep: new Set(['a.cast']) };
  expect(await removeOld(folder, limits)).toEqual(['b.cast']);
});

test('other files, folders and links are kept', async () => {
  const folder = folderWith({ 'notes.txt': { days: 400, bytes: 10 } });
  mkdirSync(path.join(folder, 'x.cast'));
  symlinkSync(path.join(folder, 'notes.txt'), path.join(folder, 'y.cast'));
  expect(await removeOld(folder, { maxAgeMs: 0, maxTotalBytes: 0, now: NOW })).toEqual([]);
});

test('a missing folder has nothing to remove', async () => {
  const folder = path.join(temporaryFolder(), 'none');
  expect(await removeOld(folder, { maxAgeMs: 0, maxTotalBytes: 0, now: NOW })).toEqual([]);
});
