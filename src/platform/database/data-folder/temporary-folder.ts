import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';

/** Of files that no later start of the server needs, such as those that people send and have not imported yet. */
export const temporaryFolder = (home: string): string => path.join(home, 'temporary');

/**
 * Removes what a server that was killed left there; what cannot be removed is tried again at the next start. Only for
 * the server as it starts, which holds the lock.
 */
export async function emptyTemporaryFolder(home: string): Promise<void> {
  const folder = temporaryFolder(home);
  await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  await mkdir(folder, { recursive: true, mode: 0o700 });
}
