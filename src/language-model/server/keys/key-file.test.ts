import { chmodSync, readdirSync, writeFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { temporaryFolder } from '../../../../fixtures/database/temporary-folder.ts';
import { ensureKeyFile, keyFile, readKeyFile } from './key-file.ts';

test('concurrent calls create the file once and leave no other files', async () => {
  const home = temporaryFolder();
  expect(await readKeyFile(home)).toBeNull();
  const made = await Promise.all(Array.from({ length: 20 }, () => ensureKeyFile(home)));
  expect(new Set(made.map((secret) => secret.toString('hex'))).size).toBe(1);
  expect(made[0]).toHaveLength(32);
  expect(await readKeyFile(home)).toEqual(made[0]);
  expect(readdirSync(home)).toEqual(['provider-keys.key']);
});

test('a damaged file is not replaced, and the error says what to do', async () => {
  const home = temporaryFolder();
  writeFileSync(keyFile(home), 'half');
  await expect(ensureKeyFile(home)).rejects.toMatchObject({
    kind: 'store-failed',
    message: expect.stringContaining('enter the providers’ keys again') as unknown,
  });
});

test.skipIf(process.getuid?.() === 0)('a folder that cannot be written says so', async () => {
  const home = temporaryFolder();
  chmodSync(home, 0o500);
  await expect(ensureKeyFile(home)).rejects.toMatchObject({ kind: 'store-failed' });
  chmodSync(home, 0o700);
});
