import { statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

import { temporaryFolder } from '../../../../fixtures/database/temporary-folder.ts';
import { ensureDataFolder } from './data-folder.ts';

test('the data folder is created for its owner only, and an existing one stays', async () => {
  const home = path.join(temporaryFolder(), 'deep', 'inside');
  await ensureDataFolder(home);
  await ensureDataFolder(home);
  expect(statSync(home).mode & 0o777).toBe(0o700);
});

test('a folder that cannot be created is reported with the setting to change', async () => {
  const file = path.join(temporaryFolder(), 'file');
  writeFileSync(file, '');
  await expect(ensureDataFolder(file)).rejects.toThrow(/file.*Choose another one with WARREN_HOME/);
  await expect(ensureDataFolder(path.join(file, 'inside'))).rejects.toMatchObject({
    detail: { reason: 'no-data-folder' },
  });
});
