import { createHash } from 'node:crypto';
import { lstat, stat } from 'node:fs/promises';
import path from 'node:path';

import { succeeds } from '#kernel/succeeds.ts';
import { AppError } from '#wire/error-kind.ts';

import { readDifferences } from '../domain/read-differences.ts';
import { type PathStatus, readStatus } from '../domain/read-status.ts';
import type { ChangesAnswer, CommitChanges, FileChange, FileChangesAnswer, RevertChanges } from '../protocol.ts';
import { copyOf, CopyStore } from './copy-store.ts';
import { requirePlainPath } from './entries.ts';
import { fileChange, fileChanges } from './file-changes.ts';
import type { FileStore } from './file-store.ts';
import { Acting } from './git/acting.ts';
import { branchState } from './git/branch-state.ts';
import { commit, commitTrouble, stage } from './git/committing.ts';
import { findRepository, headOf, type Repository } from './git/find-repository.ts';
import { isTrusted } from './git/is-trusted.ts';
import { type Git, GitFailure } from './git/run-git.ts';
import { TreeStore } from './git/tree-store.ts';
import { Trees } from './git/trees.ts';
import { type Comparison, type FileWrite, type Forget, planRevert, swapped, write } from './reverting.ts';
import { type EarlyCopies, takeTree } from './take-tree.ts';
import { TurnLog, type TurnRecord } from './turn-log.ts';

export interface SessionChangesOptions {
  /** Null if git is not installed. */
  readonly git: Git | null;
  /** The folder of the session. */
  readonly work: string;
  /** The folder for the stored data of the session. */
  readonly folder: string;
  /** The person's global ignore patterns. */
  readonly excludes: string | null;
  /** The environment of the person's terminals. */
  readonly person: Readonly<Record<string, string>>;
  /** The file in which Claude Code stores the folders it trusts. */
  readonly trust: string;
}

interface SessionComparison extends Comparison {
  /** Whether there are more files than are compared. */
  readonly isCut: boolean;
  readonly note: string | null;
}

/** The writes of a revert, and the folder they were made in. */
export interface Written extends Pick<FileStore, 'root' | 'source'> {
  readonly writes: readonly FileWrite[];
}

interface Here {
  readonly git: Git;
  readonly repository: Repository;
  readonly trees: Trees;
  /** Statuses of files that differ from the last commit; null if the index cannot be read. */
  readonly status: ReadonlyMap<string, PathStatus> | null;
}

const MAX_PROMPT = 200;
const MAX_FILES = 2_000;
const MAX_COPIES = 2_000;
const MAX_PATCH_BYTES = 200_000;
const STAGED = ['diff-index', '--cached', '-M', '--no-ext-diff', '--no-textconv', '--no-color'];
const STATUS = [
  '--porcelain=v2',
  '-z',
  '--no-renames',
  '--no-ahead-behind',
  '--untracked-files=all',
  '--ignore-submodules=dirty',
];

/**
 * The changes in the folder of one session. All work runs one after another. Work at the beginning of a turn goes
 * before all waiting work.
 */
export class SessionChanges {
  readonly #options: SessionChangesOptions;
  readonly #turns: TurnLog;
  #last: Promise<unknown> = Promise.resolve();
  /** Work that runs before the next waiting work. */
  readonly #first: (() => Promise<void>)[] = [];
  /** Whether the current turn has a tree. */
  #hasTree = false;
  #turnsBegun = 0;
  /** The first copy of each file that a tool named before this turn had a tree. */
  #early: EarlyCopies = new Map();

  constructor(options: SessionChangesOptions) {
    this.#options = options;
    this.#turns = new TurnLog(options.folder);
  }

