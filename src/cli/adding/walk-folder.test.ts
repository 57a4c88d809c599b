import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';

import { expect, test } from 'vitest';

import { temporaryFolder } from '../../../fixtures/database/temporary-folder.ts';
import { shown } from './shown.ts';
import { findFile, type Found, walkFolder } from './walk-folder.ts';

/** A folder with these files. A name can be given as bytes. */
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

test('links in the folder are followed, loops end, and a broken link is reported', async () => {
  const folder = folderWith('a/b/c.md');
  symlinkSync('..', path.join(folder, 'a/up'));
  symlinkSync('b', path.join(folder, 'a/same'));
  symlinkSync('a/b/c.md', path.join(folder, 'file.md'));
  symlinkSync('nowhere', path.join(folder, 'broken.md'));
  symlinkSync('self', path.join(folder, 'self'));
  const paths = await pathsIn(folder);
  expect(paths.filter((each) => each.endsWith('c.md')).length).toBe(1);
  expect(paths).toContain('file.md');
  expect(await problemsIn(folder)).toEqual([
    ['broken.md', 'It does not exist, or it is a link to nothing.'],
    ['self', 'It is a link to itself.'],
  ]);
});

test('names with line breaks, emoji, both forms of letters and invalid bytes stay distinct', async () => {
  const odd = ['new\nline.md', '😀.md', 'Caf\u00e9.md', 'Cafe\u0301.md', 'tab\t\u202e.md'];
  const bytes = [Buffer.from([0xff, 0x2e, 0x6d, 0x64]), Buffer.from([0xfe, 0x2e, 0x6d, 0x64])];
  const folder = folderWith(...odd, ...bytes);
  expect((await pathsIn(folder)).toSorted()).toEqual([...odd, '\\xff.md', '\\xfe.md'].toSorted());
  expect(shown('new\nline\u001b[2J\u202e.md')).toBe('new\\u000aline\\u001b[2J\\u202e.md');
});

test('files of a program are detected, also by the surroundings of the folder or the file', async () => {
  const folder = folderWith('a.md', 'lamp/.git/HEAD', 'lamp/Cargo.toml', 'lamp/docs/deep/b.md', 'lamp/c.md');
  const codeIn = async (below: string) =>
    (await walk(path.join(folder, below))).flatMap((found) =>
      'isOfCode' in found && found.isOfCode ? found.path : [],
    );
  expect(await codeIn('')).toEqual(['lamp/Cargo.toml', 'lamp/c.md', 'lamp/docs/deep/b.md']);
  expect(await codeIn('lamp/docs')).toEqual(['deep/b.md']);
  expect(await findFile(path.join(folder, 'lamp/c.md'))).toMatchObject({ isOfCode: true });
  expect(await findFile(path.join(folder, 'lamp/docs/deep/b.md'))).toMatchObject({ isOfCode: true });
  expect(await findFile(path.join(folder, 'a.md'))).toMatchObject({ isOfCode: false });
  // A manifest far above, outside a repository.
  const loose = folderWith('package.json', 'notes/deep/a.md');
  expect(await findFile(path.join(loose, 'notes/deep/a.md'))).toMatchObject({ isOfCode: false });
});

test('links out of the folder are reported and not followed', async () => {
  const folder = folderWith('a.md', 'in/b.md');
  const elsewhere = folderWith('secret.md', 'deep/c.md');
  const links: Readonly<Record<string, string>> = {
    'file.md': path.join(elsewhere, 'secret.md'),
    folder: elsewhere,
    'in/up': path.join(elsewhere, 'deep'),
    // Leads out through a link in the folder.
    'second.md': 'file.md',
    // A folder beside it whose name begins with the same characters.
    beside: `${folder}-beside`,
  };
  mkdirSync(`${folder}-beside`);
  writeFileSync(`${folder}-beside/d.md`, 'Text');
  for (const [name, target] of Object.entries(links)) symlinkSync(target, path.join(folder, name));
  const problem = 'It is a link out of the folder. Add what it leads to by its own path.';
  expect(await problemsIn(folder)).toEqual(
    Object.keys(links)
      .toSorted()
      .map((name) => [name, problem]),
  );
  expect((await pathsIn(folder)).filter((name) => !(name in links))).toEqual(['a.md', 'in/b.md']);
  // The folder itself can be given as a link.
  symlinkSync(folder, `${folder}-link`);
  expect(await pathsIn(`${folder}-link`)).toContain('in/b.md');
});

test('pipes, sockets and devices are reported and not opened', async () => {
  const folder = folderWith('a.md');
  execFileSync('mkfifo', [path.join(folder, 'pipe.md')]);
  const server = createServer().listen(path.join(folder, 'socket.md'));
  await once(server, 'listening');
  expect(await problemsIn(folder)).toEqual(
    ['pipe.md', 'socket.md'].map((name) => [name, 'It is a pipe, a socket or a device, and no file.']),
  );
  expect(await pathsIn(folder)).toContain('a.md');
  server.close();
  expect(await findFile('/dev/null')).toMatchObject({ problem: 'It is neither a file nor a folder.' });
});

test.skipIf(process.getuid?.() === 0)('an unreadable folder is reported, and the rest is found', async () => {
  const folder = folderWith('a.md', 'closed/b.md');
  chmodSync(path.join(folder, 'closed'), 0o000);
  expect(await problemsIn(folder)).toEqual([['closed', 'You may not read it.']]);
  expect(await pathsIn(folder)).toContain('a.md');
  chmodSync(path.join(folder, 'closed'), 0o700);
});

test('a folder that is deleted during the walk is reported', async () => {
  const folder = folderWith('a.md', 'deep/b.md', 'deep/c.md');
  const found = walkFolder(Buffer.from(folder));
  expect(await found.next()).toMatchObject({ value: { path: 'a.md' } });
  rmSync(path.join(folder, 'deep'), { recursive: true });
  const rest = [];
  for await (const each of found) rest.push(each);
  expect(rest).toMatchObject([{ path: 'deep', problem: 'It does not exist, or it is a link to nothing.' }]);
});

test('a name on the command line is a file, a folder, or neither', async () => {
  const folder = folderWith('a.md');
  expect(await findFile(path.join(folder, 'a.md'))).toMatchObject({ path: path.join(folder, 'a.md'), size: 4 });
  expect(await findFile(folder)).toBe('folder');
  expect(await findFile(path.join(folder, 'b.md'))).toMatchObject({ problem: expect.any(String) as string });
});
