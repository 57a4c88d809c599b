import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';

import { describe, expect, test } from 'vitest';

import { temporaryFolder } from '../../../../../fixtures/database/temporary-folder.ts';
import { changesIn } from '../../../../../fixtures/terminal/changes-in.ts';
import {
  createRepository,
  everythingIn,
  isGitMissing,
  writeFiles,
} from '../../../../../fixtures/terminal/git-repository.ts';
import { requirePlainPath } from './entries.ts';

const NUMBERED = Array.from({ length: 40 }, (_, at) => `line ${at + 1}\n`);
const TEXT = NUMBERED.join('');
const changed = NUMBERED.with(4, 'fifth\n').with(29, 'thirtieth\r\n').join('');

const unneeded = () => Promise.reject(new Error('Nothing is written'));

describe.skipIf(isGitMissing)('reverting in a repository', () => {
  test('hunks, files and all changes are reverted, and undo restores them', async () => {
    const root = createRepository(path.join(temporaryFolder(), 'code'), {
      'a.txt': TEXT,
      'gone/deep.txt': 'gone\n',
      'moved.txt': TEXT.replaceAll('line', 'moved'),
      'run.sh': '#!/bin/sh\n',
      'was-file': 'file\n',
    });
    const { changes, summary, revert } = await changesIn(root);
    await changes.begin(1);
    writeFiles(root, { 'a.txt': changed, 'new/b.txt': 'b\n', 'run.sh': '#!/bin/sh\nexit\n', 'moved/c.txt': '' });
    rmSync(path.join(root, 'gone'), { recursive: true });
    renameSync(path.join(root, 'moved.txt'), path.join(root, 'moved/c.txt'));
    rmSync(path.join(root, 'was-file'));
    symlinkSync('run.sh', path.join(root, 'was-file'));
    const all = await summary();
    const shown = everythingIn(root);
    const read = (name: string) => readFileSync(path.join(root, name), 'utf8');
    const { hunks } = await changes.file('start', 'a.txt');
    const one = await revert(['a.txt'], [hunks[0]?.id ?? '']);
    expect(read('a.txt')).toBe(NUMBERED.with(29, 'thirtieth\r\n').join(''));
    await changes.undo(one);
    expect(read('a.txt')).toBe(changed);
    const everything = await revert(['a.txt', 'gone/deep.txt', 'moved/c.txt', 'new/b.txt', 'run.sh', 'was-file']);
    expect(await summary()).toEqual([]);
    expect(() => statSync(path.join(root, 'new'))).toThrow();
    expect(lstatSync(path.join(root, 'was-file')).isFile()).toBe(true);
    await changes.undo(everything);
    // Repeating it changes nothing.
    await changes.undo(everything);
    expect(await summary()).toEqual(all);
    expect(Object.keys(everythingIn(root)).filter((name) => !name.startsWith('.git'))).toEqual(
      Object.keys(shown).filter((name) => !name.startsWith('.git')),
    );
  });

  test('hunks are reverted at the current path, and a file keeps its permissions', async () => {
    const root = createRepository(path.join(temporaryFolder(), 'code'), { 'a.sh': TEXT, 'own.txt': 'own\n' });
    const { changes, revert } = await changesIn(root);
    await changes.begin(1);
    writeFiles(root, { 'a.sh': NUMBERED.with(4, 'fifth\n').join('') });
    renameSync(path.join(root, 'a.sh'), path.join(root, 'b.sh'));
    chmodSync(path.join(root, 'b.sh'), 0o750);
    rmSync(path.join(root, 'own.txt'));
    const { hunks } = await changes.file('start', 'b.sh');
    await revert(
      ['b.sh'],
      hunks.map(({ id }) => id),
    );
    expect(readFileSync(path.join(root, 'b.sh'), 'utf8')).toBe(TEXT);
    const all = await revert(['b.sh', 'own.txt']);
    const modeOf = (name: string) => (statSync(path.join(root, name)).mode & 0o777).toString(8);
    expect([modeOf('a.sh'), modeOf('own.txt')]).toEqual(['640', '600']);
    await changes.undo(all);
    expect(modeOf('b.sh')).toBe('750');
  });

  test('changed files are refused, and a revert that fails half-way is rolled back', async () => {
    const root = createRepository(path.join(temporaryFolder(), 'code'), { 'a.txt': TEXT, 'b.txt': 'b\n' });
    const { changes, revert, home } = await changesIn(root);
    await changes.begin(1);
    const read = (name: string) => readFileSync(path.join(root, name), 'utf8');
    writeFiles(root, { 'a.txt': changed, 'b.txt': 'B\n' });
    const { files } = await changes.list('start');
    writeFiles(root, { 'b.txt': 'again\n' });
    const stale = files.map(({ path: name, version }) => ({ path: name, version }));
    await expect(changes.revert({ since: 'start', files: stale }, unneeded)).rejects.toMatchObject({
      detail: { reason: 'changed-meanwhile', field: 'b.txt' },
    });
    expect(read('a.txt')).toBe(changed);
    const written = await revert(['a.txt', 'b.txt']);
    writeFiles(root, { 'b.txt': 'of the person\n' });
    await expect(changes.undo(written)).rejects.toThrow('b.txt has changed since it was shown.');
    expect(read('a.txt')).toBe(TEXT);
    await expect(changes.revert({ since: 'start', files: [{ path: 'a.txt', version: '' }] }, unneeded)).rejects.toThrow(
      'changed',
    );

    writeFiles(root, { 'a.txt': changed, 'b.txt': 'B\n' });
    const names = readdirSync(root);
    const kept: string[] = [];
    const failing = revert(['a.txt', 'b.txt'], undefined, ({ writes }) => {
      kept.push(...writes.map((each) => each.path));
      writeFiles(root, { 'b.txt': 'newer\n' });
      return Promise.resolve(() => Promise.resolve(kept.splice(0).forEach((each) => kept.push(`not ${each}`))));
    });
    await expect(failing).rejects.toMatchObject({ detail: { reason: 'changed-meanwhile', field: 'b.txt' } });
    expect({ kept, a: read('a.txt'), b: read('b.txt'), names: readdirSync(root) }).toEqual({
      kept: ['not a.txt', 'not b.txt'],
      a: changed,
      b: 'newer\n',
      names,
    });
    // Files that were missing from the tree at the start do not count as new.
    const log = path.join(home, 'kept/turns.json');
    writeFileSync(log, readFileSync(log, 'utf8').replace('"isCut":false', '"isCut":true'));
    await expect(revert(['a.txt'])).rejects.toThrow('too many changed files');
  });

  test('nothing is written through a symbolic link, outside the folder or into .git', async () => {
    const home = temporaryFolder();
    mkdirSync(path.join(home, 'outside'));
    const root = createRepository(path.join(home, 'code'), { 'dir/a.txt': 'a\n' });
    const { changes, revert } = await changesIn(root);
    await changes.begin(1);
    rmSync(path.join(root, 'dir'), { recursive: true });
    symlinkSync(path.join(home, 'outside'), path.join(root, 'dir'));
    await expect(revert(['dir/a.txt'])).rejects.toThrow('beyond a symbolic link');
    expect(Object.keys(everythingIn(path.join(home, 'outside')))).toEqual([]);
    for (const name of ['../x', '/etc/passwd', '.git/config', 'a/.GIT/hooks/x', 'a//b', './a', 'a\0b', ''])
      expect(() => requirePlainPath(name), name).toThrow();
  });
});

test('without git, files are reverted from their copies, and undo restores them', async () => {
  const work = path.join(temporaryFolder(), 'code');
  writeFiles(work, { 'a.txt': TEXT });
  const { changes, summary, revert } = await changesIn(work, { hasGit: false });
  await changes.begin(1);
  for (const name of ['a.txt', 'b.txt']) await changes.aboutToChange(path.join(work, name));
  writeFiles(work, { 'a.txt': changed, 'b.txt': 'b\n' });
  const written = await revert(['a.txt', 'b.txt']);
  expect(await summary()).toEqual([]);
  await changes.undo(written);
  expect(await summary()).toEqual(['changed a.txt +2 -2', 'added b.txt +1 -0']);
});
