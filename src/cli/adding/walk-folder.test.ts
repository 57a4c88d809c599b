import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

import { temporaryFolder } from '../../../fixtures/database/temporary-folder.ts';
import { shown } from './shown.ts';
import { findFile, type Found, walkFolder } from './walk-folder.ts';

/** A folder with these files; a name may be bytes. */
function folderWith(...files: readonly (string | Buffer)[]): string {
  const folder = temporaryFolder();
  for (const file of files) {
    const location = Buffer.concat([Buffer.from(`${folder}/`), Buffer.from(file)]);
    mkdirSync(path.dirname(location.toString('latin1')), { recursive: true });
    writeFileSync(location, 'Text');
  }
  return folder;
}

async function walk(folder: string): Promise<Found[]> {
  const found = [];
  for await (const each of walkFolder(Buffer.from(folder))) found.push(each);
  return found.toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

const pathsIn = async (folder: string) => (await walk(folder)).map((found) => found.path);
const problemsIn = async (folder: string) =>
  (await walk(folder)).flatMap((found) => ('problem' in found ? [[found.path, found.problem]] : []));

test('every file is found with its size and time, and hidden ones are left out', async () => {
  const folder = folderWith('a.md', 'Deep/er/b.md', '.obsidian/app.json', '.git/HEAD', '.trash/c.md', '.hidden.md');
  mkdirSync(path.join(folder, 'Empty'));
  expect(await walk(folder)).toMatchObject([
    { path: 'Deep/er/b.md', size: 4 },
    { path: 'a.md', size: 4, modifiedAt: expect.any(Number) as number },
  ]);
});

test('links are followed, loops end, and a broken link is told', async () => {
  const folder = folderWith('a/b/c.md');
  const elsewhere = folderWith('d.md');
  symlinkSync('..', path.join(folder, 'a/up'));
  symlinkSync('b', path.join(folder, 'a/same'));
  symlinkSync(elsewhere, path.join(folder, 'far'));
  symlinkSync('a/b/c.md', path.join(folder, 'file.md'));
  symlinkSync('nowhere', path.join(folder, 'broken.md'));
  symlinkSync('self', path.join(folder, 'self'));
  const paths = await pathsIn(folder);
  expect(paths.filter((each) => each.endsWith('c.md')).length).toBe(1);
  expect(paths).toEqual(expect.arrayContaining(['far/d.md', 'file.md']));
  expect(await problemsIn(folder)).toEqual([
    ['broken.md', 'It does not exist, or it is a link to nothing.'],
    ['self', 'It is a link to itself.'],
  ]);
});

test('names with line breaks, emoji, both forms of letters and bytes that are no text stay apart', async () => {
  const odd = ['new\nline.md', '😀.md', 'Caf\u00e9.md', 'Cafe\u0301.md', 'tab\t\u202e.md'];
  const bytes = [Buffer.from([0xff, 0x2e, 0x6d, 0x64]), Buffer.from([0xfe, 0x2e, 0x6d, 0x64])];
  const folder = folderWith(...odd, ...bytes);
  expect((await pathsIn(folder)).toSorted()).toEqual([...odd, '\\xff.md', '\\xfe.md'].toSorted());
  expect(shown('new\nline\u001b[2J\u202e.md')).toBe('new\\u000aline\\u001b[2J\\u202e.md');
});

test('pipes are not opened', async () => {
  const folder = folderWith('a.md');
  execFileSync('mkfifo', [path.join(folder, 'pipe.md')]);
  expect(await pathsIn(folder)).toEqual(['a.md']);
});

test.skipIf(process.getuid?.() === 0)('a folder that may not be read is told, and the rest is found', async () => {
  const folder = folderWith('a.md', 'closed/b.md');
  chmodSync(path.join(folder, 'closed'), 0o000);
  expect(await problemsIn(folder)).toEqual([['closed', 'You may not read it.']]);
  expect(await pathsIn(folder)).toContain('a.md');
  chmodSync(path.join(folder, 'closed'), 0o700);
});

test('a folder that is deleted while it is walked is told', async () => {
  const folder = folderWith('a.md', 'deep/b.md', 'deep/c.md');
  const found = walkFolder(Buffer.from(folder));
  expect(await found.next()).toMatchObject({ value: { path: 'a.md' } });
  rmSync(path.join(folder, 'deep'), { recursive: true });
  const rest = [];
  for await (const each of found) rest.push(each);
  expect(rest).toMatchObject([{ path: 'deep', problem: 'It does not exist, or it is a link to nothing.' }]);
});

test('what is named on the command line is a file, a folder, or neither', async () => {
  const folder = folderWith('a.md');
  expect(await findFile(path.join(folder, 'a.md'))).toMatchObject({ path: path.join(folder, 'a.md'), size: 4 });
  expect(await findFile(folder)).toBe('folder');
  expect(await findFile(path.join(folder, 'b.md'))).toMatchObject({ problem: expect.any(String) as string });
});
