import { access, constants } from 'node:fs/promises';
import path from 'node:path';

import { succeeds } from '#kernel/succeeds.ts';
import { AppError } from '#wire/error-kind.ts';

import type { ChangesAnswer } from '../../protocol.ts';
import type { Acting } from './acting.ts';
import type { Repository } from './find-repository.ts';

const HOOKS = ['pre-commit', 'prepare-commit-msg', 'commit-msg', 'post-commit'];
const SHOWN_ID = '--short=10';
/** Do not use it for a command with hooks: the repository's hooks may use patterns. */
const LITERAL = { GIT_LITERAL_PATHSPECS: '1' };
const BY_FILE = ['--pathspec-from-file=-', '--pathspec-file-nul'];

/** Stages the current files, or unstages them. */
export async function stage(acting: Acting, paths: readonly string[], isStaged: boolean): Promise<void> {
  const input = paths.join('\0');
  if (!isStaged) {
    await acting.do('Not taken out', { args: ['reset', '--quiet', ...BY_FILE], input, env: LITERAL });
    return;
  }
  if (!acting.isTrusted) {
    const told = await acting.look({ args: ['check-attr', '-z', '--stdin', 'filter'], input });
    const fields = told.split('\0');
    const at = fields.findIndex((value, index) => index % 3 === 2 && value !== 'unspecified' && value !== 'unset');
    if (at >= 0)
      throw new AppError(
        'refused',
        `${fields[at - 2]} passes a filter of the repository (${fields[at]}), and Claude Code does not trust this folder. Stage it in the terminal.`,
        { reason: 'not-trusted', field: fields[at - 2] ?? '' },
      );
  }
  await acting.do('Not staged', { args: ['add', '--all', ...BY_FILE], input, env: LITERAL });
}

interface Committing {
  readonly repository: Repository;
  readonly branch: ChangesAnswer['branch'];
  readonly isConflicted: boolean;
}

/** The reason why the staged files cannot be committed here; null if they can. */
export async function commitTrouble(
  acting: Acting,
  { repository, branch, isConflicted }: Committing,
): Promise<string | null> {
  if (isConflicted) return 'There are conflicts. Resolve them in the terminal.';
  const underWay = branch?.underWay ?? null;
  if (underWay !== null && underWay !== 'merge') return `A ${underWay} is under way. Go on with it in the terminal.`;
  const [name, email] = await Promise.all([acting.setting('user.name'), acting.setting('user.email')]);
  if (name === '' || email === '')
    return 'Git does not know your name and address. Set them in a terminal: git config --global user.name "…", and user.email.';
  const hooks = acting.isTrusted ? [] : await hooksOf(acting, repository);
  return hooks.length === 0
    ? null
    : `This repository runs programs of its own at a commit (${hooks.join(', ')}), and Claude Code does not trust this folder. Commit in the terminal.`;
}

/** Commits the staged files. Returns the abbreviated id. */
export async function commit(acting: Acting, message: string): Promise<string> {
  const args = ['commit', '--quiet', '--cleanup=whitespace', '--file=-'];
  await acting.do('Not committed', {
    args: acting.isTrusted ? args : [...args, '--no-verify', '--no-gpg-sign'],
    input: `${message}\n`,
    ...(!acting.isTrusted && { env: await identity(acting) }),
  });
  return (await acting.look({ args: ['rev-parse', SHOWN_ID, 'HEAD'] })).trim();
}

async function identity(acting: Acting): Promise<Readonly<Record<string, string>>> {
  const [name, email] = await Promise.all([acting.setting('user.name'), acting.setting('user.email')]);
  return { GIT_AUTHOR_NAME: name, GIT_AUTHOR_EMAIL: email, GIT_COMMITTER_NAME: name, GIT_COMMITTER_EMAIL: email };
}

async function hooksOf(acting: Acting, { root, commonFolder }: Repository): Promise<readonly string[]> {
  const named = await acting.setting('core.hookspath');
  const folder = named === '' ? path.join(commonFolder, 'hooks') : path.resolve(root, named);
  const found: string[] = [];
  for (const hook of HOOKS) if (await succeeds(access(path.join(folder, hook), constants.X_OK))) found.push(hook);
  return found;
}
