import { existsSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';

import { AppError } from '#wire/error-kind.ts';

import { folderFailure } from './folder-failure.ts';

/** Makes the data folder where there is none; nobody else may look into it. */
export async function ensureDataFolder(home: string): Promise<void> {
  try {
    if (existsSync(home)) {
      if (!(await stat(home)).isDirectory()) throw new Error('there is a file of that name');
      return;
    }
    const parent = path.dirname(home);
    // Not both at once: `recursive` never returns where a file system, such as /proc, lets nobody make folders.
    if (!existsSync(parent)) await mkdir(parent, { recursive: true });
    await mkdir(home, { mode: 0o700 });
  } catch (error) {
    const failure = folderFailure(error, path.dirname(home));
    if (failure?.kind === 'disk-full') throw failure;
    // Without the code before and the call after it.
    const why = (error as Error).message.replace(/^[A-Z]+: (.*), \w+ '.*$/, '$1');
    throw new AppError(
      'refused',
      `The data folder ${home} cannot be made: ${why}. Choose another one with WARREN_HOME.`,
      { reason: 'no-data-folder', cause: error },
    );
  }
}
