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
const offered = async (query: string, folder: string, everywhere = '') =>
  (await completeFile(query, folder, () => Promise.resolve(everywhere))).map(({ value }) => value);

test('files whose name begins with the query come first, then the shorter ones', async () => {
  const folder = folderWith(['a/deep/notes.md', 'notes.md', 'my-notes.md', 'other.txt']);
  expect(await offered('NOTE', folder)).toEqual(['notes.md', 'a/deep/notes.md', 'my-notes.md']);
});

const RULES: Readonly<Record<string, string>> = {
  '.gitignore': [
    '# built',
    '/dist/',
    'build/',
    '*.log',
    '!keep.log',
    'docs/**/draft-?.md',
    'tmp/**',
    '**/cache',
    '[a-cx]1.txt',
    String.raw`\#x.md`,
    'trailing   ',
    'sub/deep/*',
    'a*b*c*d',
    '!/never/back.txt',
    'never',
  ].join('\n'),
  'sub/.gitignore': '*.md\r\n!/x-read.md\r\n/only-here\r\n',
  '.git/info/exclude': 'x-excluded\n!kept.swp\n',
};
const EVERYWHERE = '*.swp\n!x.log\n';
const FILES = [
  'x.ts dist/x.js sub/dist/x.js src/build/x.o src/buildx x.log keep.log src/keep.log',
  'docs/draft-x.md docs/a/b/draft-x.md docs/draft-xx.md tmp/x x/tmp/x x/cache/y cachex',
  'a1.txt x1.txt d1.txt #x.md trailing sub/deep/x sub/deep/y/x axbxcxd axbxcx',
  'never/back.txt sub/x.md sub/x-read.md sub/y/x-read.md sub/only-here only-here x-excluded x.swp sub/kept.swp',
].flatMap((line) => line.split(' '));

test('files that git ignores are left out, in a folder of a repository and at its top', async () => {
  const folder = folderWith(FILES);
  execFileSync('git', ['-C', folder, 'init', '-q']);
  const home = folderWith(['.config/git/ignore']);
  writeFileSync(path.join(home, '.config/git/ignore'), EVERYWHERE);
  for (const [file, text] of Object.entries(RULES)) writeFileSync(path.join(folder, file), text);
  for (const below of ['.', 'sub', 'never']) {
    const place = path.join(folder, below);
    const args = ['-C', place, 'ls-files', '--others', '--exclude-standard', '-z'];
    const known = String(execFileSync('git', args, { env: { HOME: home, PATH: process.env['PATH'] } }));
    const listed = known.split('\0').filter(Boolean);
    for (const letter of ['x', 'e', 'k', 'd', 'g'])
      expect(new Set(await offered(letter, place, EVERYWHERE)), `${letter} in ${below}`).toEqual(
        new Set(listed.filter((file) => file.includes(letter))),
      );
  }
});

test('without a repository the folder’s own rules apply, and installed packages are left out', async () => {
  const folder = folderWith(['x.ts', 'x.js', 'node_modules/x/x.ts']);
  writeFileSync(path.join(folder, '.gitignore'), '*.js\n');
  expect(await offered('x', folder)).toEqual(['x.ts']);
});

test('pipes and links are not offered, and no link is followed', async () => {
  const folder = folderWith(['x.md']);
  execFileSync('mkfifo', [path.join(folder, 'x-pipe')]);
  for (const name of ['x-a', 'x-b']) symlinkSync('.', path.join(folder, name));
  expect(await offered('x', folder)).toEqual(['x.md']);
});

test('nothing that a repository names in its configuration runs', async () => {
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

test('a missing folder offers nothing', async () => {
  expect(await offered('x', path.join(temporaryFolder(), 'none'))).toEqual([]);
});
