import { AppError } from '#wire/error-kind.ts';

import { sqliteCode } from '../store-error.ts';

const FULL = new Set<unknown>(['ENOSPC', 'EDQUOT']);
const UNWRITABLE = new Set<unknown>(['EROFS', 'EACCES', 'EPERM']);
const SQLITE_FULL = 13;
const SQLITE_UNWRITABLE = new Set<number | undefined>([3, 8, 14]);
/** No room for the shared memory file of a database. SQLite does not report this as a full disk. */
const SQLITE_IOERR_SHMSIZE = 4874;

/** Explains why a folder could not be written to; undefined for other errors. */
export function folderFailure(
  error: unknown,
  folder: string,
  otherwise = 'choose another folder with WARREN_HOME',
): AppError | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const sqlite = sqliteCode(error);
  const primary = sqlite === undefined ? undefined : sqlite & 0xff;
  if (FULL.has(code) || primary === SQLITE_FULL || sqlite === SQLITE_IOERR_SHMSIZE)
    return new AppError('disk-full', `The disk of ${folder} is full. Make room on it, then try again.`, {
      cause: error,
    });
  if (UNWRITABLE.has(code) || SQLITE_UNWRITABLE.has(primary))
    return new AppError(
      'store-failed',
      `Warren cannot write to ${folder}: it is read-only, or belongs to someone else. ` +
        `Make it writable, or ${otherwise}.`,
      { cause: error },
    );
  return undefined;
}
