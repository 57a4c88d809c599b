import type { Database } from '#database/server/database.ts';
import type { UndoLog } from '#undo/server/undo-log.ts';
import { type Route, route } from '#wire/route.ts';

import { type BackupChoice, backupChoice, type BackupsAnswer, backupsAnswer } from '../protocol.ts';
import { changeChoice, readOwner, requireOwner } from './choice.ts';
import type { RunningBackups } from './running-backups.ts';
import type { BackupTables } from './tables.ts';

interface BackupRouteDependencies {
  readonly database: Database<BackupTables>;
  readonly undo: UndoLog;
  readonly backups: RunningBackups;
}

/** Backups, for the first person alone. */
export function backupRoutes({ database, undo, backups }: BackupRouteDependencies): Route[] {
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
