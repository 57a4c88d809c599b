import path from 'node:path';

import { backupFolder, backupName } from '#backups/server/backup-files.ts';

import { migrations } from '../../../../migrations/index.ts';
import { backupWriterOf } from './backup-writer-of.ts';

interface Place {
  readonly home: string;
  readonly databaseUrl: string | undefined;
  /** Told what failed. On stderr by default. */
  readonly warn?: (message: string) => void;
}

/**
 * Backs up older data before they are migrated. `done`: the migrations they have; without any there are no data. A failure
 * is only told: a migration happens whole or not at all, and a full disk must not keep a server from starting.
 */
export async function backUpBeforeMigrating(place: Place, done: readonly string[]): Promise<void> {
  const before = Object.keys(migrations).find((name) => !done.includes(name));
  if (done.length === 0 || before === undefined) return;
  const { home, warn = (message) => void process.stderr.write(`${message}\n`) } = place;
  try {
    const writer = await backupWriterOf(place);
    const unavailable = await writer.unavailable();
    if (unavailable !== null) throw new Error(unavailable);
    const name = backupName({ at: Date.now(), ending: writer.ending, before });
    await writer.write(path.join(backupFolder(home), name));
  } catch (error) {
    warn(`No backup could be made before the data are brought to this version. ${(error as Error).message}`);
  }
}
