import type { ServerContribution } from '#contribution/server/contribution.ts';
import { tablesOf } from '#database/server/database.ts';

import type { BackupWriter } from './backup-writer.ts';
import { choiceUndoHandlers } from './choice.ts';
import { backupRoutes } from './routes.ts';
import { type DataWriteAccess, RunningBackups } from './running-backups.ts';
import type { BackupTables } from './tables.ts';

interface BackupAdapters {
  /** The data folder. */
  readonly home: string;
  readonly writer: BackupWriter;
  readonly writeAccess: DataWriteAccess;
}

export interface BackupsContribution extends ServerContribution {
  /** A problem that prevents backups and nothing else, or null. */
  problem(): Promise<string | null>;
}

/** Backups on the server. */
export function backupsContribution({ home, writer, writeAccess }: BackupAdapters): BackupsContribution {
  let running: RunningBackups | undefined;
  return {
    problem: async () => (await running?.problem()) ?? null,
    create: ({ database: store, undo, now, settledNow, log }) => ({
      surface() {
        const database = tablesOf<BackupTables>(store);
        const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
        const backups = new RunningBackups({ home, writer, database, writeAccess, now, settledNow, timeZone, log });
        running = backups;
        return {
          routes: backupRoutes({ database, undo, backups }),
          undoHandlers: choiceUndoHandlers,
          recover: () => Promise.resolve(backups.start()),
          close: () => backups.close(),
        };
      },
    }),
  };
}
