import { constants } from 'node:fs';
import { chmod, copyFile, mkdir, rm, utimes } from 'node:fs/promises';
import path from 'node:path';

import type { ReadExport } from './read-export.ts';

/**
 * Puts the files of an export back into the data folder. If one fails, those before it are removed again. Files that are
 * there already are neither replaced nor removed.
 */
export async function importFiles({ directory, manifest }: ReadExport, home: string): Promise<void> {
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
  } catch (error) {
    for (const target of put) await rm(target, { force: true });
    throw error;
  }
}
