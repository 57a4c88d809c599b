import { chmod, lstat, mkdir, stat } from 'node:fs/promises';
import path from 'node:path';

import { AppError } from '#wire/error-kind.ts';

/** The path of a socket has at most 107 bytes, on some systems 103. Names in the folder have up to 20. */
const MAX_FOLDER_BYTES = 80;

/**
 * The folder for the sockets of a data folder, which only this account may open: inside it, or for a data folder with a
 * long path one that is named after its place on the disk.
 */
export async function socketFolder(home: string): Promise<string> {
  const inside = path.join(home, 'sockets');
  if (Buffer.byteLength(inside) <= MAX_FOLDER_BYTES) return ownFolder(inside);
  const { dev, ino } = await stat(home);
  const shared = await ownFolder(`/tmp/warren-${process.getuid?.()}`);
  return ownFolder(path.join(shared, `${dev}.${ino}`));
}

async function ownFolder(folder: string): Promise<string> {
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  const found = await lstat(folder);
  // Somebody else could replace the sockets in it.
  if (!found.isDirectory() || found.uid !== process.getuid?.())
    throw new AppError(
      'refused',
      `${folder} is not a folder of this account. Remove it, or choose a shorter WARREN_HOME.`,
    );
  await chmod(folder, 0o700);
  return folder;
}
