import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

import { temporaryFolder } from '../../../../../../fixtures/database/temporary-folder.ts';
import { completeFile } from './complete-file.ts';

function folderWith(files: readonly string[]): string {
  const folder = temporaryFolder();
  for (const file of files) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), '');
  }
  return folder;
}
const offered = async (query: string, folder: string) => (await completeFile(query, folder)).map(({ value }) => value);

test('files whose name begins with the words come first, then the shorter ones', async () => {
  const folder = folderWith(['a/deep/notes.md', 'notes.md', 'my-notes.md', 'other.txt']);
  expect(await offered('NOTE', folder)).toEqual(['notes.md', 'a/deep/notes.md', 'my-notes.md']);
});

test('what the folder ignores by its name is left out', async () => {
  const folder = folderWith(['x.ts', 'dist/x.js', 'node_modules/x/x.js', 'src/build/x.o', '.git/x']);
  writeFileSync(path.join(folder, '.gitignore'), '# built\n/dist/\nbuild\n*.ts\n');
  expect(await offered('x', folder)).toEqual(['x.ts']);
});

test('pipes and links are not offered, and no link is followed', async () => {
  const folder = folderWith(['x.md']);
  execFileSync('mkfifo', [path.join(folder, 'x-pipe')]);
  for (const name of ['x-a', 'x-b']) symlinkSync('.', path.join(folder, name));
  expect(await offered('x', folder)).toEqual(['x.md']);
});

test('nothing that a repository names in its configuration is run', async () => {
  const folder = folderWith(['x.md', 'evil.sh']);
  const evil = path.join(folder, 'evil.sh');
  writeFileSync(evil, `#!/bin/sh\ntouch '${folder}/RAN'\n`);
  chmodSync(evil, 0o755);
  const git = (...args: string[]) => execFileSync('git', ['-C', folder, ...args]);
  git('init', '-q');
  git('config', 'core.fsmonitor', './evil.sh');
  expect(await offered('x', folder)).toEqual(['x.md']);
  expect(existsSync(path.join(folder, 'RAN'))).toBe(false);
});

test('a folder that is not there offers nothing', async () => {
  expect(await offered('x', path.join(temporaryFolder(), 'none'))).toEqual([]);
});
