import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, test } from 'vitest';

import { temporaryFolder } from '../../../../../fixtures/database/temporary-folder.ts';
import { createRepository, git, isGitMissing, writeFiles } from '../../../../../fixtures/terminal/git-repository.ts';
import { createHostileRepository } from '../../../../../fixtures/terminal/hostile-repository.ts';
import { branchFrom } from '../domain/branch-names.ts';
import { describeRepository } from './git/find-repository.ts';
import { findGit } from './git/run-git.ts';
import { Worktrees } from './worktrees.ts';

async function worktreesOf(home: string) {
  const PATH = process.env['PATH'] ?? '';
  const runs = await findGit(PATH);
  if (!runs) throw new Error('git is missing');
  let inUse = '';
  return {
    worktrees: new Worktrees({
      git: runs,
      folder: path.join(home, 'kept'),
      person: { PATH, HOME: home },
      trust: path.join(home, '.claude.json'),
      excludes: null,
      terminalsIn: (folder) => Promise.resolve({ sessions: [], isInUse: folder === inUse }),
    }),
    use: (folder: string) => (inUse = folder),
  };
}

describe.skipIf(isGitMissing)('worktrees', () => {
  test('one is proposed, made beside the repository, and removed once it is clean and no terminal runs in it', async () => {
    const home = temporaryFolder();
    const root = createRepository(path.join(home, 'code'), { 'a.txt': 'a\n', 'deep/inside/b.txt': 'b\n' });
    git(root, 'branch', 'fix-the-lease');
    const { worktrees, use } = await worktreesOf(home);
    const inside = path.join(root, 'deep/inside');
    const { proposal, repository } = await worktrees.propose(inside);
    expect(proposal).toEqual({ branches: ['fix-the-lease', 'main'], folder: `${root}-{branch}` });
    expect(branchFrom('Fix the Léase!', new Set(proposal?.branches))).toBe('fix-the-lease-2');
    expect(repository).toMatchObject({ name: 'code', branch: 'main', isLinked: false });
    const made = await worktrees.make({ folder: inside, branch: 'topic/lease' });
    expect(made).toEqual({
      path: `${root}-topic-lease`,
      branch: 'topic/lease',
      folder: `${root}-topic-lease/deep/inside`,
    });
    expect(await describeRepository(made.folder)).toEqual({
      ...repository,
      root: made.path,
      branch: 'topic/lease',
      isLinked: true,
    });
    await expect(worktrees.make({ folder: root, branch: 'topic/lease' })).rejects.toThrow('exists already');
    await expect(worktrees.make({ folder: root, branch: '--force' })).rejects.toMatchObject({ kind: 'malformed' });
    await expect(worktrees.make({ folder: root, branch: 'fix-the-lease' })).rejects.toThrow(
      'The worktree was not made',
    );
    writeFiles(made.path, { 'new.txt': 'new\n' });
    await expect(worktrees.remove(made.path)).rejects.toThrow('changes that are not committed');
    git(made.path, 'add', '--all');
    git(made.path, 'commit', '--quiet', '-m', 'New');
    use(made.path);
    await expect(worktrees.remove(made.path)).rejects.toThrow('A terminal runs in it');
    use('');
    expect((await worktrees.list(root)).worktrees).toMatchObject([
      { path: root, isMain: true, removalTrouble: 'It is the main worktree.' },
      { path: made.path, branch: 'topic/lease', isMerged: false, removalTrouble: null },
    ]);
    await worktrees.remove(made.path);
    expect(existsSync(made.path)).toBe(false);
    // A branch with commits of its own is kept.
    expect(git(root, 'branch', '--list', 'topic/lease')).toContain('topic/lease');
    await worktrees.remove((await worktrees.make({ folder: root, branch: 'merged' })).path);
    expect(git(root, 'branch', '--list', 'merged')).toBe('');
    await expect(worktrees.remove(root)).rejects.toThrow('It is the main worktree.');
  });

  test('one is done once commits of its own are merged, not when it was just made', async () => {
    const home = temporaryFolder();
    const root = createRepository(path.join(home, 'code'), { 'a.txt': 'a\n' });
    const { worktrees } = await worktreesOf(home);
    const { path: made } = await worktrees.make({ folder: root, branch: 'topic' });
    const found = async () => (await worktrees.list(root)).worktrees[1];
    expect(await found()).toMatchObject({ isMerged: true, isDone: false });
    git(root, 'commit', '--quiet', '--allow-empty', '-m', 'Of somebody else');
    git(made, 'merge', '--quiet', 'main');
    expect(await found()).toMatchObject({ isMerged: true, isDone: false });
    git(made, 'commit', '--quiet', '--allow-empty', '-m', 'Its own');
    expect(await found()).toMatchObject({ isMerged: false, isDone: false });
    git(root, 'merge', '--quiet', 'topic');
    expect(await found()).toMatchObject({ isMerged: true, isDone: true });
  });

  test('one with unfinished work is not removed, and ignored files are listed', async () => {
    const home = temporaryFolder();
    const root = createRepository(path.join(home, 'code'), { 'a.txt': 'a\n', '.gitignore': '.env\nbuilt/\n' });
    const { worktrees } = await worktreesOf(home);
    const { path: made } = await worktrees.make({ folder: root, branch: 'topic' });
    writeFiles(made, { '.env': 'of the person\n', 'built/a.js': 'a\n' });
    const found = async () => (await worktrees.list(root)).worktrees[1];
    expect(await found()).toMatchObject({ ignored: ['.env', 'built/'], removalTrouble: null });
    git(made, 'bisect', 'start');
    await expect(worktrees.remove(made)).rejects.toThrow('under way');
    git(made, 'bisect', 'reset');
    git(made, 'checkout', '--quiet', '--detach');
    expect(await found()).toMatchObject({ branch: null, isMerged: true, removalTrouble: null });
    git(made, 'commit', '--quiet', '--allow-empty', '-m', 'On no branch');
    await expect(worktrees.remove(made)).rejects.toThrow('commits that are on no branch');
    expect(existsSync(path.join(made, '.env'))).toBe(true);
  });

  test('none is made without a repository, a commit, or valid settings, and the reason is given', async () => {
    const home = temporaryFolder();
    const { worktrees } = await worktreesOf(home);
    expect(await worktrees.propose(home)).toMatchObject({ repository: null, proposal: null });
    expect(await worktrees.list(home)).toEqual({ worktrees: [] });
    await expect(worktrees.make({ folder: home, branch: 'x' })).rejects.toMatchObject({ kind: 'refused' });
    git(home, 'init', '--quiet', 'empty');
    expect((await worktrees.propose(path.join(home, 'empty'))).trouble).toContain('no commit yet');
    const root = createRepository(path.join(home, 'code'), { 'a.txt': 'a\n' });
    appendFileSync(path.join(root, '.git/config'), '\n[broken\n');
    const answer = await worktrees.propose(root);
    expect(answer).toMatchObject({ repository: { name: 'code' }, proposal: null });
    expect(await worktrees.list(root)).toEqual({ worktrees: [] });
    expect(answer.trouble).toMatch(/^Git cannot read this repository: .*bad config line/u);
    await expect(worktrees.make({ folder: root, branch: 'x' })).rejects.toMatchObject({ kind: 'refused' });
    await expect(worktrees.remove(root)).rejects.toMatchObject({ kind: 'refused' });
  });

  test('a hostile repository runs nothing, even with filter names that no setting can express', async () => {
    const home = temporaryFolder();
    const { worktrees } = await worktreesOf(home);
    const hostile = createHostileRepository(home);
    const { path: removed } = await worktrees.make({ folder: hostile.root, branch: 'removed' });
    await worktrees.list(removed);
    await worktrees.remove(removed).catch(() => undefined);
    const { path: made } = await worktrees.make({ folder: hostile.root, branch: 'beside' });
    // The filters of these files were switched off.
    expect(readFileSync(path.join(made, 'same-size.dat'), 'utf8')).toBe('four\n');
    hostile.nameFilterInBytes();
    const { worktrees: listed } = await worktrees.list(hostile.root);
    expect(listed.at(-1)?.removalTrouble).toBeNull();
    await expect(worktrees.make({ folder: hostile.root, branch: 'other' })).rejects.toThrow('no UTF-8');
    await expect(worktrees.remove(made)).rejects.toThrow('no UTF-8');
    const projects = { [hostile.root]: { hasTrustDialogAccepted: true } };
    writeFileSync(path.join(home, '.claude.json'), JSON.stringify({ projects }));
    await worktrees.list(hostile.root);
    expect(hostile.canaries()).toEqual([]);
    // The same command runs its programs in a terminal.
    expect(() => git(made, 'reset', '--quiet', '--hard', 'HEAD~1')).toThrow();
    expect(hostile.canaries()).not.toEqual([]);
  });
});
