import { mkdir } from 'node:fs/promises';

import { AppError } from '#wire/error-kind.ts';

import { folderFailure } from '../data-folder/folder-failure.ts';

/** Makes the folder of backups if there is none. Only its owner can read it. */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw (
      folderFailure(error, folder, 'choose another data folder with WARREN_HOME') ??
      new AppError('store-failed', `The folder ${folder} cannot be made. Remove what else has its name.`, {
        cause: error,
      })
    );
  }
}
