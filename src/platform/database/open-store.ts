import { statSync } from 'node:fs';
import path from 'node:path';

import { backupFolder, backupName } from '#backups/server/backup-files.ts';
import { ALL_DUTIES, type Duties } from '#database/server/duties.ts';
import { EVERYBODY, type ServedPeople } from '#database/server/served-people.ts';
import { assert } from '#kernel/assert.ts';
import { AppError } from '#wire/error-kind.ts';

import { migrations } from '../../../migrations/index.ts';
import { backupWriterOf } from './backup/backup-writer-of.ts';
import { refuseGoneDatabase, refuseLostDatabase } from './data-folder/lost-database.ts';
import { type OwnerLock, takeOwnerLock } from './data-folder/owner-lock.ts';
import { openSqlite } from './engines/sqlite.ts';
import type { OpenDatabase } from './open-database.ts';
import type { ServerAddresses, ServerIdentity } from './serving/server-rows.ts';
import { SettableWriteAccess, type WriteAccess, type WriteGuard } from './write-guard.ts';

/** Interval of the check between commits. Each commit also checks. */
const CHECK_EVERY_MS = 1_000;
/** Files that a server holds open while it runs. SQLite removes the log with the last connection. */
const FILES = ['owner.lock', 'warren.db', 'warren.db-wal'];

/** The database of a server. No other server has it at the same time, except as a member of a cluster. */
export interface OpenStore extends OpenDatabase {
  /** Whether this server still owns the data, and the files are still in their place. */
  readonly writeAccess: WriteAccess;
  readonly people: ServedPeople;
  readonly duties: Duties;
  /** The name of this server among several; null for one without others. */
  readonly serverName: string | null;
  /**
   * Stores the addresses of the server, for other servers and for the message that refuses a second one on the same
   * data. Throws an AppError if another server has announced the same internal address.
   */
  announce(addresses: ServerAddresses, countSockets: () => number): Promise<void>;
}

export interface StoreSettings {
  /** The data folder; it exists. */
  readonly home: string;
  /** A PostgreSQL URL, or undefined for SQLite in the data folder. */
  readonly databaseUrl: string | undefined;
  /** The identity of a server that allows others on its database. */
  readonly member?: ServerIdentity | undefined;
  /** Called with the reason why a backup before a migration failed. Writes to stderr by default. */
  readonly warn?: (message: string) => void;
}

export function databaseFile(home: string): string {
  return path.join(home, 'warren.db');
}

/**
 * Opens the database of the settings. A second server is refused: on SQLite by the lock of the data folder, on
 * PostgreSQL by a row that the server keeps fresh, unless both are members of a cluster. The adapter of PostgreSQL is
 * loaded only if it is used.
 */
export async function openStore(settings: StoreSettings): Promise<OpenStore> {
  const beforeMigrating = (done: readonly string[]) => backUpBeforeMigrating(settings, done);
  if (settings.databaseUrl !== undefined) {
    const { servePostgres } = await import('./engines/postgres.ts');
    const { database, serving } = await servePostgres(settings.databaseUrl, {
      beforeMigrating,
      member: settings.member,
    });
    const { writeAccess, people, duties, name } = serving;
    const serverName = settings.member ? name : null;
    return { ...database, writeAccess, people, duties, serverName, announce: (...given) => serving.announce(...given) };
  }
  const file = databaseFile(settings.home);
  const lock = takeOwnerLock(settings.home);
  let watch: FolderWatch | undefined;
  try {
    await refuseLostDatabase({ home: settings.home, file });
    const database = await openSqlite(file, {
      beforeMigrating,
      guardWrites: () => (watch = watchFolder(settings.home)),
    });
    assert(watch, 'an open database is guarded');
    const watching = watch;
    return {
      ...database,
      writeAccess: watching.writeAccess,
      people: EVERYBODY,
      duties: ALL_DUTIES,
      serverName: null,
      announce: ({ address }) => Promise.resolve(lock.announce(address)),
      async close() {
        if (watching.stop()) await database.close();
        lock.release();
      },
    };
  } catch (error) {
    watch?.stop();
    lock.release();
    throw error;
  }
}

