import { mkdirSync, readdirSync } from 'node:fs';

import { expect, test } from 'vitest';

import { mountSmallDisk } from '../../../fixtures/database/small-disk.ts';
import { temporaryFolder } from '../../../fixtures/database/temporary-folder.ts';
import { readToken, storedToken, tokenFile, writeToken } from './token-file.ts';

test('later calls return the token of the first call', async () => {
  const home = temporaryFolder();
  expect(await storedToken(home)).toBe(await storedToken(home));
  expect(readdirSync(home)).toEqual(['token']);
});

test('an error of a full disk names the file, and no file is left behind', async () => {
  const disk = mountSmallDisk(1);
  if (!disk) return;
  const home = disk.folder;
  disk.fill();
  await expect(storedToken(home)).rejects.toMatchObject({
    kind: 'disk-full',
    message: `${tokenFile(home)} cannot be written: the disk is full. Make room on it, then try again.`,
  });
  disk.clear();
  expect(readdirSync(home)).toEqual([]);
});

test('concurrent writers leave one complete token and no drafts', async () => {
  const home = temporaryFolder();
  const tokens = Array.from({ length: 20 }, (_, number) => `token-${number}`);
  await Promise.all(tokens.map((token) => writeToken(home, token)));
  expect(tokens).toContain(await readToken(home));
  expect(readdirSync(home)).toEqual(['token']);
});

test('an error for an unreadable file names it, with a remedy', async () => {
  const home = temporaryFolder();
  mkdirSync(tokenFile(home));
  await expect(storedToken(home)).rejects.toMatchObject({
    kind: 'store-failed',
    message: expect.stringMatching(/token cannot be read \(EISDIR\).*WARREN_HOME/) as string,
  });
});
