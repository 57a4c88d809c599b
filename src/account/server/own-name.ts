import type { Transaction } from 'kysely';

import { putBack } from '#undo/server/put-back.ts';
import type { UndoHandlers, UndoLog } from '#undo/server/undo-log.ts';
import { AppError } from '#wire/error-kind.ts';

import type { AccountTables } from './tables.ts';

const NAME_CHANGED = 'name-changed';
interface NameChanged {
  readonly from: string;
  readonly to: string;
}

/** Changes the name of a person. Refused if another person has it. */
export async function changeName(
  undo: UndoLog,
  trx: Transaction<AccountTables>,
  { person, name }: { readonly person: string; readonly name: string },
): Promise<{ readonly id: string; readonly name: string }> {
  const from = await readName(trx, person);
  if (from === name) return { id: person, name };
  const other = await trx.selectFrom('people').select('id').where('name', '=', name).executeTakeFirst();
  if (other)
    throw new AppError('refused', `There is already a person named ${name}.`, { reason: 'name-taken', field: 'name' });
  await writeName(trx, person, name);
  const reversal: NameChanged = { from, to: name };
  await undo.record(trx, { person, kind: NAME_CHANGED, label: 'Changed your name', reversal });
  return { id: person, name };
}

async function readName(trx: Transaction<AccountTables>, person: string): Promise<string> {
  return (await trx.selectFrom('people').select('name').where('id', '=', person).executeTakeFirstOrThrow()).name;
}

async function writeName(trx: Transaction<AccountTables>, person: string, name: string): Promise<void> {
  await trx.updateTable('people').set({ name }).where('id', '=', person).execute();
}

export const nameUndoHandlers: UndoHandlers = {
  [NAME_CHANGED]: putBack<NameChanged, AccountTables>({
    read: (trx, { person }) => readName(trx, person),
    write: (trx, { person, reversal }) => writeName(trx, person, reversal.from),
    changed: 'Your name has been changed again since. Change it in Settings, under About.',
  }),
};
