import { access } from 'node:fs/promises';
import path from 'node:path';

import { succeeds } from '#kernel/succeeds.ts';

import type { ChangesAnswer } from '../../protocol.ts';
import { commitOf, headOf, readStart, type Repository } from './find-repository.ts';
import type { Git } from './run-git.ts';
import type { Trees } from './trees.ts';

type Branch = NonNullable<ChangesAnswer['branch']>;

const UNDER_WAY = [
  ['rebase-merge', 'rebase'],
  ['rebase-apply/applying', 'patches'],
  ['rebase-apply', 'rebase'],
  ['MERGE_HEAD', 'merge'],
  ['CHERRY_PICK_HEAD', 'cherry-pick'],
  ['REVERT_HEAD', 'revert'],
  ['BISECT_LOG', 'bisect'],
] as const;
const MAX_CONFIG = 1024 * 1024;
const SHOWN_ID = 10;
/** Counting takes long for branches that diverged far. */
const MAX_COUNT_MS = 3_000;

/** The branch of a worktree, according to the files of its repository. */
export async function branchState(git: Git, repository: Repository, trees: Trees): Promise<Branch> {
  const { branch, commit } = await headOf(repository);
  const upstream = branch === null ? null : await upstreamOf(git, repository, branch);
  const theirs = upstream && (await commitOf(repository, upstream));
  const apart = commit !== null && theirs ? await countApart(trees, commit, theirs) : null;
  return {
    name: branch,
    commit: commit?.slice(0, SHOWN_ID) ?? null,
    upstream: upstream?.replace(/^refs\/(?:heads|remotes)\//u, '') ?? null,
    ahead: apart?.[0] ?? null,
    behind: apart?.[1] ?? null,
    underWay: await underWay(repository),
  };
}

/** The unfinished operation in the worktree, or null. */
export async function underWay({ gitFolder }: Repository): Promise<Branch['underWay']> {
  for (const [name, what] of UNDER_WAY) if (await succeeds(access(path.join(gitFolder, name)))) return what;
  return null;
}

/** The full name of a branch's upstream. Parses the repository's settings as a file, without applying them. */
async function upstreamOf(git: Git, { commonFolder, root }: Repository, branch: string): Promise<string | null> {
  const file = path.join(commonFolder, 'config');
  if (!/merge/iu.test((await readStart(file, MAX_CONFIG)) ?? '')) return null;
  const args = [
    'config',
    '--file',
    file,
    '--no-includes',
    '-z',
    '--get-regexp',
    String.raw`^branch\..*\.(remote|merge)$`,
  ];
  const text = await git.text({ args, cwd: root }).catch(() => '');
  const settings = new Map(text.split('\0').map((each) => [each.split('\n', 1)[0] ?? '', each.split('\n')[1] ?? '']));
  const remote = settings.get(`branch.${branch}.remote`);
  const merge = settings.get(`branch.${branch}.merge`);
  if (remote === undefined || merge?.startsWith('refs/heads/') !== true) return null;
  return remote === '.' ? merge : merge.replace('refs/heads/', `refs/remotes/${remote}/`);
}

async function countApart(trees: Trees, ours: string, theirs: string): Promise<readonly [number, number] | null> {
  const args = ['rev-list', '--count', '--left-right', `${ours}...${theirs}`, '--'];
  const counted = await trees.read({ args, maxMs: MAX_COUNT_MS }).catch(() => null);
  const numbers = /^(\d+)\t(\d+)$/u.exec(counted?.toString('latin1').trim() ?? '');
  return numbers ? [Number(numbers[1]), Number(numbers[2])] : null;
}
