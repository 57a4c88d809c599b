import { existsSync, statSync } from 'node:fs';

import { tokenFile } from '#account/server/token-file.ts';
import { backupFolder, listBackups } from '#backups/server/backup-files.ts';
import { AppError } from '#wire/error-kind.ts';

import { isOwned } from './owner-lock.ts';

interface DatabaseFile {
  readonly home: string;
  /** The database in it. */
  readonly file: string;
}

/**
 * Refuses to create a database if backups show that there was one. Backups of a new database would make the rotation
 * remove the good backups.
 */
export async function refuseLostDatabase({ home, file }: DatabaseFile): Promise<void> {
  if (hasData(file)) return;
  const latest = (await listBackups(home)).find((backup) => backup.file.endsWith('.db'));
  if (latest === undefined) return refuseEmptyDatabase({ home, file });
  throw new AppError(
    'refused',
    `The database ${file} is missing or empty, and there are backups of it. Restore one with "warren restore ` +
      `${latest.file}", or move the folder ${backupFolder(home)} elsewhere to start with an empty database.`,
    { reason: 'database-lost' },
  );
}

/** An empty file beside the first person's token has been truncated. A missing file means a new database is wanted. */
function refuseEmptyDatabase({ home, file }: DatabaseFile): void {
  if (!existsSync(file) || !existsSync(tokenFile(home))) return;
  throw new AppError(
    'refused',
    `The database ${file} is empty, and Warren had data in it. Put a copy in its place, or delete the file to start ` +
      'with an empty database.',
    { reason: 'database-lost' },
  );
}

/**
 * Refuses a folder whose database is gone while a server has it open. A new database would take the name under which
 * the data of the open file can still be restored.
 */
export function refuseGoneDatabase({ home, file }: DatabaseFile): void {
  if (hasData(file) || !isOwned(home)) return;
  throw new AppError(
    'refused',
    `The database ${file} is gone while Warren runs. Put it back, or stop Warren and restore a backup.`,
    { reason: 'database-gone' },
  );
}

/** SQLite treats a file shorter than its smallest page as empty, and overwrites it. */
const MIN_BYTES = 512;

/** False if the file does not exist or is empty. */
function hasData(file: string): boolean {
  return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) >= MIN_BYTES;
}