  inOrder<Result>(work: () => Promise<Result>): Promise<Result> {
    const due = async () => {
      for (let next = this.#first.shift(); next; next = this.#first.shift()) await next();
      return await work();
    };
    const done = this.#last.then(due).catch((error: unknown) => {
      if (!(error instanceof GitFailure)) throw error;
      throw new AppError('refused', `Git could not read this repository: ${error.said}.`, {
        reason: 'git-failed',
        cause: error,
      });
    });
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** Runs work before all other waiting work. Several such calls keep their order. */
  #atOnce(work: () => Promise<void>): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#first.push(() => work().then(resolve, reject));
    void this.inOrder(() => Promise.resolve());
    return promise;
  }

  /** Stores the files at the start of the session. Later starts do nothing. */
  begin(at: number): Promise<void> {
    const early = this.#early;
    return this.#atOnce(async () => {
      if ((await this.#turns.read()).length === 0) await this.#add(0, { at, prompt: '', early });
    });
  }

  /** Stores the files at the beginning of a turn. */
  turn(at: number, prompt: string): Promise<void> {
    // The previous turn's tree does not represent the files before this turn's changes.
    this.#hasTree = false;
    this.#turnsBegun += 1;
    const begun = this.#turnsBegun;
    const early: EarlyCopies = new Map();
    this.#early = early;
    return this.#atOnce(async () => {
      const known = await this.#turns.read();
      if (known.length === 0) await this.#add(0, { at, prompt: '', early });
      const next = (known.at(-1)?.turn ?? 0) + 1;
      const hasTree = await this.#add(next, { at, prompt: prompt.slice(0, MAX_PROMPT), early });
      this.#hasTree = hasTree && begun === this.#turnsBegun;
    });
  }

  /**
   * Call it when a tool is about to change a file. Copies the file at once if no tree has it; the tool does not wait.
   */
  async aboutToChange(file: string): Promise<void> {
    const name = path.relative(this.#options.work, file);
    const isInside = name !== '' && !name.startsWith('..') && !path.isAbsolute(name);
    if (!isInside || this.#hasTree) return;
    const copying = copyOf(this.#options.work, name, this.#copies);
    if (!this.#early.has(name) && this.#early.size < MAX_COPIES) this.#early.set(name, copying);
    const copied = await copying;
    await this.#atOnce(async () => {
      const last = (await this.#turns.read()).at(-1);
      if (!last || last.tree !== null || Object.hasOwn(last.copies, name)) return;
      if (Object.keys(last.copies).length < MAX_COPIES) await this.#turns.change({ [name]: copied });
    });
  }

  list(since: string): Promise<ChangesAnswer> {
    return this.inOrder(async () => {
      const turns = (await this.#turns.read()).filter(({ turn }) => turn > 0);
      const here = await this.#here();
      const compared = await this.#compare(since, here);
      const files = compared?.shown.map(({ file }) => file) ?? [];
      const branch = here && (await branchState(here.git, here.repository, here.trees));
      const about = here && { repository: here.repository, branch, isConflicted: hasConflicts(here) };
      const staged = here && (await this.#staged(here));
      return {
        source: compared?.store.source ?? 'none',
        note: compared ? compared.note : await this.#unknown(here),
        root: compared?.store.root ?? here?.repository.root ?? this.#options.work,
        branch,
        turns: turns.map(({ turn, at, prompt }) => ({ turn, at, prompt })),
        files: files.slice(0, MAX_FILES),
        isCut: files.length > MAX_FILES || compared?.isCut === true,
        staged: staged && {
          id: staged.id,
          files: staged.files.length,
          added: sumOf(staged.files.map(({ added }) => added)),
          removed: sumOf(staged.files.map(({ removed }) => removed)),
          paths: staged.files
            .slice(0, MAX_FILES)
            .flatMap((file) => [...(file.oldPath === null ? [] : [file.oldPath]), file.path]),
        },
        commitTrouble: about && staged ? await commitTrouble(await this.#acting(here), about) : null,
      };
    });
  }

  file(since: string, name: string): Promise<FileChangesAnswer> {
    return this.inOrder(async () => {
      const compared = await this.#compare(since, await this.#here());
      const found = compared?.shown.find(({ file }) => file.path === name);
      if (!compared || !found)
        throw new AppError('refused', `${name} is as it was. Look at the list again.`, {
          reason: 'as-it-was',
          field: name,
        });
      return await fileChanges(compared.store, found.difference, found.file);
    });
  }

  /**
   * Reverts files. `keep` is called before the first write, with the data to undo it, so that a crash can be undone
   * too.
   */
  revert({ since, files }: RevertChanges, keep: (written: Written) => Promise<Forget | void>): Promise<Written> {
    return this.inOrder(async () => {
      const here = await this.#here();
      const compared = await this.#compare(since, here);
      if (!compared) throw new AppError('refused', 'It is not known how the files were then.', { reason: 'not-kept' });
      const [other] =
        here && since === 'commit' ? await here.trees.converted(files.map((each) => `${each.path}\0`).join('')) : [];
      if (other !== undefined)
        throw new AppError('refused', `The commit has ${other} in another form. Revert it in the terminal.`, {
          reason: 'converted',
          field: other,
        });
      const { store } = compared;
      const written = { root: store.root, source: store.source, writes: await planRevert(compared, files) };
      await write(store, written.writes, () => keep(written));
      return written;
    });
  }

  /** Swaps the writes of a revert. Throws if a file has changed since. */
  undo({ root, source, writes }: Written): Promise<void> {
    return this.inOrder(async () => {
      const here = await this.#here();
      const store =
        here && source === 'git' ? new TreeStore(here.trees, '') : new CopyStore(this.#options.work, this.#copies, {});
      if (store.root !== root) throw new AppError('refused', `${root} is not the folder of this terminal any more.`);
      await write(store, writes.map(swapped));
    });
  }

  stage(paths: readonly string[], isStaged: boolean): Promise<void> {
    return this.inOrder(async () => {
      for (const name of paths) requirePlainPath(name);
      const here = await this.#needed();
      await stage(await this.#acting(here), isStaged ? await this.#known(here, paths) : paths, isStaged);
    });
  }

  /** Those of the paths that exist in the index or the folder. The old path of a renamed file can be in neither. */
  async #known({ repository, trees }: Here, paths: readonly string[]): Promise<readonly string[]> {
    const { commit: head } = await headOf(repository);
    const listed = await trees.readIndex(head, { args: ['ls-files', '-z', '--cached'] });
    const index = new Set(listed.toString('utf8').split('\0'));
    const isThere = await Promise.all(
      paths.map(async (name) => index.has(name) || (await succeeds(lstat(path.join(repository.root, name))))),
    );
    const known = paths.filter((_, at) => isThere[at]);
    return known.length > 0 ? known : paths;
  }

  commit({ message, staged }: CommitChanges): Promise<string> {
    return this.inOrder(async () => {
      const here = await this.#needed();
      const acting = await this.#acting(here);
      const branch = await branchState(here.git, here.repository, here.trees);
      const isConflicted = hasConflicts(here);
      const trouble = await commitTrouble(acting, { repository: here.repository, branch, isConflicted });
      if (trouble !== null) throw new AppError('refused', trouble, { reason: 'cannot-commit' });
      if (((await this.#staged(here))?.id ?? '') !== staged)
        throw new AppError('refused', 'What is staged has changed since it was shown. Look at it again.', {
          reason: 'changed-meanwhile',
        });
      return await commit(acting, message);
    });
  }

  /** The staged files and their patch. The patch is empty if it is too large. */
  staged(): Promise<{ readonly files: readonly FileChange[]; readonly patch: string }> {
    return this.inOrder(async () => {
      const here = await this.#needed();
      const staged = await this.#staged(here);
      if (!staged) throw new AppError('refused', 'Nothing is staged.', { reason: 'nothing-staged' });
      const command = { args: [...STAGED, '-p', staged.base], maxBytes: MAX_PATCH_BYTES };
      const patch = await here.trees.readIndex(staged.head, command).catch(() => null);
      return { files: staged.files, patch: patch?.toString('utf8') ?? '' };
    });
  }

  /** The difference between the index and the last commit; null if there is none. */
  async #staged({ repository, trees, status }: Here) {
    if (![...(status?.values() ?? [])].some(({ staged }) => staged !== 'none')) return null;
    const { commit: head } = await headOf(repository);
    const base = head ?? (await trees.empty());
    const printed = await trees.readIndex(head, { args: [...STAGED, '--raw', '--numstat', '--no-abbrev', '-z', base] });
    const files = readDifferences(printed.toString('utf8')).map((each) => fileChange(each, null));
    const id = createHash('sha256').update(`${base}\0`).update(printed).digest('hex');
    return files.length === 0 ? null : { id, files, head, base };
  }

  async #compare(since: string, here: Here | null): Promise<SessionComparison | null> {
    const begun = await this.#storeOf(since, here);
    if (!begun) return null;
    const { store } = begun;
    const { files, isCut } = await store.differences();
    const status = here?.status ?? null;
    const why = !this.#options.git
      ? 'Git is not installed on this server'
      : here
        ? 'Git could not keep the files of this repository then'
        : 'This folder is in no repository of git';
    return {
      store,
      isBaseCut: begun.isBaseCut,
      isCut: isCut || begun.isBaseCut,
      note: store.source === 'copies' ? `${why}: only files that Claude Code’s own tools name are compared.` : null,
      shown: files
        // The commit can store a file with other bytes, which is no change of the file.
        .filter(({ path: name }) => since !== 'commit' || !status || status.has(name))
        .map((difference) => ({ difference, file: fileChange(difference, status) })),
    };
  }

  /** The repository of the folder; null if there is none, and without git. */
  async #here(): Promise<Here | null> {
    const { git, work, folder, excludes } = this.#options;
    const repository = git && (await findRepository(work));
    if (!repository) return null;
    const trees = new Trees({ git, repository, folder: path.join(folder, 'git'), excludes });
    const { commit: head } = await headOf(repository);
    const printed = await trees.readIndex(head, { args: ['status', ...STATUS] }).catch(() => null);
    return { git, repository, trees, status: printed && readStatus(printed.toString('utf8')) };
  }

  async #needed(): Promise<Here> {
    const here = await this.#here();
    if (here) return here;
    throw new AppError('refused', await this.#unknown(null), { reason: 'no-repository' });
  }

  async #acting({ git, repository }: Here): Promise<Acting> {
    const { person, trust, work } = this.#options;
    return new Acting({ git, repository, person, isTrusted: await isTrusted(trust, work) });
  }

  get #copies(): string {
    return path.join(this.#options.folder, 'copies');
  }

  /** Adds a turn. Returns whether it has a tree; without one, files are copied. */
  async #add(
    turn: number,
    { at, prompt, early }: Pick<TurnRecord, 'at' | 'prompt'> & { readonly early: EarlyCopies },
  ): Promise<boolean> {
    const { git, work, folder, excludes } = this.#options;
    const repository = git && (await findRepository(work));
    const kept = path.join(folder, 'git');
    let failure: unknown;
    const tree =
      repository &&
      (await takeTree(new Trees({ git, repository, folder: kept, excludes }), {
        work,
        copies: this.#copies,
        early,
      }).catch((error: unknown) => {
        failure = error;
        return null;
      }));
    await this.#turns.add({
      turn,
      at,
      prompt,
      root: repository?.root ?? null,
      tree: tree?.id ?? null,
      isCut: tree?.isCut ?? false,
      copies: {},
    });
    if (failure !== undefined) throw failure;
    return tree !== null;
  }

  async #storeOf(since: string, here: Here | null): Promise<Pick<Comparison, 'store' | 'isBaseCut'> | null> {
    const trees = here?.trees ?? null;
    if (since === 'commit') {
      const head = here && (await headOf(here.repository)).commit;
      return trees && head !== null ? { store: new TreeStore(trees, head), isBaseCut: false } : null;
    }
    const turns = await this.#turns.read();
    const wanted =
      since === 'turn'
        ? turns.at(-1)
        : since === 'start'
          ? turns[0]
          : turns.find(({ turn }) => since === `turn-${turn}`);
    if (!wanted) return null;
    const { isCut: isBaseCut } = wanted;
    if (wanted.tree !== null)
      return trees && wanted.root === trees.root ? { store: new TreeStore(trees, wanted.tree), isBaseCut } : null;
    // The earliest copy of each file from that turn on.
    const copies: Record<string, string | null> = {};
    for (const each of turns.filter(({ turn }) => turn >= wanted.turn))
      for (const [name, key] of Object.entries(each.copies)) if (!Object.hasOwn(copies, name)) copies[name] = key;
    return { store: new CopyStore(this.#options.work, this.#copies, copies), isBaseCut };
  }

  async #unknown(here: Here | null): Promise<string> {
    if (!(await succeeds(stat(this.#options.work)))) return 'The folder of this terminal is not there any more.';
    if (here) return 'It is not known how the files were then.';
    return this.#options.git
      ? 'This folder is in no repository of git, and nothing of it was kept.'
      : 'Git is not installed on this server, and nothing of this folder was kept.';
  }
}

const hasConflicts = ({ status }: Here) => [...(status?.values() ?? [])].some(({ isConflicted }) => isConflicted);

const sumOf = (figures: readonly (number | null)[]) => figures.reduce<number>((sum, each) => sum + (each ?? 0), 0);
