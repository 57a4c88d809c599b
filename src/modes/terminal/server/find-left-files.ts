import { readdir } from 'node:fs/promises';
import path from 'node:path';

import type { Kysely } from 'kysely';

import type { TerminalTables } from '../running/server/tables.ts';
import { TERMINAL_FOLDERS } from '../running/server/terminal-files.ts';

/** `SESSION.cast`, one that could not be read, or the folder of a session. */
const OF_SESSION = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\.cast(?:\.unreadable)?)?$/;

export interface FoundFiles {
  /** Recordings, and folders of files that were given in chats. */
  readonly count: number;
  /** Those that belong to no terminal of the database. */
  readonly left: readonly string[];
}

/** Compares the files of terminals in a data folder with the database. Terminals without files are usual. */
export async function findLeftFiles(read: Kysely<TerminalTables>, home: string): Promise<FoundFiles> {
  const found: { readonly file: string; readonly session: string }[] = [];
  for (const folder of [TERMINAL_FOLDERS.recordings, TERMINAL_FOLDERS.uploads])
    for (const name of (await namesIn(path.join(home, folder))).toSorted()) {
      const session = OF_SESSION.exec(name)?.[1];
      if (session !== undefined) found.push({ file: path.join(home, folder, name), session });
    }
  // Read after the files: a terminal has its row before its first file.
  const rows = await read.selectFrom('terminals').select('session_id').execute();
  const sessions = new Set(rows.map(({ session_id }) => session_id));
  return { count: found.length, left: found.filter(({ session }) => !sessions.has(session)).map(({ file }) => file) };
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
}
