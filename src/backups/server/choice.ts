import type { Kysely, Transaction } from 'kysely';

import { changedSince } from '#undo/server/changed-since.ts';
import type { UndoHandlers, UndoLog } from '#undo/server/undo-log.ts';
import { AppError } from '#wire/error-kind.ts';

import { type BackupChoice, backupChoice } from '../protocol.ts';
import type { BackupTables } from './tables.ts';

const DEFAULT: BackupChoice = { daily: 7, weekly: 4 };
/** In the table of facts about the whole database: backups are not of one person. */
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
  if (isSame(from, to)) return;
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
  [CHANGED]: {
    async reverse(anyTrx, { person, reversal }) {
      const trx = anyTrx as Transaction<BackupTables>;
      const { from, to } = reversal as BackupsChanged;
      await requireOwner(trx, person);
      if (!isSame(await readChoice(trx), to))
        throw changedSince('This has been changed again since. Change it in Settings, under Backups.');
      await writeChoice(trx, from);
    },
  },
};

async function writeChoice(trx: Transaction<BackupTables>, { daily, weekly }: BackupChoice): Promise<void> {
  const value = JSON.stringify({ daily, weekly });
  await trx
    .insertInto('meta')
    .values({ key: KEY, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}

const isSame = (one: BackupChoice, other: BackupChoice) => one.daily === other.daily && one.weekly === other.weekly;
