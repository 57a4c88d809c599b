import type { Transaction } from 'kysely';

import type { Database } from '#database/server/database.ts';
import type { UndoLog } from '#undo/server/undo-log.ts';

import type { RoleChoice, RoleId } from '../../protocol.ts';
import { recordRoleChosen } from '../setting-actions.ts';
import type { LanguageModelTables } from '../tables.ts';

interface ChosenFor {
  readonly person: string;
  readonly role: RoleId;
}

interface Needs {
  readonly database: Database<LanguageModelTables>;
  readonly undo: UndoLog;
  readonly now: () => number;
}

export async function changeRole(needs: Needs, chosen: ChosenFor, choice: RoleChoice): Promise<void> {
  await choose(needs, chosen, JSON.stringify(choice));
}

export async function resetRole(needs: Needs, chosen: ChosenFor): Promise<void> {
  await choose(needs, chosen, null);
}

async function choose({ database, undo, now }: Needs, chosen: ChosenFor, to: string | null): Promise<void> {
  await database.write(async (trx) => {
    const from = await readRoleChoice(trx, chosen);
    await writeRoleChoice(trx, chosen, { choice: to, at: now() });
    await recordRoleChosen(undo, trx, { ...chosen, from, to });
  });
}

/** The stored JSON; null for the default. */
export async function readRoleChoice(
  trx: Transaction<LanguageModelTables>,
  { person, role }: ChosenFor,
): Promise<string | null> {
  const row = await trx
    .selectFrom('role_choices')
    .select('choice')
    .where('person_id', '=', person)
    .where('role', '=', role)
    .executeTakeFirst();
  return row?.choice ?? null;
}

export async function writeRoleChoice(
  trx: Transaction<LanguageModelTables>,
  { person, role }: ChosenFor,
  { choice, at }: { choice: string | null; at: number },
): Promise<void> {
  if (choice === null) {
    await trx.deleteFrom('role_choices').where('person_id', '=', person).where('role', '=', role).execute();
    return;
  }
  const columns = { choice, updated_at: at };
  await trx
    .insertInto('role_choices')
    .values({ person_id: person, role, ...columns })
    .onConflict((conflict) => conflict.columns(['person_id', 'role']).doUpdateSet(columns))
    .execute();
}
