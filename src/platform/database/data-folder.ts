import { mkdir } from 'node:fs/promises';

import { AppError } from '#wire/error-kind.ts';

/** Makes the data folder where there is none; nobody else may look into it. */
export async function ensureDataFolder(home: string): Promise<void> {
  try {
    await mkdir(home, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new AppError(
      'refused',
      `The data folder ${home} cannot be made: ${(error as Error).message}. Set WARREN_HOME to a folder that can.`,
      { reason: 'no-data-folder', cause: error },
    );
  }
}
