import { existsSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';

import { AppError } from '#wire/error-kind.ts';

import { folderFailure } from './folder-failure.ts';

/** Creates the data folder if it does not exist. Only its owner can read it. */
export async function ensureDataFolder(home: string): Promise<void> {
  try {
    if (existsSync(home)) {
      if (!(await stat(home)).isDirectory()) throw new Error('there is a file of that name');
      return;
    }
    const parent = path.dirname(home);
    // In two steps, because `recursive` never returns on file systems such as /proc that do not allow folders.
    if (!existsSync(parent)) await mkdir(parent, { recursive: true });
    await mkdir(home, { mode: 0o700 });
  } catch (error) {
    const failure = folderFailure(error, path.dirname(home));
    if (failure?.kind === 'disk-full') throw failure;
    // Only the message, without the code before it and the call after it.
    const why = (error as Error).message.replace(/^[A-Z]+: ([^,]*), \w+ '.*/s, '$1');
    throw new AppError(
      'refused',
      `The data folder ${home} cannot be made: ${why}. Choose another one with WARREN_HOME.`,
      { reason: 'no-data-folder', cause: error },
    );
  }
}
