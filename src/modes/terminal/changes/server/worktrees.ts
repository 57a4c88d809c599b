import { mkdir, mkdtemp, realpath, rm, stat } from 'node:fs/promises';
import path from 'node:path';

import { succeeds } from '#kernel/succeeds.ts';
import { AppError } from '#wire/error-kind.ts';

import { worktreeFolder } from '../domain/branch-names.ts';
import { type ListedWorktree, readWorktrees } from '../domain/read-worktrees.ts';
import type { MakeWorktree, Worktree, WorktreeMade, WorktreeProposal, WorktreesAnswer } from '../protocol.ts';
import { Acting } from './git/acting.ts';
import { underWay } from './git/branch-state.ts';
import { describeRepository, findRepository, headOf, type Repository } from './git/find-repository.ts';
import { isTrusted } from './git/is-trusted.ts';
import { type Git, GitFailure } from './git/run-git.ts';
import { Trees } from './git/trees.ts';

export interface WorktreesOptions {
  readonly git: Git;
  /** The folder for temporary git folders, one for each worktree while it is read. */
  readonly folder: string;
  /** The environment of the person's terminals. */
  readonly person: Readonly<Record<string, string>>;
  /** The file in which Claude Code stores the folders it trusts. */
  readonly trust: string;
  /** The person's global ignore patterns. */
  readonly excludes: string | null;
  /** The person's terminals in a folder or below it. Terminals of others count for `isInUse`, but are not listed. */
  readonly terminalsIn: (
    folder: string,
  ) => Promise<{ readonly sessions: readonly string[]; readonly isInUse: boolean }>;
}

/** Maximum number of listed worktrees: each takes several git commands. */
const MAX_LISTED = 50;
const NOT_MADE = 'The worktree was not made';
const STATUS = ['status', '--porcelain', '-z', '--untracked-files=normal', '--ignored', '--ignore-submodules=dirty'];
const IGNORED = '!! ';
const MAX_IGNORED = 1_000;
/** Entries in the reflog of a branch for commits that were made on it. */
const COMMITTED = /^(?:commit|cherry-pick|revert|am)\b/u;

/** The worktrees of the repositories in which people open terminals. */
export class Worktrees {
  readonly #options: WorktreesOptions;

  constructor(options: WorktreesOptions) {
    this.#options = options;
  }

