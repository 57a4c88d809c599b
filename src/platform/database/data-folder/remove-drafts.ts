import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';

/** Files that get their name once they are complete, and what SQLite keeps beside them. */
const DRAFT = /\.part(?:-journal|-wal|-shm)?$/;
/** Of the database itself. It is written under the lock of the folder, which the server holds. */
const DATABASE_DRAFT = /^warren\.db\./;
/** Another writer that still lives, such as a backup beside the server, writes more often. */
const IDLE_MS = 30 * 60_000;

/**
 * Removes what writers that were killed left unfinished in the data folder. Only for the server as it starts, which
 * holds the lock: a command beside it removes nothing. `now` is in ms since the epoch.
 */
export async function removeDrafts(home: string, now: number): Promise<void> {
  for (const name of await readdir(home).catch(() => [])) {
    if (!DRAFT.test(name)) continue;
    const file = path.join(home, name);
    const found = await stat(file).catch(() => undefined);
    const idleMs = DATABASE_DRAFT.test(name) ? 0 : IDLE_MS;
    // Files that cannot be removed are tried again at the next start.
    if (found?.isFile() && found.mtimeMs < now - idleMs) await rm(file, { force: true }).catch(() => undefined);
  }
}
