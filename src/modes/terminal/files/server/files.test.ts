import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

import { temporaryFolder } from '../../../../../fixtures/database/temporary-folder.ts';
import { listFolder } from './list-folder.ts';
import { readImage, readText } from './read-file.ts';

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');

function project() {
  const outside = temporaryFolder();
  const root = path.join(outside, 'project');
  mkdirSync(path.join(root, 'src'), { recursive: true });
  writeFileSync(path.join(outside, 'secret.txt'), 'secret');
  writeFileSync(path.join(root, 'src', 'a.ts'), 'const a = 1;\n');
  return { outside, root, write: (name: string, text: string | Buffer) => writeFileSync(path.join(root, name), text) };
}

test('a folder is listed with folders first, numbers in order, and ignored files marked', async () => {
  const { root, write } = project();
  for (const name of ['b10.txt', 'b9.txt', '.env', 'x.swp']) write(name, '');
  write('.gitignore', '.env\n');
  const { entries, isCut } = await listFolder(root, '', '*.swp\n');
  expect(isCut).toBe(false);
  expect(entries.map(({ name, kind, isIgnored }) => `${name} ${kind}${isIgnored ? ' ignored' : ''}`)).toEqual([
    'src folder',
    '.env file ignored',
    '.gitignore file',
    'b9.txt file',
    'b10.txt file',
    'x.swp file ignored',
  ]);
  expect((await listFolder(root, 'src', null)).entries.map(({ name }) => name)).toEqual(['a.ts']);
});

test('a listing ends after ten thousand entries', async () => {
  const { root } = project();
  execFileSync('sh', ['-c', 'seq 10000 | xargs touch'], { cwd: root });
  const { entries, isCut } = await listFolder(root, '', null);
  expect([entries.length, isCut]).toEqual([10_000, true]);
});

test('nothing outside of the folder is listed or read, by a path or a link', async () => {
  const { outside, root } = project();
  symlinkSync('../secret.txt', path.join(root, 'link.txt'));
  symlinkSync('..', path.join(root, 'up'));
  symlinkSync('src', path.join(root, 'inside'));
  for (const given of ['../secret.txt', 'src/../../secret.txt', path.join(outside, 'secret.txt'), 'link.txt', 'a\0b'])
    await expect(readText(root, given), given).rejects.toMatchObject({ kind: 'malformed' });
  for (const given of ['..', 'up', 'up/project/..'])
    await expect(listFolder(root, given, null), given).rejects.toThrow(/leads out/u);
  await expect(readText(root, 'none.txt')).rejects.toMatchObject({ kind: 'not-found' });
  const { entries } = await listFolder(root, '', null);
  expect(entries.map(({ name, kind, isLink, trouble }) => [name, kind, isLink, trouble === null])).toEqual([
    ['inside', 'folder', true, true],
    ['src', 'folder', false, true],
    ['link.txt', 'other', true, false],
    ['up', 'other', true, false],
  ]);
  expect((await readText(root, 'inside/a.ts')).text).toBe('const a = 1;\n');
});

test('texts are read, and other files are reported by their kind', async () => {
  const { root, write } = project();
  write('large.txt', '');
  truncateSync(path.join(root, 'large.txt'), 3 * 1024 * 1024);
  write('binary', Buffer.from([0x80, 0x81]));
  write('zero.txt', 'a\0b');
  write('picture.PNG', PNG);
  write('empty.txt', '');
  execFileSync('mkfifo', [path.join(root, 'pipe')]);
  expect(await readText(root, 'src/a.ts')).toEqual({ kind: 'text', bytes: 13, text: 'const a = 1;\n' });
  expect(await readText(root, 'empty.txt')).toEqual({ kind: 'text', bytes: 0, text: '' });
  for (const [name, kind] of [
    ['large.txt', 'large'],
    ['binary', 'binary'],
    ['zero.txt', 'binary'],
    ['picture.PNG', 'image'],
  ] as const)
    expect(await readText(root, name), name).toMatchObject({ kind, text: '' });
  expect(await readImage(root, 'picture.PNG')).toMatchObject({ mediaType: 'image/png', bytes: PNG });
  await expect(readImage(root, 'src/a.ts')).rejects.toMatchObject({ kind: 'malformed' });
  for (const name of ['pipe', 'src'])
    await expect(readText(root, name), name).rejects.toMatchObject({ kind: 'malformed' });
});

test('a name that is not UTF-8 is listed and cannot be opened', async () => {
  const { root } = project();
  writeFileSync(Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0x66, 0xff])]), '');
  const entry = (await listFolder(root, '', null)).entries.find(({ name }) => name === 'f\uFFFD');
  expect(entry).toMatchObject({ kind: 'file', trouble: expect.stringMatching(/not UTF-8/u) });
});
