import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';

/** For files that no later start of the server needs, such as uploads that have not been imported yet. */
export const temporaryFolder = (home: string): string => path.join(home, 'temporary');

/**
 * Removes the temporary files of a killed server; failures are retried at the next start. Call it only in the server as
 * it starts, which holds the lock.
 */
export async function emptyTemporaryFolder(home: string): Promise<void> {
  const folder = temporaryFolder(home);
  await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  await mkdir(folder, { recursive: true, mode: 0o700 });
}