  /** Lists the worktrees; empty if git cannot read the repository. */
  async list(folder: string): Promise<WorktreesAnswer> {
    const repository = await findRepository(folder);
    if (!repository) return { worktrees: [] };
    const acting = await this.#acting(repository);
    const listed = await this.#listed(acting).catch(refusalOf);
    const worktrees: Worktree[] = [];
    if (!(listed instanceof AppError))
      for (const each of listed.slice(0, MAX_LISTED)) worktrees.push(await this.#describe(acting, each, listed));
    return { worktrees };
  }

  /** Proposes a new worktree. Takes milliseconds, because it does not read the existing worktrees. */
  async propose(folder: string): Promise<WorktreeProposal> {
    const repository = await findRepository(folder);
    const described = await describeRepository(folder);
    if (!repository || !described)
      return { repository: null, trouble: 'This folder is in no repository of git.', proposal: null };
    const acting = await this.#acting(repository);
    const listed = await this.#listed(acting).catch(refusalOf);
    if (listed instanceof AppError) return { repository: described, trouble: listed.message, proposal: null };
    const [main] = listed;
    const trouble = troubleOf(main, listed, repository.root);
    if (!main || trouble !== null) return { repository: described, trouble, proposal: null };
    const branches = await acting.look({ args: ['for-each-ref', '--format=%(refname:lstrip=2)', 'refs/heads'] });
    const proposal = { folder: worktreeFolder(main.path, '{branch}'), branches: branches.split('\n').filter(Boolean) };
    return { repository: described, trouble, proposal };
  }

  async make({ folder, branch }: MakeWorktree): Promise<WorktreeMade> {
    const repository = await this.#required(folder);
    const acting = await this.#acting(repository);
    const listed = await this.#listed(acting);
    const [main] = listed;
    const trouble = troubleOf(main, listed, repository.root);
    if (!main || trouble !== null) throw refused(trouble ?? 'It has no worktree.', 'no-worktree');
    const isName =
      !/^[-@]/u.test(branch) && (await succeeds(acting.look({ args: ['check-ref-format', '--branch', branch] })));
    if (!isName) throw new AppError('malformed', `${branch} is no name for a branch.`, { field: 'branch' });
    const place = worktreeFolder(main.path, branch);
    if (await isThere(place)) throw refused(`${place} exists already. Name another branch.`, 'exists', 'branch');
    const add = ['worktree', 'add', '--quiet', ...(acting.isTrusted ? [] : ['--no-checkout']), '-b', branch];
    await acting.do(NOT_MADE, { args: [...add, place, 'HEAD'] });
    if (!acting.isTrusted) await this.#checkOut(acting, place);
    const inside = path.join(place, path.relative(repository.root, await realpath(folder)));
    return { path: place, branch, folder: (await isThere(inside)) ? inside : place };
  }

  /** Removes a worktree without a `removalTrouble`, and its branch if that is merged. */
  async remove(place: string): Promise<void> {
    const repository = await this.#required(place);
    const acting = await this.#acting(repository);
    const listed = await this.#listed(acting);
    const found = listed.find((each) => each.path === place);
    if (!found) throw new AppError('not-found', `${place} is not a worktree.`, { field: 'path' });
    const { removalTrouble, isMerged } = await this.#describe(acting, found, listed);
    if (removalTrouble !== null) throw refused(removalTrouble, 'not-removed');
    // Runs in the main worktree, because the folder of this one is removed.
    const [main] = listed;
    const fromMain = await this.#acting(await this.#required(main?.path ?? ''));
    const env = fromMain.isTrusted ? {} : await acting.switchedOff();
    await fromMain.do('Not removed', { args: ['worktree', 'remove', place], env });
    const isElsewhere = listed.some((each) => each !== found && each.branch === found.branch);
    if (!isMerged || found.branch === null || found.commit === null || isElsewhere) return;
    // Deletes the branch only if it still has this commit.
    await fromMain.do('The branch was not removed', {
      args: ['update-ref', '-d', `refs/heads/${found.branch}`, found.commit],
    });
    const settings = ['config', '--remove-section', `branch.${found.branch}`];
    await fromMain.do('It has no settings', { args: settings }).catch(() => undefined);
  }

  /** Checks out in the new worktree, because settings can depend on the worktree. */
  async #checkOut(acting: Acting, place: string): Promise<void> {
    try {
      const inside = await this.#acting(await this.#required(place));
      await inside.do(NOT_MADE, { args: ['reset', '--quiet', '--hard'] });
    } catch (error) {
      await acting.do(NOT_MADE, { args: ['worktree', 'remove', '--force', place] });
      throw error;
    }
  }

