import path from 'node:path';

import { AppError } from '#wire/error-kind.ts';

import type { Difference } from '../domain/read-differences.ts';
import { type PathStatus, readStatus } from '../domain/read-status.ts';
import type { ChangesAnswer, FileChangesAnswer } from '../protocol.ts';
import { copyOf, CopyStore } from './copy-store.ts';
import { fileChange, fileChanges } from './file-changes.ts';
import type { FileStore } from './file-store.ts';
import { branchState } from './git/branch-state.ts';
import { findRepository, headOf, type Repository } from './git/find-repository.ts';
import type { Git } from './git/run-git.ts';
import { TreeStore } from './git/tree-store.ts';
import { Trees } from './git/trees.ts';
import { TurnLog, type TurnRecord } from './turn-log.ts';

export interface SessionChangesOptions {
  /** Null where git is not installed. */
  readonly git: Git | null;
  /** The folder of the session. */
  readonly work: string;
  /** For what is kept of it. */
  readonly folder: string;
  /** Patterns of files that the person ignores everywhere. */
  readonly excludes: string | null;
}

/** What a comparison is made of. */
export interface Compared {
  readonly store: FileStore;
  readonly files: readonly Difference[];
  readonly isCut: boolean;
  readonly note: string | null;
}

const MAX_PROMPT = 200;
const MAX_FILES = 2_000;
const MAX_COPIES = 2_000;
const STATUS = [
  '--porcelain=v2',
  '-z',
  '--no-renames',
  '--no-ahead-behind',
  '--untracked-files=all',
  '--ignore-submodules=dirty',
];

/**
 * What changed in the folder of one session. Everything about it happens one after another, and what is asked for is
 * answered after what was asked before.
 */
export class SessionChanges {
  readonly #options: SessionChangesOptions;
  readonly #turns: TurnLog;
  #last: Promise<unknown> = Promise.resolve();
  /** Of the turn under way. */
  #hasTree = false;

  constructor(options: SessionChangesOptions) {
    this.#options = options;
    this.#turns = new TurnLog(options.folder);
  }