/**
 * For a command beside a running server: opens the same data without owning the folder. Older data is migrated only if
 * nobody owns the folder, since an older server may be using it.
 */
export async function openBesideServer(settings: StoreSettings): Promise<OpenDatabase> {
  const { home, databaseUrl } = settings;
  if (databaseUrl !== undefined) {
    const { openPostgres } = await import('./engines/postgres.ts');
    return openPostgres(databaseUrl, { beforeMigrating: (done) => backUpBeforeMigrating(settings, done) });
  }
  const file = databaseFile(home);
  refuseGoneDatabase({ home, file });
  await refuseLostDatabase({ home, file });
  const locks: OwnerLock[] = [];
  try {
    return await openSqlite(file, {
      async beforeMigrating(done) {
        locks.push(lockToMigrate(home));
        await backUpBeforeMigrating(settings, done);
      },
    });
  } finally {
    for (const lock of locks) lock.release();
  }
}

function lockToMigrate(home: string): OwnerLock {
  try {
    return takeOwnerLock(home);
  } catch (error) {
    if (!(error instanceof AppError) || error.detail.reason !== 'already-running') throw error;
    throw new AppError(
      'refused',
      `${error.message} The data there are of an older version: restart Warren, then try again.`,
      { reason: 'older-data', cause: error },
    );
  }
}

interface StoreToMigrate {
  readonly home: string;
  readonly databaseUrl: string | undefined;
  /** Called with the reason for a failure. Writes to stderr by default. */
  readonly warn?: (message: string) => void;
}

/**
 * Backs up older data before it is migrated. `done`: the applied migrations; without any there is no data. A failure is
 * only reported: a migration is atomic, and a full disk must not prevent a server from starting.
 */
async function backUpBeforeMigrating(place: StoreToMigrate, done: readonly string[]): Promise<void> {
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

/** Watches whether the open files of a data folder are still the files at their paths. */
interface FolderWatch extends WriteGuard {
  readonly writeAccess: WriteAccess;
  /**
   * Ends the watch. Returns false if the folder has changed: closing the database would then remove the log of the new
   * one.
   */
  stop(): boolean;
}

/**
 * Watches the current files. The process keeps a removed file open and could write to it without an error, so each
 * commit compares the inodes before it writes and again before it is acknowledged. An inode is not reused while its
 * file is open.
 */
function watchFolder(folder: string): FolderWatch {
  const writeAccess = new SettableWriteAccess();
  const watched = FILES.flatMap((name) => {
    const inode = inodeOf(path.join(folder, name));
    return inode === undefined ? [] : [{ name, inode }];
  });

  function check(): void {
    const changed = watched.find(({ name, inode }) => inodeOf(path.join(folder, name)) !== inode);
    writeAccess.set(changed === undefined ? null : folderChanged(folder, changed.name));
  }
  function checkPlace(): void {
    check();
    if (writeAccess.trouble) throw writeAccess.trouble;
  }
  const timer = setInterval(check, CHECK_EVERY_MS).unref();
  return {
    writeAccess,
    before: checkPlace,
    after: checkPlace,
    stop() {
      clearInterval(timer);
      check();
      return writeAccess.trouble === null;
    },
  };
}

/** Undefined if the file does not exist or cannot be read. */
function inodeOf(file: string): string | undefined {
  try {
    const { dev, ino } = statSync(file);
    return `${dev}:${ino}`;
  } catch {
    return undefined;
  }
}

function folderChanged(folder: string, name: string): AppError {
  return new AppError('store-failed', 'The data folder is gone, so nothing is written.', {
    reason: 'folder-changed',
    // Only for the log of the owner: the message does not tell others where the data is.
    cause: new Error(
      `${path.join(folder, name)} was removed or replaced while Warren had it open. Put the folder back where it was, or ` +
        'stop Warren and restore a backup.',
    ),
  });
}
