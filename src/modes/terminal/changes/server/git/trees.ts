import { createHash } from 'node:crypto';
import type { Stats } from 'node:fs';
import {
  access,
  appendFile,
  constants,
  copyFile,
  lstat,
  mkdir,
  readFile,
  realpath,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import { deflateSync } from 'node:zlib';

import { findRepository, headOf, readStart, type Repository } from './find-repository.ts';
import type { Git, GitCommand } from './run-git.ts';

/** The content of a larger file is not stored. Its size and time represent it. */
export const MAX_FILE_BYTES = 2 * 1024 * 1024;
/** Maximum number of changed and untracked files in one tree. Further files keep their earlier state. */
const MAX_FILES = 20_000;
const MAX_NEW_BYTES = 300 * 1024 * 1024;
/** Maximum size of the files in all trees of a session, before compression. */
const MAX_TOTAL_BYTES = 2 * 1024 * 1024 * 1024;
const MAX_EXCLUDE = 1024 * 1024;
/** Attributes with which git stores other bytes than the file has. */
const CONVERTING = ['filter', 'eol', 'working-tree-encoding', 'ident'];
const CONFIG = `[core]
	repositoryFormatVersion = 0
	bare = false
	autocrlf = false
	safecrlf = false
	looseCompression = 1
	fsync = none
	splitIndex = false
`;

const SHA256 = '[extensions]\n\tobjectFormat = sha256\n';
const SHA1_LENGTH = 40;
const SHA256_LENGTH = 64;
const NO_COMMIT = 'ref: refs/heads/none\n';
const AS_THEY_ARE = '* -text !eol -ident !working-tree-encoding !filter !diff !merge\n';

/** The files of a worktree at one time, as a git tree. */
export interface Tree {
  readonly id: string;
  /** Whether there were more changed files than the tree has. */
  readonly isCut: boolean;
}

export interface EarlierFile {
  readonly mode: string;
  readonly bytes: Uint8Array;
}

interface TreesOptions {
  readonly git: Git;
  readonly repository: Repository;
  /** The folder for a separate index, objects and settings. */
  readonly folder: string;
  /** The person's global ignore patterns. */
  readonly excludes: string | null;
}

/**
 * Stores the files of a worktree as git trees, with their bytes unchanged. The trees use a separate index and object
 * store. Nothing in the repository's folder is written, not even a timestamp, and its settings are not read.
 */
export class Trees {
  readonly #options: TreesOptions;

  constructor(options: TreesOptions) {
    this.#options = options;
  }

  get root(): string {
    return this.#options.repository.root;
  }

  /** Writes a tree with the current files. */
  async take(): Promise<Tree> {
    await this.#prepare();
    const { folder } = this.#options;
    // A command that was killed can leave a lock.
    await rm(path.join(folder, 'index.lock'), { force: true });
    if ((await lstat(path.join(folder, 'index')).catch(() => null)) === null) await this.#seed();
    const listed = await this.#git({
      args: ['ls-files', '-z', '--modified', '--deleted', '--others', '--exclude-standard'],
    });
    const names = [...new Set(namesIn(listed))].toSorted();
    const isCut = names.length > MAX_FILES;
    const { kept, gone, large, isFull } = await this.#sort(names.slice(0, MAX_FILES));
    if (gone.length > 0) await this.#update(['--force-remove'], gone);
    if (kept.length > 0) await this.#update(['--add', '--remove', '--replace'], kept);
    if (large.length > 0) await this.#standFor(large);
    return { id: await this.#written(), isCut: isCut || isFull };
  }

  async #written(): Promise<string> {
    return (await this.#git({ args: ['write-tree', '--missing-ok'] })).toString('latin1').trim();
  }

  /**
   * Returns the tree that was just taken, with some files in an earlier state; null removes a file. Files that the tree
   * lacks are skipped, because git may ignore them.
   */
  async withEarlier(tree: Tree, files: ReadonlyMap<string, EarlierFile | null>): Promise<Tree> {
    const listed = await this.#git({ args: ['ls-files', '-z', '--cached', '--', ...files.keys()] });
    const lines: string[] = [];
    for (const name of namesIn(listed)) {
      const file = files.get(name);
      if (file === undefined) continue;
      const entry = file ? `${file.mode} ${await this.keep(file.bytes)}` : `0 ${'0'.repeat(tree.id.length)}`;
      lines.push(`${entry}\t${name}`);
    }
    if (lines.length === 0) return tree;
    await this.#git({ args: ['update-index', '-z', '--index-info'], input: lines.join('\0') });
    return { ...tree, id: await this.#written() };
  }

  /** Runs a command that reads. It also sees the objects of the repository. */
  read(command: Omit<GitCommand, 'cwd'>): Promise<Buffer> {
    const objects = path.join(this.#options.repository.commonFolder, 'objects');
    const quoted = `"${objects.replaceAll(/["\\]/gu, String.raw`\$&`)}"`;
    return this.#git({ ...command, env: { GIT_ALTERNATE_OBJECT_DIRECTORIES: quoted, ...command.env } });
  }

  /** Reads with the index and the commit of the repository instead of our own, and with the attributes of its files. */
  async readIndex(commit: string | null, command: Omit<GitCommand, 'cwd'>): Promise<Buffer> {
    await this.#prepare();
    const { repository } = this.#options;
    await writeFile(path.join(this.#plain, 'HEAD'), commit === null ? NO_COMMIT : `${commit}\n`);
    const env = { GIT_DIR: this.#plain, GIT_INDEX_FILE: path.join(repository.gitFolder, 'index') };
    return await this.read({ ...command, env });
  }

  /** The id of the empty tree. */
  async empty(): Promise<string> {
    await this.#prepare();
    return (await this.#git({ args: ['mktree'] })).toString('latin1').trim();
  }

  async keep(bytes: Uint8Array): Promise<string> {
    const written = await this.#git({ args: ['hash-object', '-w', '--no-filters', '--stdin'], input: bytes });
    return written.toString('latin1').trim();
  }

  /** Returns those of the files that git stores with other bytes than the worktree has. Names end with NUL. */
  async converted(names: Uint8Array | string): Promise<ReadonlySet<string>> {
    const asked = { args: ['check-attr', '-z', '--stdin', ...CONVERTING], input: names };
    const told = await this.#git({ ...asked, env: { GIT_DIR: this.#plain } });
    const fields = told.toString('utf8').split('\0');
    const converted = new Set<string>();
    for (let at = 0; at + 2 < fields.length; at += 3) {
      const [name = '', attribute, value = ''] = fields.slice(at, at + 3);
      const isPlain = value === 'unspecified' || value === 'unset' || (attribute === 'eol' && value === 'lf');
      if (!isPlain) converted.add(name);
    }
    return converted;
  }

  /** Ids of objects that represent large files. */
  async large(): Promise<ReadonlySet<string>> {
    const text = await readFile(this.#largeFile, 'utf8').catch(() => '');
    return new Set(text.split('\n'));
  }

  get #largeFile(): string {
    return path.join(this.#options.folder, 'large');
  }

  #git(command: Omit<GitCommand, 'cwd'>): Promise<Buffer> {
    const { git, repository, folder } = this.#options;
    const env = { GIT_DIR: folder, GIT_WORK_TREE: repository.root, ...command.env };
    return git.bytes({ ...command, cwd: repository.root, env });
  }

  /** A git folder in which the worktree's attributes apply. No filter is configured there. */
  get #plain(): string {
    return path.join(this.#options.folder, 'plain');
  }

  async #prepare(): Promise<void> {
    const { folder, repository, excludes } = this.#options;
    const own = await readStart(path.join(repository.commonFolder, 'info', 'exclude'), MAX_EXCLUDE);
    const config = (await this.#isSha256()) ? CONFIG.replace('= 0', '= 1') + SHA256 : CONFIG;
    for (const each of [folder, this.#plain]) {
      for (const name of ['objects', 'refs', 'info'])
        await mkdir(path.join(each, name), { recursive: true, mode: 0o700 });
      await writeFile(path.join(each, 'HEAD'), NO_COMMIT);
      await writeFile(path.join(each, 'config'), config);
      await writeFile(path.join(each, 'info', 'exclude'), `${excludes ?? ''}\n${own ?? ''}\n`);
    }
    // These override the worktree's attributes, so that files are stored unchanged.
    await writeFile(path.join(folder, 'info', 'attributes'), AS_THEY_ARE);
  }

  async #isSha256(): Promise<boolean> {
    const { git, repository } = this.#options;
    const file = path.join(repository.commonFolder, 'config');
    const text = await readStart(file, MAX_EXCLUDE);
    if (text === null || !/objectformat/iu.test(text)) return false;
    const args = ['config', '--file', file, '--no-includes', '--get', 'extensions.objectFormat'];
    return await git.text({ args, cwd: repository.root }).then(
      (format) => format.trim() === 'sha256',
      () => false,
    );
  }

  /**
   * Starts from a copy of the repository's index, so that unchanged files are not read again. Files that git stores
   * with other bytes are removed from it. Without a usable index, all files are read.
   */
  async #seed(): Promise<void> {
    const { folder, repository } = this.#options;
    const from = path.join(repository.gitFolder, 'index');
    const index = path.join(folder, 'index');
    const found = await stat(from).catch(() => null);
    if (found?.isFile() !== true) return;
    try {
      await copyFile(from, index);
      // Git rereads a file as new as the index, so the copy must not look newer than the original.
      const time = Math.floor(found.mtimeMs / 1_000);
      await utimes(index, time, time);
      const names = await this.#git({ args: ['ls-files', '-z', '--cached'] });
      const converted = await this.converted(names);
      if (converted.size > 0) await this.#update(['--force-remove'], [...converted]);
    } catch {
      await rm(index, { force: true });
    }
  }

  #update(how: readonly string[], names: readonly string[]): Promise<Buffer> {
    return this.#git({ args: ['update-index', ...how, '-z', '--stdin'], input: names.join('\0') });
  }

  /** Sorts the names into files to store, missing files and large files. Reads nothing beyond a symbolic link. */
  async #sort(names: readonly string[]) {
    const { root } = this.#options.repository;
    const folders = new Map<string, Promise<boolean>>();
    const isInside = (folder: string) => {
      const known = folders.get(folder) ?? isReal(folder);
      folders.set(folder, known);
      return known;
    };
    const sorted = { kept: [] as string[], gone: [] as string[], large: [] as Large[], isFull: false };
    const written = path.join(this.#options.folder, 'written');
    const before = Number((await readStart(written)) ?? 0);
    const most = Math.min(MAX_NEW_BYTES, MAX_TOTAL_BYTES - before);
    let bytes = 0;
    for (const listed of names) {
      // Git lists a nested repository with a trailing slash.
      const name = listed.replace(/\/$/u, '');
      const place = path.join(root, name);
      const found = (await isInside(path.dirname(place))) ? await lstat(place).catch(() => null) : null;
      const how = await howToKeep(place, found);
      if (found && how === 'large') sorted.large.push({ name, found });
      else if (how === 'gone') sorted.gone.push(name);
      else if (found && how === 'kept') {
        if (bytes + found.size > most) sorted.isFull = true;
        else {
          sorted.kept.push(name);
          bytes += found.size;
        }
      }
    }
    if (bytes > 0) await writeFile(written, String(before + bytes));
    return sorted;
  }

  /** Stores a small object for each large file. It differs if the size, time or inode does. */
  async #standFor(large: readonly Large[]): Promise<void> {
    const known = await this.large();
    const length = (await this.#isSha256()) ? SHA256_LENGTH : SHA1_LENGTH;
    const lines: string[] = [];
    for (const { name, found } of large) {
      const text = Buffer.from(`${found.size} ${found.mtimeMs} ${found.ino}\n`);
      const id = blobId(text, length);
      lines.push(`100644 ${id}\t${name}`);
      if (known.has(id)) continue;
      const place = path.join(this.#options.folder, 'objects', id.slice(0, 2));
      await mkdir(place, { recursive: true });
      await writeFile(path.join(place, id.slice(2)), deflateSync(Buffer.concat([headOfBlob(text), text])));
      await appendFile(this.#largeFile, `${id}\n`);
    }
    await this.#git({ args: ['update-index', '--replace', '-z', '--index-info'], input: lines.join('\0') });
  }
}

const headOfBlob = (bytes: Uint8Array) => Buffer.from(`blob ${bytes.length}\0`);

/** The id that git gives these bytes. `length`: the length of the repository's ids. */
export function blobId(bytes: Uint8Array, length: number): string {
  const hash = createHash(length === SHA1_LENGTH ? 'sha1' : 'sha256');
  return hash.update(headOfBlob(bytes)).update(bytes).digest('hex');
}

interface Large {
  readonly name: string;
  readonly found: Stats;
}

const isReal = (folder: string) =>
  realpath(folder).then(
    (real) => real === folder,
    () => false,
  );

async function howToKeep(place: string, found: Stats | null): Promise<'kept' | 'gone' | 'large' | 'left'> {
  if (found?.isSymbolicLink() === true) return 'kept';
  if (found?.isDirectory() === true) {
    const inside = await findRepository(place);
    return inside?.root === place && (await headOf(inside)).commit !== null ? 'kept' : 'left';
  }
  if (found?.isFile() !== true) return 'gone';
  if (found.size > MAX_FILE_BYTES) return 'large';
  return await access(place, constants.R_OK).then(
    () => 'kept' as const,
    () => 'left' as const,
  );
}

/** Names that are not valid UTF-8 are skipped. */
function namesIn(listed: Buffer): readonly string[] {
  return listed
    .toString('utf8')
    .split('\0')
    .filter((name) => name !== '' && !name.includes('\uFFFD'));
}