  /** Throws an AppError if git cannot read the repository, for example because of broken settings. */
  async #listed(acting: Acting): Promise<readonly ListedWorktree[]> {
    try {
      return readWorktrees(await acting.look({ args: ['worktree', 'list', '--porcelain', '-z'] }));
    } catch (error) {
      if (!(error instanceof GitFailure)) throw error;
      throw refused(`Git cannot read this repository: ${error.said || 'it failed'}.`, 'git-failed');
    }
  }

  async #describe(acting: Acting, each: ListedWorktree, listed: readonly ListedWorktree[]): Promise<Worktree> {
    const [main] = listed;
    const isMain = each === main;
    const repository = each.isMissing || each.isBare ? null : await findRepository(each.path);
    const ignored = repository && (await this.#ignoredIfClean(repository));
    const isUnderWay = repository !== null && (await underWay(repository)) !== null;
    const isMerged =
      !isMain &&
      each.commit !== null &&
      main?.commit !== undefined &&
      main.commit !== null &&
      (await succeeds(acting.look({ args: ['merge-base', '--is-ancestor', each.commit, main.commit] })));
    const isDone = isMerged && each.branch !== null && (await this.#hasCommits(acting, each.branch));
    const { sessions, isInUse } = await this.#options.terminalsIn(each.path);
    const removalTrouble = isMain
      ? 'It is the main worktree.'
      : each.isLocked
        ? 'It is locked. Unlock it in the terminal.'
        : repository === null
          ? 'Its folder is not there any more. Use “git worktree prune” in the terminal.'
          : isInUse
            ? 'A terminal runs in it. Stop it first.'
            : ignored === null
              ? 'It has changes that are not committed. Commit or revert them first.'
              : isUnderWay
                ? 'Something is under way in it, such as a rebase. Go on with it in the terminal.'
                : each.branch === null && !isMerged
                  ? 'It has commits that are on no branch. Make one of them in the terminal.'
                  : null;
    return {
      path: each.path,
      branch: each.branch,
      isMain,
      ignored: ignored?.slice(0, MAX_IGNORED) ?? [],
      isMerged,
      isDone,
      sessions: [...sessions],
      removalTrouble,
    };
  }

  /** Whether commits were made on a branch, according to its reflog. A branch that was only created has none. */
  async #hasCommits(acting: Acting, branch: string): Promise<boolean> {
    const args = ['reflog', 'show', '--format=%gs', `refs/heads/${branch}`, '--'];
    const log = await acting.look({ args }).catch(() => '');
    return log.split('\n').some((line) => COMMITTED.test(line));
  }

  /** The ignored files, if nothing else differs from the last commit; null otherwise. */
  async #ignoredIfClean(repository: Repository): Promise<readonly string[] | null> {
    const { git, excludes } = this.#options;
    await mkdir(this.#options.folder, { recursive: true, mode: 0o700 });
    const folder = await mkdtemp(path.join(this.#options.folder, 'worktree-'));
    try {
      const { commit } = await headOf(repository);
      const acting = await this.#acting(repository);
      const settings = (await acting.lineEnds()).map((each) => each.join('='));
      // Like the command that removes it: the person's settings apply only in a trusted folder.
      const trees = new Trees({ git, repository, folder, excludes: acting.isTrusted ? excludes : null });
      const printed = await trees.readIndex(commit, { args: STATUS, settings }).catch(() => null);
      const lines = printed?.toString('utf8').split('\0').slice(0, -1);
      return lines?.every((line) => line.startsWith(IGNORED)) === true
        ? lines.map((line) => line.slice(IGNORED.length))
        : null;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  async #required(folder: string): Promise<Repository> {
    const repository = await findRepository(folder);
    if (repository) return repository;
    throw refused('This folder is in no repository of git.', 'no-repository');
  }

  async #acting(repository: Repository): Promise<Acting> {
    const { git, person, trust } = this.#options;
    return new Acting({ git, repository, person, isTrusted: await isTrusted(trust, repository.root) });
  }
}

/** The reason why no worktree can be made of a repository; null if one can. */
function troubleOf(main: ListedWorktree | undefined, listed: readonly ListedWorktree[], root: string): string | null {
  if (!main) return 'Git lists no worktree of it.';
  const own = listed.find(({ path: place }) => place === root);
  const commit = (own ?? main).commit;
  return commit === null || /^0+$/u.test(commit) ? 'It has no commit yet. Make the first one in the terminal.' : null;
}

const isThere = (place: string) => succeeds(stat(place));

/** Returns a refusal as a value. Rethrows other errors. */
function refusalOf(error: unknown): AppError {
  if (error instanceof AppError) return error;
  throw error;
}

const refused = (message: string, reason: string, field?: string) =>
  new AppError('refused', message, { reason, ...(field !== undefined && { field }) });
