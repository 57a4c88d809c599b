import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
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
  createLargeRepository,
  createRepository,
  everythingIn,
  git,
  isGitMissing,
  writeFiles,
} from '../../../../../fixtures/terminal/git-repository.ts';
import { createHostileRepository } from '../../../../../fixtures/terminal/hostile-repository.ts';

const NUMBERED = Array.from({ length: 40 }, (_, at) => `line ${at + 1}\n`);
const withLine = (line: number, text: string) => NUMBERED.with(line - 1, text).join('');

const unneeded = () => Promise.reject(new Error('Nothing is written'));

describe.skipIf(isGitMissing)('changes in a repository', () => {
  test('are listed since the start, each turn and the last commit, without touching the repository', async () => {
    const root = createRepository(path.join(temporaryFolder(), 'code'), {
      'a.txt': NUMBERED.join(''),
      'gone.txt': 'gone\n',
      'moved.txt': NUMBERED.join(''),
      'run.sh': '#!/bin/sh\n',
      'picture.png': Buffer.from([1, 0, 2]),
      'link-to-be': 'file\n',
      '.gitignore': 'ignored/\n',
    });
    // Uncommitted before the session, so no change of the session.
    writeFiles(root, { 'own.txt': 'of the person\n', 'b c/ü.txt': 'staged\n' });
    git(root, 'add', 'b c');
    const before = everythingIn(path.join(root, '.git'));
    const { changes, summary } = await changesIn(root, { excludes: '*.log\n' });
    await changes.begin(1);
    expect(await summary()).toEqual([]);
    expect(await summary('commit')).toEqual(['added b c/ü.txt +1 -0', 'added own.txt +1 -0']);
    await changes.turn(2, 'Change it');
    writeFiles(root, {
      'a.txt': withLine(20, 'changed\n'),
      'new/deep.txt': 'one\ntwo\n',
      'ignored/x.txt': 'x',
      'x.log': 'x',
      'picture.png': Buffer.from([3, 0, 4]),
      'large.bin': Buffer.alloc(3_000_000, 7),
    });
    rmSync(path.join(root, 'gone.txt'));
    renameSync(path.join(root, 'moved.txt'), path.join(root, 'new/there.txt'));
    chmodSync(path.join(root, 'run.sh'), 0o755);
    rmSync(path.join(root, 'link-to-be'));
    symlinkSync('/etc/passwd', path.join(root, 'link-to-be'));
    const changed = [
      'changed a.txt +1 -1',
      'deleted gone.txt +0 -1',
      'added large.bin large',
      'type link-to-be link',
      'added new/deep.txt +2 -0',
      'renamed new/there.txt (moved.txt) +0 -0',
      'changed picture.png binary',
      'mode run.sh +0 -0',
    ];
    expect(await summary()).toEqual(changed);
    expect(await summary('turn')).toEqual(changed);
    await changes.turn(3, 'And more');
    writeFiles(root, { 'large.bin': Buffer.alloc(3_000_001, 7), 'a.txt': withLine(21, 'also changed\n') });
    expect(await summary('turn')).toEqual(['changed a.txt +2 -2', 'changed large.bin large']);
    expect(await summary('turn-1')).toEqual(changed);
    const { turns, branch, source } = await changes.list('turn');
    expect({ turns, source }).toEqual({
      turns: [
        { turn: 1, at: 2, prompt: 'Change it' },
        { turn: 2, at: 3, prompt: 'And more' },
      ],
      source: 'git',
    });
    expect(branch).toMatchObject({ name: 'main', upstream: null, underWay: null });
    expect(everythingIn(path.join(root, '.git'))).toEqual(before);
  });

  test('a tool’s change while the tree of its turn waits counts as a change of the turn', async () => {
    const root = createRepository(path.join(temporaryFolder(), 'code'), {
      'deep/a.txt': 'one\n',
      'deep/run.sh': '#!/bin/sh\n',
      '.gitignore': 'ignored.txt\n',
    });
    const work = path.join(root, 'deep');
    writeFiles(work, { 'ignored.txt': 'ignored\n', 'own.txt': 'of the person\n' });
    chmodSync(path.join(work, 'run.sh'), 0o755);
    const { changes, summary, home } = await changesIn(work);
    await changes.begin(1);
    const begun = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    const busy = changes.inOrder(() => {
      begun.resolve();
      return ended.promise;
    });
    await begun.promise;
    const turn = changes.turn(2, 'Change it');
    const named = ['a.txt', 'run.sh', 'ignored.txt', 'own.txt', 'new.txt'];
    const copied = named.map((name) => changes.aboutToChange(path.join(work, name)));
    const copies = path.join(home, 'kept', 'copies');
    const sizes = () =>
      (existsSync(copies) ? readdirSync(copies) : []).map((id) => statSync(path.join(copies, id)).size);
    // The copies have different sizes, and all are complete.
    await expect.poll(() => new Set(sizes())).toEqual(new Set([4, 8, 10, 14]));
    writeFiles(work, Object.fromEntries(named.map((name) => [name, 'of the tool\n'])));
    // The second copy of a file is not its state at the start of the turn.
    copied.push(changes.aboutToChange(path.join(work, 'a.txt')));
    ended.resolve();
    await Promise.all([busy, turn, ...copied]);
    const changed = [
      'changed deep/a.txt +1 -1',
      'added deep/new.txt +1 -0',
      'changed deep/own.txt +1 -1',
      'changed deep/run.sh +1 -1',
    ];
    expect(await summary('turn')).toEqual(changed);
    await changes.turn(3, 'Nothing');
    expect(await summary('turn')).toEqual([]);
    expect(await summary('turn-1')).toEqual(changed);
  });

  test('a file is compared line by line', async () => {
    const root = createRepository(path.join(temporaryFolder(), 'code'), {
      'a.txt': NUMBERED.join(''),
      'latin.txt': Buffer.from('caf\u00E9\n', 'latin1'),
      'ends.txt': 'one\r\ntwo\n',
    });
    const { changes } = await changesIn(root);
    await changes.begin(1);
    writeFiles(root, {
      'a.txt': withLine(3, 'third\n'),
      'latin.txt': Buffer.from('th\u00E9\n', 'latin1'),
      'ends.txt': 'one\ntwo',
    });
    const { hunks, note } = await changes.file('start', 'a.txt');
    expect(note).toBeNull();
    expect(hunks.map(({ lines }) => lines.length)).toEqual([7]);
    expect(hunks[0]?.lines.slice(2, 4)).toEqual([
      { kind: 'removed', text: 'line 3', old: 3, new: null },
      { kind: 'added', text: 'third', old: null, new: 3 },
    ]);
    expect((await changes.file('start', 'latin.txt')).note).toContain('no UTF-8');
    const ends = (await changes.file('start', 'ends.txt')).hunks[0]?.lines;
    expect(ends).toEqual([
      { kind: 'removed', text: 'one', old: 1, new: null, hasReturn: true },
      { kind: 'removed', text: 'two', old: 2, new: null },
      { kind: 'added', text: 'one', old: null, new: 1 },
      { kind: 'added', text: 'two', old: null, new: 2, hasNoEnd: true },
    ]);
    await expect(changes.file('start', 'b.txt')).rejects.toMatchObject({ kind: 'refused' });
  });

  test('conflicts, submodules, filtered files and worktrees are handled', async () => {
    const home = temporaryFolder();
    const inner = createRepository(path.join(home, 'inner'), { 'x.txt': '1\n' });
    const root = createRepository(path.join(home, 'code'), {
      'a.txt': 'base\n',
      'data.bin': 'smudged\n',
      'dos.bat': 'echo\r\n',
      '.gitattributes': 'data.bin filter=lfs\n*.bat text eol=crlf\n',
    });
    git(root, 'submodule', '--quiet', 'add', inner, 'sub');
    git(root, 'commit', '--quiet', '-m', 'With a submodule');
    git(root, 'checkout', '--quiet', '-b', 'other');
    writeFiles(root, { 'a.txt': 'theirs\n' });
    git(root, 'commit', '--quiet', '-am', 'Theirs');
    git(root, 'checkout', '--quiet', 'main');
    writeFiles(root, { 'a.txt': 'ours\n' });
    git(root, 'commit', '--quiet', '-am', 'Ours');
    const { changes, summary } = await changesIn(root);
    await changes.begin(1);
    expect(await summary()).toEqual([]);
    expect(() => git(root, 'merge', 'other')).toThrow();
    writeFiles(root, { 'data.bin': 'raw\n', 'dos.bat': 'echo 1\r\n', 'sub/x.txt': '2\n' });
    git(path.join(root, 'sub'), 'commit', '--quiet', '-am', 'Inner');
    expect(await summary()).toEqual([
      'changed a.txt +4 -0',
      'changed data.bin +1 -1',
      'changed dos.bat +1 -1',
      'changed sub submodule',
    ]);
    const { files, branch } = await changes.list('start');
    expect(files[0]).toMatchObject({ path: 'a.txt', isConflicted: true, kind: 'text' });
    expect(branch).toMatchObject({ name: 'main', underWay: 'merge' });
    const { hunks } = await changes.file('start', 'a.txt');
    const sides = hunks[0]?.lines.filter(({ kind }) => kind !== 'removed').map(({ conflict }) => conflict);
    expect(sides).toEqual(['marker', 'ours', 'marker', 'theirs', 'marker']);
    expect((await changes.file('start', 'sub')).hunks[0]?.lines).toHaveLength(2);
    const { files: all } = await changes.list('commit');
    const filtered = all
      .filter((file) => file.path === 'data.bin')
      .map(({ path: name, version }) => ({ path: name, version }));
    await expect(changes.revert({ since: 'commit', files: filtered }, unneeded)).rejects.toThrow(
      'data.bin in another form',
    );
    const beside = path.join(home, 'beside');
    git(root, 'worktree', 'add', '--quiet', '-b', 'topic', beside, 'main');
    git(beside, 'branch', '--set-upstream-to=main');
    const linked = await changesIn(beside);
    await linked.changes.begin(1);
    writeFiles(beside, { 'a.txt': 'in the worktree\n' });
    git(beside, 'commit', '--quiet', '-am', 'Ahead');
    expect(await linked.summary()).toEqual(['changed a.txt +1 -1']);
    expect(await linked.summary('commit')).toEqual([]);
    expect((await linked.changes.list('start')).branch).toMatchObject({
      name: 'topic',
      upstream: 'main',
      ahead: 1,
      behind: 0,
    });
    rmSync(beside, { recursive: true });
    expect(await linked.changes.list('start')).toMatchObject({
      source: 'none',
      note: expect.stringContaining('not there'),
    });
  });

  test('nothing beyond a symbolic link is read, and files that cannot be stored are left out', async () => {
    const home = temporaryFolder();
    writeFiles(home, { 'secret/key.txt': 'secret\n' });
    const root = createRepository(path.join(home, 'code'), { 'dir/key.txt': 'own\n', 'a.txt': 'a\n' });
    const { changes, summary } = await changesIn(root);
    await changes.begin(1);
    rmSync(path.join(root, 'dir'), { recursive: true });
    symlinkSync(path.join(home, 'secret'), path.join(root, 'dir'));
    rmSync(path.join(root, 'a.txt'));
    mkdirSync(path.join(root, 'a.txt'));
    writeFileSync(path.join(root, 'a.txt', 'inside.txt'), 'x\n');
    mkdirSync(path.join(root, 'empty-repository', '.git'), { recursive: true });
    expect(await summary()).toEqual([
      'deleted a.txt +0 -1',
      'added a.txt/inside.txt +1 -0',
      'added dir link',
      'deleted dir/key.txt +0 -1',
    ]);
  });

  test('if git fails at the start of a turn, files are copied until it works again', async () => {
    const root = createRepository(path.join(temporaryFolder(), 'code'), { 'a.txt': 'a\n' });
    const { changes, summary, home } = await changesIn(root);
    writeFiles(home, { 'kept/git': 'in the way' });
    await expect(changes.begin(1)).rejects.toThrow();
    await changes.aboutToChange(path.join(root, 'a.txt'));
    rmSync(path.join(home, 'kept/git'));
    writeFiles(root, { 'a.txt': 'b\n', 'other.txt': '' });
    expect(await summary()).toEqual(['changed a.txt +1 -1']);
    expect((await changes.list('start')).note).toContain('Git could not keep');
    await changes.turn(2, 'Now');
    writeFiles(root, { 'other.txt': 'told\n' });
    expect(await summary('turn')).toEqual(['changed other.txt +1 -0']);
  });

  test('the beginning of a turn goes before waiting requests', async () => {
    const root = createRepository(path.join(temporaryFolder(), 'code'), { 'a.txt': 'a\n' });
    const { changes, summary } = await changesIn(root);
    await changes.begin(1);
    const done: string[] = [];
    const asked = ['first', 'second', 'third'].map((each) => changes.list('start').then(() => done.push(each)));
    const turn = changes.turn(2, 'Now').then(() => {
      done.push('turn');
      writeFiles(root, { 'a.txt': 'b\n' });
    });
    await Promise.all([...asked, turn]);
    expect(done).toEqual(['turn', 'first', 'second', 'third']);
    expect(await summary('turn')).toEqual(['changed a.txt +1 -1']);
  });

  test('a few changes among 2,500 files are listed, and of very many the first', async () => {
    const root = createLargeRepository(path.join(temporaryFolder(), 'code'), 2_500);
    const { changes, summary } = await changesIn(root);
    await changes.begin(1);
    writeFiles(root, { 'd1/1.txt': 'one\n', 'd1/new.txt': 'new\n' });
    await changes.turn(2, 'Change two');
    expect(await summary()).toEqual(['changed d1/1.txt +1 -1', 'added d1/new.txt +1 -0']);
    expect(await summary('turn')).toEqual([]);
    for (let at = 0; at < 100; at += 1) rmSync(path.join(root, `d${at}`), { recursive: true });
    const { files, isCut } = await changes.list('start');
    expect({ count: files.length, isCut }).toEqual({ count: 2_000, isCut: true });
  });

  test('a hostile repository runs nothing while its changes are read, staged and unstaged', async () => {
    const home = temporaryFolder();
    const hostile = createHostileRepository(home);
    const before = everythingIn(path.join(hostile.root, '.git'));
    const { changes, summary, commit } = await changesIn(hostile.root);
    await changes.begin(1);
    await changes.turn(2, 'Look');
    writeFiles(hostile.root, { 'a.txt': 'again\n', 'd.txt': 'new\n', 'c.bin': 'again\n' });
    rmSync(path.join(hostile.root, 'b.dat'));
    expect(await summary()).toEqual([
      'changed a.txt +1 -1',
      'deleted b.dat +0 -1',
      'changed c.bin +1 -1',
      'added d.txt +1 -0',
    ]);
    expect(await summary('commit')).toContain('changed a.txt +1 -1');
    for (const name of ['a.txt', 'b.dat', 'c.bin']) await changes.file('commit', name);
    expect((await changes.list('start')).branch).toMatchObject({ name: 'main', upstream: 'origin/main' });
    expect(hostile.canaries()).toEqual([]);
    expect(everythingIn(path.join(hostile.root, '.git'))).toEqual(before);
    writeFiles(hostile.root, { 'plain/x': 'x\n', 'b.dat': 'again\n' });
    await expect(changes.stage(['a.txt'], true)).rejects.toThrow('passes a filter');
    writeFiles(hostile.root, { '.git/info/attributes': '' });
    await changes.stage(['plain/x', 'b.dat'], true);
    await changes.stage(['sub'], true);
    await changes.stage(['b.dat', 'sub'], false);
    await expect(commit('No')).rejects.toMatchObject({ detail: { reason: 'cannot-commit' } });
    expect((await changes.staged()).files.map(({ path: name }) => name)).toEqual(['plain/x']);
    expect(hostile.canaries()).toEqual([]);
    // A plain git command does run its programs.
    expect(() => git(hostile.root, 'status')).toThrow();
    expect(hostile.canaries()).not.toEqual([]);
  });
});

