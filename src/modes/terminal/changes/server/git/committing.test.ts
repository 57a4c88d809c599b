import { appendFileSync, chmodSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, test } from 'vitest';

import { temporaryFolder } from '../../../../../../fixtures/database/temporary-folder.ts';
import { changesIn } from '../../../../../../fixtures/terminal/changes-in.ts';
import { createRepository, git, isGitMissing, writeFiles } from '../../../../../../fixtures/terminal/git-repository.ts';

describe.skipIf(isGitMissing)('committing in a repository', () => {
  test('files are staged, unstaged and committed under the person’s name, even for the first commit', async () => {
    const root = path.join(temporaryFolder(), 'code');
    mkdirSync(root);
    git(root, 'init', '--quiet', '--initial-branch=main', '--object-format=sha256');
    const { changes, commit } = await changesIn(root);
    await changes.begin(1);
    writeFiles(root, {
      'a b.txt': 'a\n',
      '[x]*.txt': 'x\n',
      'x.txt': 'not named\n',
      'big.bin': Buffer.alloc(2_500_000),
    });
    await expect(changes.staged()).rejects.toThrow('Nothing is staged.');
    await changes.stage(['a b.txt', '[x]*.txt', 'big.bin'], true);
    await changes.stage(['big.bin'], false);
    writeFiles(root, { 'a b.txt': 'A\n' });
    const stagedOf = async () =>
      (await changes.list('commit')).files.map(({ path: name, staged }) => `${name} ${staged}`);
    const { files, branch } = await changes.list('start');
    expect(branch).toMatchObject({ name: 'main', commit: null });
    expect(files.map(({ path: name, staged }) => `${name} ${staged}`)).toEqual([
      '[x]*.txt all',
      'a b.txt part',
      'big.bin none',
      'x.txt none',
    ]);
    writeFiles(root, { 'a b.txt': 'a\n' });
    expect((await changes.staged()).patch).toContain('+a\n');
    const id = await commit('Write two files\n\n# kept');
    expect(git(root, 'log', '-1', '--format=%h %an <%ae> %B', '--abbrev=10').trim()).toBe(
      `${id} Ada <ada@example.org> Write two files\n\n# kept`,
    );
    expect(await stagedOf()).toEqual(['big.bin none', 'x.txt none']);
    rmSync(path.join(root, 'a b.txt'));
    await changes.stage(['a b.txt'], true);
    await commit('Remove one');
    expect(git(root, 'ls-files').trim()).toBe('[x]*.txt');
    await expect(changes.stage(['../a.txt'], true)).rejects.toMatchObject({ kind: 'malformed' });
    await expect(changes.stage(['none.txt'], true)).rejects.toThrow('Not staged');
  });

  test('hooks and filters run in a folder that Claude Code trusts, and cause a refusal in others', async () => {
    const home = temporaryFolder();
    const root = createRepository(path.join(home, 'code'), { 'a.txt': 'a\n' });
    writeFiles(root, {
      '.git/hooks/pre-commit': '#!/bin/sh\necho "no tabs, please" >&2\n! grep -q tab a.txt\n',
      '.gitattributes': 'filtered.txt filter=upper\n',
      'filtered.txt': 'words\n',
      'a.txt': 'tab\n',
    });
    chmodSync(path.join(root, '.git/hooks/pre-commit'), 0o755);
    git(root, 'config', 'filter.upper.clean', 'tr a-z A-Z');
    const { changes, commit, home: person } = await changesIn(root);
    // A setting without `=` has no value, which git reads as true.
    appendFileSync(path.join(person, '.gitconfig'), '[core]\n\tautocrlf\n');
    await changes.begin(1);
    await expect(changes.stage(['filtered.txt'], true)).rejects.toThrow('filtered.txt passes a filter');
    await changes.stage(['a.txt'], true);
    expect((await changes.list('start')).commitTrouble).toContain('(pre-commit)');
    await expect(commit('Not now')).rejects.toMatchObject({ detail: { reason: 'cannot-commit' } });
    const { changes: trusted, commit: commitTrusted } = await changesIn(root, { trusted: [home] });
    await trusted.begin(1);
    expect((await trusted.list('start')).commitTrouble).toBeNull();
    await expect(commitTrusted('Not now')).rejects.toThrow('Not committed: no tabs, please');
    writeFiles(root, { 'a.txt': 'spaces\n' });
    await trusted.stage(['a.txt', 'filtered.txt'], true);
    await commitTrusted('Now');
    expect(git(root, 'show', 'HEAD:filtered.txt')).toBe('WORDS\n');
  });

  test('a commit contains what was shown, and staged content that differs from the files is listed', async () => {
    const root = createRepository(path.join(temporaryFolder(), 'code'), {
      'a.txt': 'a\n',
      'b.txt': 'b\n',
      'c.txt': 'c\n',
    });
    const { changes, revert } = await changesIn(root);
    await changes.begin(1);
    expect((await changes.list('start')).staged).toBeNull();
    writeFiles(root, { 'a.txt': 'A\n', 'b.txt': 'B\n', 'new.txt': 'new\n' });
    await changes.stage(['a.txt', 'new.txt'], true);
    await revert(['a.txt', 'new.txt']);
    git(root, 'rm', '--quiet', '--cached', 'c.txt');
    const { files, staged } = await changes.list('start');
    expect(files.map((file) => file.path)).toEqual(['b.txt']);
    expect(staged).toMatchObject({ files: 3, added: 2, removed: 2, paths: ['a.txt', 'c.txt', 'new.txt'] });
    git(root, 'add', 'b.txt');
    const stale = { message: 'Three files', staged: staged?.id ?? '' };
    await expect(changes.commit(stale)).rejects.toMatchObject({ detail: { reason: 'changed-meanwhile' } });
    git(root, 'reset', '--quiet', 'b.txt');
    await changes.commit(stale);
    expect(git(root, 'show', '--format=', '--name-only').trim().split('\n')).toEqual(['a.txt', 'c.txt', 'new.txt']);
    // A path that existed only in an earlier state does not keep the others from being staged.
    await changes.stage(['b.txt', 'never.txt'], true);
    expect((await changes.list('start')).staged?.paths).toEqual(['b.txt']);
  });

  test('conflicts, a rebase and a person without a name are reported before a commit', async () => {
    const home = temporaryFolder();
    const root = createRepository(path.join(home, 'code'), { 'a.txt': 'base\n' });
    for (const branch of ['other', 'main']) {
      git(root, 'checkout', '--quiet', ...(branch === 'main' ? ['main'] : ['-b', branch]));
      writeFiles(root, { 'a.txt': `${branch}\n` });
      git(root, 'commit', '--quiet', '-am', branch);
    }
    const { changes, commit, home: person } = await changesIn(root);
    await changes.begin(1);
    expect(() => git(root, 'rebase', 'other')).toThrow();
    await expect(commit('No')).rejects.toThrow('There are conflicts.');
    await changes.stage(['a.txt'], true);
    await expect(commit('No')).rejects.toThrow('A rebase is under way.');
    git(root, 'rebase', '--abort');
    writeFiles(person, { '.gitconfig': '' });
    await expect(commit('No')).rejects.toThrow('Git does not know your name and address.');
  });
});
