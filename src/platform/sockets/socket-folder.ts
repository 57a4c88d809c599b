import { chmod, lstat, mkdir, readlink, rm, stat, symlink } from 'node:fs/promises';
import path from 'node:path';

import { AppError } from '#wire/error-kind.ts';

/** The path of a socket can have at most 107 bytes, on some systems 103. Names in the folder have up to 20. */
const MAX_FOLDER_BYTES = 80;

/**
 * The folder for the sockets of a data folder, which only this account can open. It is inside the data folder. If that
 * path is too long, returns a link to it, named after the device and inode of the data folder.
 */
export async function socketFolder(home: string): Promise<string> {
  const inside = await ownFolder(path.join(home, 'sockets'));
  if (Buffer.byteLength(inside) <= MAX_FOLDER_BYTES) return inside;
  const { dev, ino } = await stat(home);
  const link = path.join(await ownFolder(`/tmp/warren-${process.getuid?.()}`), `${dev}.${ino}`);
  if ((await readlink(link).catch(() => null)) === inside) return link;
  await rm(link, { recursive: true, force: true });
  await symlink(inside, link).catch((error: NodeJS.ErrnoException) => {
    // Another process of the same data folder has created it.
    if (error.code !== 'EEXIST') throw error;
  });
  return link;
}

async function ownFolder(folder: string): Promise<string> {
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  const found = await lstat(folder);
  // Another account could replace the sockets in it.
  if (!found.isDirectory() || found.uid !== process.getuid?.())
    throw new AppError(
      'refused',
      `${folder} is not a folder of this account. Remove it, or choose a shorter WARREN_HOME.`,
    );
  await chmod(folder, 0o700);
  return folder;
}