  inOrder<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** Keeps the files as they are when the session begins. Once: a later start goes on with the first. */
  begin(at: number): Promise<void> {
    return this.inOrder(async () => {
      if ((await this.#turns.read()).length === 0) await this.#add(0, { at, prompt: '' });
    });
  }

  /** Keeps the files as they are at the beginning of a turn. */
  turn(at: number, prompt: string): Promise<void> {
    return this.inOrder(async () => {
      const known = await this.#turns.read();
      if (known.length === 0) await this.#add(0, { at, prompt: '' });
      await this.#add((known.at(-1)?.turn ?? 0) + 1, { at, prompt: prompt.slice(0, MAX_PROMPT) });
    });
  }

  /** A tool is about to change a file. It is copied at once where no tree has it: the tool does not wait for that. */
  async aboutToChange(file: string): Promise<void> {
    const name = path.relative(this.#options.work, file);
    const isInside = name !== '' && !name.startsWith('..') && !path.isAbsolute(name);
    if (!isInside || this.#hasTree) return;
    const copied = await copyOf(this.#options.work, name, this.#copies);
    await this.inOrder(async () => {
      const last = (await this.#turns.read()).at(-1);
      if (!last || last.tree !== null || Object.hasOwn(last.copies, name)) return;
      if (Object.keys(last.copies).length < MAX_COPIES) await this.#turns.change({ [name]: copied });
    });
  }

  list(since: string): Promise<ChangesAnswer> {
    return this.inOrder(async () => {
      const turns = (await this.#turns.read()).filter(({ turn }) => turn > 0);
      const compared = await this.compare(since);
      const repository = await this.repository();
      const trees = repository && this.#trees(repository);
      const status = trees && (await this.#status(repository, trees));
      // The commit may have a file in another form, which is no change of it.
      const isChanged = (each: Difference) => since !== 'commit' || !status || status.has(each.path);
      const files = compared?.files.filter(isChanged).map((each) => fileChange(each, status)) ?? [];
      const branch = trees && this.#options.git ? await branchState(this.#options.git, repository, trees) : null;
      return {
        source: compared?.store.source ?? 'none',
        note: compared ? compared.note : this.#unknown(repository),
        root: compared?.store.root ?? this.#options.work,
        branch,
        turns: turns.map(({ turn, at, prompt }) => ({ turn, at, prompt })),
        files: files.slice(0, MAX_FILES),
        isCut: files.length > MAX_FILES || compared?.isCut === true,
        commitTrouble: null,
      };
    });
  }

  file(since: string, name: string): Promise<FileChangesAnswer> {
    return this.inOrder(async () => {
      const compared = await this.compare(since);
      const difference = compared?.files.find((each) => each.path === name);
      if (!compared || !difference)
        throw new AppError('refused', `${name} is as it was. Look at the list again.`, {
          reason: 'as-it-was',
          field: name,
        });
      const repository = await this.repository();
      const trees = repository && this.#trees(repository);
      const status = trees && (await this.#status(repository, trees));
      return await fileChanges(compared.store, difference, fileChange(difference, status));
    });
  }

  /** The files that differ from what they were; null where that is not known. Call it in order. */
  async compare(since: string): Promise<Compared | null> {
    const store = await this.#storeOf(since);
    if (!store) return null;
    const { files, isCut } = await store.differences();
    const why = this.#options.git ? 'This folder is in no repository of git' : 'Git is not installed on this server';
    const note =
      store.source === 'copies' ? `${why}: only files that Claude Code’s own tools name are compared.` : null;
    return { store, files, isCut, note };
  }

  /** The repository of the folder, if git is there to read it. */
  async repository(): Promise<Repository | null> {
    return this.#options.git ? await findRepository(this.#options.work) : null;
  }

  get folder(): string {
    return this.#options.folder;
  }

  get #copies(): string {
    return path.join(this.#options.folder, 'copies');
  }

  #trees(repository: Repository): Trees | null {
    const { git, folder, excludes } = this.#options;
    return git && new Trees({ git, repository, folder: path.join(folder, 'git'), excludes });
  }

  async #add(turn: number, { at, prompt }: Pick<TurnRecord, 'at' | 'prompt'>): Promise<void> {
    const repository = await this.repository();
    const tree = repository && (await this.#trees(repository)?.take());
    this.#hasTree = tree !== undefined && tree !== null;
    await this.#turns.add({
      turn,
      at,
      prompt,
      root: repository?.root ?? null,
      tree: tree?.id ?? null,
      isCut: tree?.isCut ?? false,
      copies: {},
    });
  }

  async #storeOf(since: string): Promise<FileStore | null> {
    const repository = await this.repository();
    const trees = repository && this.#trees(repository);
    if (since === 'commit') {
      const commit = repository && (await headOf(repository)).commit;
      return trees && commit ? new TreeStore(trees, commit) : null;
    }
    const turns = await this.#turns.read();
    const wanted =
      since === 'turn'
        ? turns.at(-1)
        : since === 'start'
          ? turns[0]
          : turns.find(({ turn }) => since === `turn-${turn}`);
    if (!wanted) return null;
    if (trees && wanted.tree !== null && wanted.root === trees.root) return new TreeStore(trees, wanted.tree);
    if (trees) return null;
    // The earliest copy of each file since then.
    const copies: Record<string, string | null> = {};
    for (const each of turns.filter(({ turn }) => turn >= wanted.turn))
      for (const [name, key] of Object.entries(each.copies)) if (!Object.hasOwn(copies, name)) copies[name] = key;
    return new CopyStore(this.#options.work, this.#copies, copies);
  }

  async #status(repository: Repository, trees: Trees): Promise<ReadonlyMap<string, PathStatus> | null> {
    const { commit } = await headOf(repository);
    const printed = await trees.readIndex(commit, { args: ['status', ...STATUS] }).catch(() => null);
    return printed && readStatus(printed.toString('utf8'));
  }

  #unknown(repository: Repository | null): string {
    if (repository) return 'It is not known how the files were then.';
    return this.#options.git
      ? 'This folder is in no repository of git, and nothing of it was kept.'
      : 'Git is not installed on this server, and nothing of this folder was kept.';
  }
}
