import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { temporaryFolder } from '../../../../fixtures/database/temporary-folder.ts';
import { isKeySecret, keySecretOf } from './key-file.ts';

const inFolder = (home: string) => keySecretOf({ home, keysKey: undefined });

test('concurrent calls create the file once and leave no other files', async () => {
  const home = temporaryFolder();
  const { place, read, ensure } = inFolder(home);
  expect(await read()).toBeNull();
  const made = await Promise.all(Array.from({ length: 20 }, () => ensure()));
  expect(new Set(made.map((secret) => secret.toString('hex'))).size).toBe(1);
  expect(made[0]).toHaveLength(32);
  expect(await read()).toEqual(made[0]);
  expect(readdirSync(home)).toEqual(['provider-keys.key']);

  // The content of the file also works as a setting; then no file is read or created.
  const keysKey = readFileSync(place, 'utf8').trim();
  expect(isKeySecret(keysKey)).toBe(true);
  const other = temporaryFolder();
  const given = keySecretOf({ home: other, keysKey });
  expect([await given.read(), await given.ensure()]).toEqual([made[0], made[0]]);
  expect(readdirSync(other)).toEqual([]);
});

test('a damaged file is not replaced, and the error says what to do', async () => {
  const { place, ensure } = inFolder(temporaryFolder());
  writeFileSync(place, 'half');
  await expect(ensure()).rejects.toMatchObject({
    kind: 'store-failed',
    message: expect.stringContaining('enter the providers’ keys again') as unknown,
  });
});

test.skipIf(process.getuid?.() === 0)('an error for an unwritable folder says so', async () => {
  const home = temporaryFolder();
  chmodSync(home, 0o500);
  await expect(inFolder(home).ensure()).rejects.toMatchObject({ kind: 'store-failed' });
  chmodSync(home, 0o700);
});