test('without git, files that tools named are compared with their copies', async () => {
  const work = path.join(temporaryFolder(), 'code');
  writeFiles(work, { 'a.txt': NUMBERED.join(''), 'large.bin': Buffer.alloc(3_000_000) });
  const { changes, summary } = await changesIn(work, { hasGit: false });
  expect(await changes.list('start')).toMatchObject({ source: 'none', note: expect.stringContaining('Git is not') });
  await changes.begin(1);
  await changes.turn(2, 'First');
  for (const name of ['a.txt', 'new/b.txt', 'large.bin', '../beyond.txt'])
    await changes.aboutToChange(path.resolve(work, name));
  writeFiles(work, {
    'a.txt': withLine(3, 'third\n'),
    'new/b.txt': 'b\n',
    'large.bin': Buffer.alloc(3_000_001),
    'other.txt': '',
  });
  await changes.turn(3, 'Second');
  await changes.aboutToChange(path.join(work, 'a.txt'));
  writeFiles(work, { 'a.txt': withLine(30, 'thirtieth\n') });
  expect(await summary()).toEqual(['changed a.txt +1 -1', 'changed large.bin large', 'added new/b.txt +1 -0']);
  expect(await summary('turn')).toEqual(['changed a.txt +2 -2']);
  expect((await changes.list('start')).source).toBe('copies');
  expect((await changes.file('turn', 'a.txt')).hunks).toHaveLength(2);
});
