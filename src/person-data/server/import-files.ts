import { constants } from 'node:fs';
import { chmod, copyFile, mkdir, rm, utimes } from 'node:fs/promises';
import path from 'node:path';

import type { ReadExport } from './read-export.ts';

/**
 * Puts the files of an export back into the data folder, and returns where. If one fails, those before it are removed again.
 * Files that are there already are neither replaced nor removed.
 */
export async function importFiles({ directory, manifest }: ReadExport, home: string): Promise<readonly string[]> {
  const put: string[] = [];
  try {
    for (const { path: file, home: place, modifiedAt } of manifest.files) {
      if (place === undefined) continue;
      const target = path.join(home, ...place.split('/'));
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
      await copyFile(path.join(directory, ...file.split('/')), target, constants.COPYFILE_EXCL);
      put.push(target);
      await chmod(target, 0o600);
      if (modifiedAt !== undefined) await utimes(target, modifiedAt / 1000, modifiedAt / 1000);
    }
    return put;
  } catch (error) {
    await removeImported(put);
    throw error;
  }
}

/** Removes files that `importFiles` has put. */
export async function removeImported(files: readonly string[]): Promise<void> {
  for (const file of files) await rm(file, { force: true });
}
