import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

import { temporaryFolder } from '../../../fixtures/database/temporary-folder.ts';
import { keptToken, tokenFile } from './token-file.ts';

test('the token of the first call is kept', async () => {
  const home = temporaryFolder();
  expect(await keptToken(home)).toBe(await keptToken(home));
  expect(readdirSync(home)).toEqual(['token']);
});

test.skipIf(!existsSync('/dev/full'))('a full disk is told with the file, and leaves nothing behind', async () => {
  const home = temporaryFolder();
  // Writing to it fails as on a full disk.
  symlinkSync('/dev/full', path.join(home, `token.${process.pid}`));
  await expect(keptToken(home)).rejects.toMatchObject({
    kind: 'disk-full',
    message: `${tokenFile(home)} cannot be written: the disk is full. Make room on it, then try again.`,
  });
  expect(readdirSync(home)).toEqual([]);
});

test('a file that cannot be read is named, with a remedy', async () => {
  const home = temporaryFolder();
  mkdirSync(tokenFile(home));
  await expect(keptToken(home)).rejects.toMatchObject({
    kind: 'store-failed',
    message: expect.stringMatching(/token cannot be read \(EISDIR\).*WARREN_HOME/) as string,
  });
});
