import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

import { temporaryFolder } from '../../../fixtures/database/temporary-folder.ts';
import { importFiles, removeImported } from './import-files.ts';
import type { ReadExport } from './read-export.ts';

const WRITTEN_AT = Date.UTC(2026, 10, 20);

/** An export of two recordings, and the folder that it is imported into. */
function exportOfTwo() {
  const directory = temporaryFolder();
  const home = temporaryFolder();
  const recordings = path.join(home, 'recordings');
  mkdirSync(recordings);
  const files = ['one.cast', 'two.cast'].map((name) => {
    const content = `exported ${name}`;
    writeFileSync(path.join(directory, name), content);
    const sha256 = createHash('sha256').update(content).digest('hex');
    return { path: name, home: `recordings/${name}`, bytes: content.length, sha256, modifiedAt: WRITTEN_AT };
  });
  const given = { directory, manifest: { files } } as unknown as ReadExport;
  return { given, home, recordings };
}

test('an existing other file is named in the error, and neither replaced nor removed', async () => {
  const { given, home, recordings } = exportOfTwo();
  const own = path.join(recordings, 'two.cast');
  writeFileSync(own, 'own');
  await expect(importFiles(given, home)).rejects.toThrow(
    `${own} is there already and is not the file of the export. Move it elsewhere, then import again.`,
  );
  expect(readFileSync(own, 'utf8')).toBe('own');
  expect(readdirSync(recordings)).toEqual(['two.cast']);
});

test('an import continues with the files of a killed one, whole or as drafts', async () => {
  const { given, home, recordings } = exportOfTwo();
  writeFileSync(path.join(recordings, 'one.cast'), 'exported one.cast');
  writeFileSync(path.join(recordings, 'two.cast.part'), 'a longer draft of another import');
  const put = await importFiles(given, home);
  expect(put).toEqual([path.join(recordings, 'two.cast')]);
  expect(readdirSync(recordings).toSorted()).toEqual(['one.cast', 'two.cast']);
  expect(readFileSync(path.join(recordings, 'two.cast'), 'utf8')).toBe('exported two.cast');
  const { mode, mtimeMs } = statSync(path.join(recordings, 'two.cast'));
  expect({ mode: mode & 0o777, mtimeMs }).toEqual({ mode: 0o600, mtimeMs: WRITTEN_AT });
  // An import removes only files that it created.
  await removeImported(put);
  expect(readdirSync(recordings)).toEqual(['one.cast']);
});

test('a file in the place of a folder is named in the error', async () => {
  const { given } = exportOfTwo();
  const home = temporaryFolder();
  writeFileSync(path.join(home, 'recordings'), '');
  await expect(importFiles(given, home)).rejects.toThrow(
    `${path.join(home, 'recordings')} is no folder. Move it elsewhere, then import again.`,
  );
});
