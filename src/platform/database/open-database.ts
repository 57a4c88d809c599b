import type { Kysely } from 'kysely';

import type { Database } from '#database/server/database.ts';

import { createCommitter } from './committer.ts';
import { type BeforeMigrating, migrate, type MetaTables } from './migrate.ts';
import type { WriteGuard } from './write-guard.ts';

/** An open database. Use `tablesOf` to access its tables. */
export interface OpenDatabase extends Database<object> {
  /** The name of the data in messages. */
  readonly place: string;
  /** Changes when a backup is restored. Clients discard data of another lineage. */
  readonly lineage: string;
  /** Finishes pending writes, then closes the database. */
  close(): Promise<void>;
}

export interface OpenOptions {
  /** Called before an older or empty database is changed. If it throws, the database does not change. */
  readonly beforeMigrating?: BeforeMigrating;
  /** Called once the tables exist and before anything else is written. */
  readonly guardWrites?: () => Promise<WriteGuard | undefined> | WriteGuard;
}

interface Connections extends OpenOptions {
  readonly engine: Database<object>['engine'];
  readonly writer: Kysely<MetaTables>;
  /** Opened once the tables exist. */
  openReader(): Kysely<object>;
  /** Called after each commit. */
  readonly committed?: () => void;
  /** As in `Database`; PostgreSQL needs no such call. */
  eraseDeleted?(): Promise<void>;
  /** Closes both connections, even if the reader was never opened. */
  close(): Promise<void>;
  /** The name of the data in messages. */
  readonly place: string;
}

/** Migrates the database and returns it. Closes the connections if that fails. */
export async function openOver(connections: Connections): Promise<OpenDatabase> {
  try {
    const lineage = await migrate(connections.writer, connections.place, connections.beforeMigrating);
    const read = connections.openReader();
    const guard = await connections.guardWrites?.();
    const committer = createCommitter(connections.writer as unknown as Kysely<object>, {
      guard,
      ...(connections.committed && { committed: connections.committed }),
    });
    return {
      engine: connections.engine,
      place: connections.place,
      lineage,
      read,
      write: (work) => committer.write(work),
      eraseDeleted: () => connections.eraseDeleted?.() ?? Promise.resolve(),
      async close() {
        await committer.close();
        await connections.close();
      },
    };
  } catch (error) {
    await connections.close();
    throw error;
  }
}
