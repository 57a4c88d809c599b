import { constants } from 'node:fs';
import { lstat, open, readlink, realpath } from 'node:fs/promises';
import path from 'node:path';

import { AppError } from '#wire/error-kind.ts';

import { EXECUTABLE, LINK, PLAIN } from './file-store.ts';

interface ReadEntry {
  readonly mode: string;
  /** Null where it is over the limit. */
  readonly bytes: Buffer | null;
  /** Differs after a change, as far as size and time tell. */
  readonly stamp: string;
}

/** Refuses a path that does not lie below the root as it is written, or is inside the folder of a repository. */
function requirePlainPath(name: string): void {
  const parts = name.split('/');
  const isPlain = parts.every((part) => part !== '' && part !== '.' && part !== '..' && part.toLowerCase() !== '.git');
  if (isPlain && !name.includes('\0')) return;
  throw new AppError('malformed', `${name} is not a file that can be changed here.`, { field: 'path' });
}

/** A file or a symbolic link below a root; null where there is none, or only one beyond a symbolic link. */
export async function readEntry(root: string, name: string, maxBytes: number): Promise<ReadEntry | null> {
  requirePlainPath(name);
  if (!(await isInside(root, name))) return null;
  const place = path.join(root, name);
  const found = await lstat(place).catch(() => null);
  if (found?.isSymbolicLink() === true) return { mode: LINK, bytes: Buffer.from(await readlink(place)), stamp: '' };
  if (found?.isFile() !== true) return null;
  // What became a link or a pipe since is not opened.
  const file = await open(place, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const { mode, size, mtimeMs, ino } = await file.stat();
    const bytes = size > maxBytes ? null : await file.readFile();
    return { mode: (mode & 0o100) === 0 ? PLAIN : EXECUTABLE, bytes, stamp: `${size} ${mtimeMs} ${ino}` };
  } finally {
    await file.close();
  }
}

async function isInside(root: string, name: string): Promise<boolean> {
  const folder = path.dirname(path.join(root, name));
  return (await realpath(folder).catch(() => null)) === folder;
}
