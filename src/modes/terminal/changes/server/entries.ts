import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, lstat, mkdir, open, readlink, realpath, rename, rm, rmdir, symlink } from 'node:fs/promises';
import path from 'node:path';

import { succeeds } from '#kernel/succeeds.ts';
import { AppError } from '#wire/error-kind.ts';

import { EXECUTABLE, LINK, PLAIN } from './file-store.ts';

interface ReadEntry {
  readonly mode: string;
  /** Null if the file is over the size limit. */
  readonly bytes: Buffer | null;
  /** Identifies a state of the file by its size, time and inode. */
  readonly stamp: string;
}

/** Rejects a path that is not plainly below the root, or is inside a repository's `.git` folder. */
export function requirePlainPath(name: string): void {
  const parts = name.split('/');
  const isPlain = parts.every((part) => part !== '' && part !== '.' && part !== '..' && part.toLowerCase() !== '.git');
  if (isPlain && !name.includes('\0')) return;
  throw new AppError('malformed', `${name} is not a file that can be changed here.`, { field: 'path' });
}

/**
 * Reads a file or a symbolic link below a root. Null if there is none, or if its path leads through a symbolic link.
 */
export async function readEntry(root: string, name: string, maxBytes: number): Promise<ReadEntry | null> {
  requirePlainPath(name);
  if (!(await isInside(root, name))) return null;
  const place = path.join(root, name);
  const found = await lstat(place).catch(() => null);
  if (found?.isSymbolicLink() === true) return { mode: LINK, bytes: Buffer.from(await readlink(place)), stamp: '' };
  if (found?.isFile() !== true) return null;
  // Does not open a file that became a link or a pipe in the meantime.
  const file = await open(place, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const { mode, size, mtimeMs, ino } = await file.stat();
    const bytes = size > maxBytes ? null : await file.readFile();
    return { mode: (mode & 0o100) === 0 ? PLAIN : EXECUTABLE, bytes, stamp: `${size} ${mtimeMs} ${ino}` };
  } finally {
    await file.close();
  }
}

/** Writes a file or a symbolic link, replacing an existing one, or removes it. Never writes through a link. */
export async function writeEntry(
  root: string,
  name: string,
  entry: {
    readonly mode: string;
    /** All permission bits. `mode` decides about the executable bits. */
    readonly permissions: number;
    readonly bytes: Uint8Array;
  } | null,
): Promise<void> {
  requirePlainPath(name);
  const place = path.join(root, name);
  if (entry) await makeFolders(root, path.dirname(name));
  if (!(await isInside(root, name))) {
    if (!entry) return;
    throw new AppError('refused', `${name} lies beyond a symbolic link. Nothing was written.`, { field: name });
  }
  if (!entry) {
    await rm(place, { force: true });
    await removeEmptyFolders(root, path.dirname(name));
    return;
  }
  const beside = path.join(path.dirname(place), `.${randomUUID()}.new`);
  try {
    if (entry.mode === LINK) await symlink(Buffer.from(entry.bytes), beside);
    else {
      const how = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
      const file = await open(beside, how, 0o600);
      try {
        await file.writeFile(entry.bytes);
      } finally {
        await file.close();
      }
      await chmod(beside, modeFor(entry));
    }
    await rename(beside, place);
  } finally {
    await rm(beside, { force: true });
  }
}

/** The permission bits of a file below a root; null if there is none. */
export async function permissionsOf(root: string, name: string): Promise<number | null> {
  const found = await lstat(path.join(root, name)).catch(() => null);
  return found?.isFile() === true ? found.mode & 0o777 : null;
}

const modeFor = ({ mode, permissions }: { readonly mode: string; readonly permissions: number }) =>
  mode === EXECUTABLE ? permissions | ((permissions & 0o444) >> 2) : permissions & ~0o111;

/** Removes a folder with its last file, as git does. */
async function removeEmptyFolders(root: string, folder: string): Promise<void> {
  if (folder === '.') return;
  if (await succeeds(rmdir(path.join(root, folder)))) await removeEmptyFolders(root, path.dirname(folder));
}

async function makeFolders(root: string, folder: string): Promise<void> {
  if (folder === '.') return;
  await makeFolders(root, path.dirname(folder));
  if (!(await isInside(root, folder))) return;
  await mkdir(path.join(root, folder)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}

async function isInside(root: string, name: string): Promise<boolean> {
  const folder = path.dirname(path.join(root, name));
  return (await realpath(folder).catch(() => null)) === folder;
}
