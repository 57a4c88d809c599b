import type { Kysely } from 'kysely';

import type { Database } from '#database/server/database.ts';

import { createCommitter } from './committer.ts';
import { migrate, type MetaTables } from './migrate.ts';

/** A store that was opened: reach its tables through `tablesOf`. */
export interface OpenDatabase extends Database<object> {
  /** Changes when a backup is restored: what a client holds of another lineage is void. */
  readonly lineage: string;
  /** Finishes the writes that were begun, then lets go of the store. */
  close(): Promise<void>;
}

export interface OpenOptions {
  /** Called before an older or empty store is changed; what it throws leaves the store as it is. */
  readonly beforeMigrating?: () => void;
}

interface Connections extends OpenOptions {
  readonly engine: Database<object>['engine'];
  readonly writer: Kysely<MetaTables>;
  /** Opened once the tables are there. */
  openReader(): Kysely<object>;
  /** Closes both, also where the reader was never opened. */
  close(): Promise<void>;
  /** The data as messages name them. */
  readonly place: string;
}

/** Migrates, then puts the port together; closes what was opened when that fails. */
export async function openOver(connections: Connections): Promise<OpenDatabase> {
  try {
    const lineage = await migrate(connections.writer, connections.place, connections.beforeMigrating);
    const read = connections.openReader();
    const committer = createCommitter<object>(connections.writer as unknown as Kysely<object>);
    return {
      engine: connections.engine,
      lineage,
      read,
      write: (work) => committer.write(work),
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
