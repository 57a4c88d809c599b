import { createHash } from 'node:crypto';
import { readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';

import type { RepositoryOfFolder } from '../../../protocol.ts';

/** A repository according to its files. Finding it runs nothing of the repository, and does not need git. */
export interface Repository {
  /** The top folder of the worktree. */
  readonly root: string;
  /** The data of this worktree: its HEAD and its index. */
  readonly gitFolder: string;
  /** The data that all worktrees share: objects, branches and settings. */
  readonly commonFolder: string;
}

const ID_LENGTH = 16;
const MAX_HEAD = 4_096;
const MAX_PACKED = 16 * 1024 * 1024;
const GIT_FILE = /^gitdir: ([^\n\0]+)/u;
const OBJECT_ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/u;
const BRANCHES = 'refs/heads/';

/** The repository that contains a folder, or null. */
export async function findRepository(folder: string): Promise<Repository | null> {
  let root = await realpath(folder).catch(() => null);
  while (root !== null) {
    const gitFolder = await gitFolderOf(root);
    if (gitFolder !== null) {
      const shared = await readStart(path.join(gitFolder, 'commondir'));
      const commonFolder = shared === null ? gitFolder : path.resolve(gitFolder, shared.trim());
      if (await isFolder(path.join(commonFolder, 'objects')))
        return { root, gitFolder, commonFolder: await realpath(commonFolder) };
    }
    root = root === '/' ? null : path.dirname(root);
  }
  return null;
}

/** A repository as shown in lists. The id is the same in every worktree. */
export async function describeRepository(folder: string): Promise<RepositoryOfFolder | null> {
  const repository = await findRepository(folder);
  if (!repository) return null;
  const { root, gitFolder, commonFolder } = repository;
  const isLinked = gitFolder !== commonFolder && path.basename(path.dirname(gitFolder)) === 'worktrees';
  return {
    id: createHash('sha256').update(commonFolder).digest('hex').slice(0, ID_LENGTH),
    name: path.basename(isLinked ? path.dirname(commonFolder) : root),
    root,
    branch: (await headOf(repository)).branch,
    isLinked,
  };
}

/** The branch that is checked out and its last commit; each null if there is none. */
export async function headOf(repository: Repository): Promise<{
  readonly branch: string | null;
  readonly commit: string | null;
}> {
  const head = (await readStart(path.join(repository.gitFolder, 'HEAD')))?.trim() ?? '';
  if (OBJECT_ID.test(head)) return { branch: null, commit: head };
  const ref = head.startsWith('ref: ') ? head.slice('ref: '.length).trim() : '';
  if (!ref.startsWith(BRANCHES)) return { branch: null, commit: null };
  return { branch: ref.slice(BRANCHES.length), commit: await commitOf(repository, ref) };
}

/** The commit of a branch, given its full name; null if there is none. */
export async function commitOf({ commonFolder }: Repository, ref: string): Promise<string | null> {
  if (!ref.startsWith('refs/') || ref.split('/').includes('..')) return null;
  const loose = (await readStart(path.join(commonFolder, ref)))?.trim();
  if (loose !== undefined && OBJECT_ID.test(loose)) return loose;
  const packed = (await readStart(path.join(commonFolder, 'packed-refs'), MAX_PACKED)) ?? '';
  const line = packed.split('\n').find((each) => each.endsWith(` ${ref}`));
  const id = line?.slice(0, line.indexOf(' ')) ?? '';
  return OBJECT_ID.test(id) ? id : null;
}

async function gitFolderOf(root: string): Promise<string | null> {
  const place = path.join(root, '.git');
  const found = await stat(place).catch(() => null);
  if (found?.isDirectory() === true) return (await isFile(path.join(place, 'HEAD'))) ? await realpath(place) : null;
  if (found?.isFile() !== true) return null;
  const named = GIT_FILE.exec((await readStart(place)) ?? '')?.[1]?.trim();
  const folder = named === undefined ? null : path.resolve(root, named);
  return folder !== null && (await isFile(path.join(folder, 'HEAD'))) ? await realpath(folder) : null;
}

/** A small file as text; null if it is missing, not a file, or too large. */
export async function readStart(file: string, max = MAX_HEAD): Promise<string | null> {
  const found = await stat(file).catch(() => null);
  if (found?.isFile() !== true || found.size > max) return null;
  return await readFile(file, 'utf8').catch(() => null);
}

const found = (place: string) => stat(place).catch(() => null);
const isFolder = async (place: string) => (await found(place))?.isDirectory() === true;
const isFile = async (place: string) => (await found(place))?.isFile() === true;
