import type { ServerContribution } from '#contribution/server/contribution.ts';
import { type Database, tablesOf } from '#database/server/database.ts';
import type { Duties } from '#database/server/duties.ts';
import type { UndoLog } from '#undo/server/undo-log.ts';
import { route, type Route } from '#wire/route.ts';

import { backupChoice, type BackupChoice, backupsAnswer, type BackupsAnswer } from '../protocol.ts';
import type { BackupWriter } from './backup-writer.ts';
import { changeChoice, choiceUndoHandlers, readOwner, requireOwner } from './choice.ts';
import { type DataWriteAccess, RunningBackups } from './running-backups.ts';
import type { BackupTables } from './tables.ts';

interface BackupAdapters {
  readonly home: string;
  readonly writer: BackupWriter;
  readonly writeAccess: DataWriteAccess;
  readonly duties: Duties;
  /** The name of this server; null for a single server. */
  readonly server: string | null;
}

export interface BackupsContribution extends ServerContribution {
  /** A problem that only prevents backups, or null. */
  problem(): Promise<string | null>;
}

export function backupsContribution(adapters: BackupAdapters): BackupsContribution {
  let running: RunningBackups | undefined;
  return {
    problem: async () => (await running?.problem()) ?? null,
    create: ({ database: store, undo, now, settledNow, log }) => ({
      surface() {
        const database = tablesOf<BackupTables>(store);
        const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
        const backups = new RunningBackups({ ...adapters, database, now, settledNow, timeZone, log });
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

interface BackupRouteDependencies {
  readonly database: Database<BackupTables>;
  readonly undo: UndoLog;
  readonly backups: RunningBackups;
}

/** Routes for backups, which only the first person can use. */
function backupRoutes({ database, undo, backups }: BackupRouteDependencies): Route[] {
  const answer = async (person: string): Promise<BackupsAnswer> => {
    const owner = await readOwner(database.read);
    return { backups: owner?.id === person ? await backups.state() : null };
  };
  return [
    route({
      method: 'GET',
      path: '/api/backups',
      summary: 'The latest backup, how many are kept, and what prevents them; for the first person alone',
      answer: backupsAnswer,
      handle: ({ person }) => answer(person),
    }),
    route({
      method: 'POST',
      path: '/api/backups',
      summary: 'Begins a backup now; for the first person alone',
      answer: backupsAnswer,
      async handle({ person }) {
        await requireOwner(database.read, person);
        void backups.make();
        return answer(person);
      },
    }),
    route<BackupChoice>({
      method: 'PUT',
      path: '/api/backups',
      summary: 'Decides how many backups are kept; for the first person alone',
      body: backupChoice,
      answer: backupsAnswer,
      async handle({ person, body }) {
        await database.write((trx) => changeChoice(undo, trx, { person, to: body }));
        return answer(person);
      },
    }),
  ];
}
