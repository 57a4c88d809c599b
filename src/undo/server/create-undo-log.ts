import type { Transaction } from 'kysely';

import type { SettledNow } from '#day/server/settled-now.ts';

import type { UndoTables } from './tables.ts';
import type { UndoLog } from './undo-log.ts';

/** Actions are kept this long. */
export const KEPT_FOR_MS = 30 * 86_400_000;
const KEPT_ACTIONS = 200;

interface UndoLogDependencies {
  readonly now: () => number;
  /** Omitted: the clock never jumps. */
  readonly settledNow?: SettledNow;
  readonly newId: () => string;
}

/** A person's undoable actions, in order. */
export function createUndoLog({ now, settledNow = now, newId }: UndoLogDependencies): UndoLog {
  return {
    async record(trx: Transaction<UndoTables>, { person, kind, label, reversal }) {
      const last = await trx
        .selectFrom('undoable_actions')
        .select((eb) => eb.fn.max('at').as('at'))
        .where('person_id', '=', person)
        .executeTakeFirst();
      // Two actions in one millisecond, or after a clock that was set back, still have an order.
      const at = Math.max(now(), Number(last?.at ?? 0) + 1);
      const row = { kind, label, reversal: JSON.stringify(reversal), undone_at: null };
      await trx
        .insertInto('undoable_actions')
        .values({ id: newId(), person_id: person, at, ...row })
        .execute();
      await dropOld(trx, person, settledNow());
    },

    async withdraw(trx: Transaction<UndoTables>, { person, kind, reversal }) {
      const last = await trx
        .selectFrom('undoable_actions')
        .select('id')
        .where('person_id', '=', person)
        .where('kind', '=', kind)
        .where('reversal', '=', JSON.stringify(reversal))
        .where('undone_at', 'is', null)
        .orderBy('at', 'desc')
        .executeTakeFirst();
      if (!last) return;
      await trx
        .updateTable('undoable_actions')
        .set({ undone_at: now() })
        .where('id', '=', last.id)
        .where('person_id', '=', person)
        .execute();
    },
  };
}

/** By their number, and by their age where the clock is believed. */
async function dropOld(trx: Transaction<UndoTables>, person: string, now: number | null): Promise<void> {
  const first = await trx
    .selectFrom('undoable_actions')
    .select('at')
    .where('person_id', '=', person)
    .orderBy('at', 'desc')
    .offset(KEPT_ACTIONS - 1)
    .limit(1)
    .executeTakeFirst();
  await trx
    .deleteFrom('undoable_actions')
    .where('person_id', '=', person)
    .where('at', '<', Math.max(now === null ? 0 : now - KEPT_FOR_MS, first?.at ?? 0))
    .execute();
}
