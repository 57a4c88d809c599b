import path from 'node:path';

import type { OpenDatabase } from './open-database.ts';
import { takeOwnerLock } from './owner-lock.ts';
import { openSqlite } from './sqlite.ts';

/** The store that a server works on. */
export interface OpenStore extends OpenDatabase {
  /** Tells whoever tries to open the same folder where the server listens. */
  announce(address: string): void;
}

interface StoreSettings {
  /** The data folder; it exists. */
  readonly home: string;
  /** A PostgreSQL URL, or undefined for SQLite in the data folder. */
  readonly databaseUrl: string | undefined;
}

export function databaseFile(home: string): string {
  return path.join(home, 'warren.db');
}

/**
 * Opens the store by the settings. With SQLite the data folder has one owner, so a second server on it is refused;
 * PostgreSQL may have several, and its adapter is not even loaded where it is not used.
 */
export async function openStore(settings: StoreSettings): Promise<OpenStore> {
  if (settings.databaseUrl !== undefined) {
    const { openPostgres } = await import('./postgres.ts');
    return { ...(await openPostgres(settings.databaseUrl)), announce: () => {} };
  }
  const lock = takeOwnerLock(settings.home);
  try {
    const database = await openSqlite(databaseFile(settings.home));
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

/** For a command beside the running server: the same data, without owning the folder. */
export async function openBesideServer(settings: StoreSettings): Promise<OpenDatabase> {
  if (settings.databaseUrl === undefined) return openSqlite(databaseFile(settings.home));
  const { openPostgres } = await import('./postgres.ts');
  return openPostgres(settings.databaseUrl);
}
