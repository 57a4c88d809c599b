import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

import { temporaryFolder } from '../../../fixtures/database/temporary-folder.ts';
import { importFiles } from './import-files.ts';
import type { ReadExport } from './read-export.ts';

test('a file that is there already is neither replaced nor removed', async () => {
  const directory = temporaryFolder();
  const home = temporaryFolder();
  mkdirSync(path.join(home, 'recordings'));
  for (const name of ['one.cast', 'two.cast']) writeFileSync(path.join(directory, name), 'exported');
  writeFileSync(path.join(home, 'recordings', 'two.cast'), 'own');
  const files = ['one.cast', 'two.cast'].map((name) => ({ path: name, home: `recordings/${name}` }));
  const given = { directory, manifest: { files } } as unknown as ReadExport;
  await expect(importFiles(given, home)).rejects.toMatchObject({ code: 'EEXIST' });
  expect(readFileSync(path.join(home, 'recordings', 'two.cast'), 'utf8')).toBe('own');
  expect(() => readFileSync(path.join(home, 'recordings', 'one.cast'))).toThrow('ENOENT');
});
