import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';

/** Files that are renamed once they are complete, and the files that SQLite creates beside them. */
const DRAFT = /\.part(?:-journal|-wal|-shm)?$/;
/** Drafts of the database itself. They are written under the lock of the folder, which the starting server holds. */
const DATABASE_DRAFT = /^warren\.db\./;
/** A live writer, such as a backup beside the server, writes more often than this. */
const IDLE_MS = 30 * 60_000;

/**
 * Removes unfinished files of killed writers from the data folder. Call it only in the server as it starts, which holds
 * the lock: a command beside a server removes nothing. `now` is in ms since the epoch.
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
