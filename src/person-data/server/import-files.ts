import { constants } from 'node:fs';
import { chmod, copyFile, link, mkdir, rm, utimes } from 'node:fs/promises';
import path from 'node:path';

import { AppError } from '#wire/error-kind.ts';

import type { ExportedFile } from './manifest.ts';
import { differenceOf, type ReadExport } from './read-export.ts';

/**
 * Restores the files of an export to the data folder, and returns their paths. If one fails, those before it are
 * removed again. Existing files are neither replaced nor removed. An existing file with the same content was left by an
 * import that was killed, and is used as it is.
 */
export async function importFiles({ directory, manifest }: ReadExport, home: string): Promise<readonly string[]> {
  const put: string[] = [];
  try {
    for (const file of manifest.files) {
      if (file.home === undefined) continue;
      const target = path.join(home, ...file.home.split('/'));
      await makeFolderOf(target);
      if (await putFile(path.join(directory, ...file.path.split('/')), target, file)) put.push(target);
    }
    return put;
  } catch (error) {
    await removeImported(put);
    throw error;
  }
}

export async function removeImported(files: readonly string[]): Promise<void> {
  for (const file of files) await rm(file, { force: true });
}

async function makeFolderOf(target: string): Promise<void> {
  const folder = path.dirname(target);
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST' || error.code === 'ENOTDIR' ? inTheWay(folder, 'is no folder', error) : error;
  });
}

/** Writes a file under a temporary name, and gives it its name when it is complete. False if it exists already. */
async function putFile(source: string, target: string, file: ExportedFile): Promise<boolean> {
  const draft = `${target}.part`;
  try {
    await copyFile(source, draft);
    await chmod(draft, 0o600);
    if (file.modifiedAt !== undefined) await utimes(draft, file.modifiedAt / 1000, file.modifiedAt / 1000);
    await giveName(draft, target);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    if ((await differenceOf(target, file)) === undefined) return false;
    throw inTheWay(target, 'is there already and is not the file of the export', error);
  } finally {
    await rm(draft, { force: true });
  }
}

/** Unlike a rename, a link never replaces a file. Without support for links, the file is copied. */
async function giveName(draft: string, target: string): Promise<void> {
  await link(draft, target).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') throw error;
    await copyFile(draft, target, constants.COPYFILE_EXCL);
  });
}

function inTheWay(place: string, what: string, cause: unknown): AppError {
  return new AppError('refused', `${place} ${what}. Move it elsewhere, then import again. Nothing was imported.`, {
    reason: 'in-the-way',
    cause,
  });
}
