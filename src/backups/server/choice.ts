import type { Kysely, Transaction } from 'kysely';

import { isAsLeft, putBack } from '#undo/server/put-back.ts';
import type { UndoHandlers, UndoLog } from '#undo/server/undo-log.ts';
import { AppError } from '#wire/error-kind.ts';

import { type BackupChoice, backupChoice } from '../protocol.ts';
import type { BackupTables } from './tables.ts';

const DEFAULT: BackupChoice = { daily: 7, weekly: 4 };
/** The key in the table of facts about the whole database: backups do not belong to one person. */
const KEY = 'backups';
const CHANGED = 'backups-changed';
interface BackupsChanged {
  readonly from: BackupChoice;
  readonly to: BackupChoice;
}

export async function readChoice(db: Kysely<BackupTables>): Promise<BackupChoice> {
  const row = await db.selectFrom('meta').select('value').where('key', '=', KEY).executeTakeFirst();
  return row ? backupChoice.parse(JSON.parse(row.value)) : DEFAULT;
}

/** The first person, who owns the server. */
export async function readOwner(db: Kysely<BackupTables>) {
  const people = db.selectFrom('people').select(['id', 'name', 'created_at']);
  return await people.orderBy('created_at').orderBy('id').limit(1).executeTakeFirst();
}

export async function changeChoice(
  undo: UndoLog,
  trx: Transaction<BackupTables>,
  { person, to }: { readonly person: string; readonly to: BackupChoice },
): Promise<void> {
  await requireOwner(trx, person);
  const from = await readChoice(trx);
  if (isAsLeft(from, to)) return;
  await writeChoice(trx, to);
  const reversal: BackupsChanged = { from, to };
  await undo.record(trx, { person, kind: CHANGED, label: 'Changed how many backups are kept', reversal });
}

export async function requireOwner(db: Kysely<BackupTables>, person: string): Promise<void> {
  const owner = await readOwner(db);
  if (owner?.id !== person)
    throw new AppError('refused', `Only ${owner?.name ?? 'the first person'} decides on backups.`, {
      reason: 'not-yours',
    });
}

export const choiceUndoHandlers: UndoHandlers = {
  [CHANGED]: putBack<BackupsChanged, BackupTables>({
    async read(trx, { person }) {
      await requireOwner(trx, person);
      return readChoice(trx);
    },
    write: (trx, { reversal }) => writeChoice(trx, reversal.from),
    changed: 'This has been changed again since. Change it in Settings, under Backups.',
  }),
};

async function writeChoice(trx: Transaction<BackupTables>, { daily, weekly }: BackupChoice): Promise<void> {
  const value = JSON.stringify({ daily, weekly });
  await trx
    .insertInto('meta')
    .values({ key: KEY, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}
