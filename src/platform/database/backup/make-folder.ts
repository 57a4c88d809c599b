import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';

import { AppError } from '#wire/error-kind.ts';

import { folderFailure } from '../data-folder/folder-failure.ts';

/**
 * Creates the folder of backups if it does not exist. Only its owner can read it. The data folder itself is never
 * created here, because it may have been moved while the server runs.
 */
export async function makeFolder(folder: string): Promise<void> {
  try {
    if ((await stat(folder).catch(() => undefined))?.isDirectory() !== true) await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new AppError('store-failed', `There is no folder ${path.dirname(folder)} any more. Put it back.`, {
        cause: error,
      });
    throw (
      folderFailure(error, folder, 'choose another data folder with WARREN_HOME') ??
      new AppError('store-failed', `The folder ${folder} cannot be made. Remove what else has its name.`, {
        cause: error,
      })
    );
  }
}
