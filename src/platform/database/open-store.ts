import path from 'node:path';

import { AppError } from '#wire/error-kind.ts';

import { backUpBeforeMigrating } from './backup/before-migrating.ts';
import { takeOwnerLock, type OwnerLock } from './data-folder/owner-lock.ts';
import { openSqlite } from './engines/sqlite.ts';
import type { OpenDatabase } from './open-database.ts';

/** The database of a server. */
export interface OpenStore extends OpenDatabase {
  /** Stores the server's address for the message to a second process on the same folder. */
  announce(address: string): void;
}

export interface StoreSettings {
  /** The data folder; it exists. */
  readonly home: string;
  /** A PostgreSQL URL, or undefined for SQLite in the data folder. */
  readonly databaseUrl: string | undefined;
  /** Told what prevented a backup before a migration. On stderr by default. */
  readonly warn?: (message: string) => void;
}

export function databaseFile(home: string): string {
  return path.join(home, 'warren.db');
}

/**
 * Opens the database by the settings. With SQLite the data folder has one owner, so a second server on it is refused.
 * PostgreSQL may have several servers. Its adapter is loaded only if it is used.
 */
export async function openStore(settings: StoreSettings): Promise<OpenStore> {
  const beforeMigrating = (done: readonly string[]) => backUpBeforeMigrating(settings, done);
  if (settings.databaseUrl !== undefined) {
    const { openPostgres } = await import('./engines/postgres.ts');
    return { ...(await openPostgres(settings.databaseUrl, { beforeMigrating })), announce: () => {} };
  }
  const lock = takeOwnerLock(settings.home);
  try {
    const database = await openSqlite(databaseFile(settings.home), { beforeMigrating });
    return {
      ...database,
      announce: (address) => lock.announce(address),
      async close() {
        await database.close();
        lock.release();
      },
    };
  } catch (error) {
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
  const locks: OwnerLock[] = [];
  try {
    return await openSqlite(databaseFile(home), {
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
