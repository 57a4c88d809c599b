import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

import { Kysely } from 'kysely';

import type { Database } from '#database/server/database.ts';
import { AppError } from '#wire/error-kind.ts';

import { migrations } from '../../../migrations/index.ts';
import { folderFailure } from './data-folder/folder-failure.ts';
import { refuseGoneDatabase } from './data-folder/lost-database.ts';
import { nodeSqliteDialect } from './engines/sqlite-dialect.ts';
import { damaged } from './engines/sqlite.ts';
import { migrationsDone, refuseNewer, type MetaTables } from './migrate.ts';
import { databaseFile, type StoreSettings } from './open-store.ts';

/** A read-only database, which can belong to a running server or to an older version. */
export interface ReadableDatabase extends Database<object> {
  /** The name of the data in messages. */
  readonly place: string;
  /** Whether the data is of an older version, so that some tables may be missing. */
  readonly isOlder: boolean;
  close(): Promise<void>;
}

const readOnly = () => Promise.reject(new AppError('refused', 'This command only reads.'));

/** Opens the data read-only. Throws an AppError if there is none, or if it is of a newer version. */
export async function openToRead(settings: StoreSettings): Promise<ReadableDatabase> {
  const { engine, place, db } = await connect(settings);
  try {
    const done = await migrationsDone(db);
    refuseNewer(done, place);
    return {
      engine,
      place,
      read: db as unknown as Kysely<object>,
      write: readOnly,
      eraseDeleted: readOnly,
      isOlder: Object.keys(migrations).some((name) => !done.includes(name)),
      close: () => db.destroy(),
    };
  } catch (error) {
    await db.destroy();
    throw damaged(error, place) ?? folderFailure(error, settings.home) ?? error;
  }
}

async function connect({ home, databaseUrl }: StoreSettings) {
  if (databaseUrl !== undefined) {
    const { connectToRead } = await import('./engines/postgres.ts');
    return { engine: 'postgres', ...connectToRead(databaseUrl) } as const;
  }
  const place = databaseFile(home);
  refuseGoneDatabase({ home, file: place });
  if (!existsSync(place)) throw new AppError('not-found', `There are no data in ${home} yet.`);
  const connection = openFile(place, home);
  const db = new Kysely<MetaTables>({ dialect: nodeSqliteDialect(connection, 'reader') });
  return { engine: 'sqlite', place, db } as const;
}

function openFile(file: string, home: string): DatabaseSync {
  try {
    return new DatabaseSync(file, { readOnly: true, timeout: 5_000 });
  } catch (error) {
    throw folderFailure(error, home) ?? error;
  }
}
