import type { Transaction } from 'kysely';

import type { SettledNow } from '#day/server/settled-now.ts';

import type { UndoTables } from './tables.ts';

/**
 * Lets a person undo their latest actions anywhere in Warren. Code that makes a change records, in the same
 * transaction, a label and the data needed to reverse it. Each `kind` has one handler, which the slice contributes; a
 * kind without a handler cannot be undone.
 */
export interface UndoLog {
  record(trx: AnyTransaction, action: UndoableAction): Promise<void>;
  /** The action was reversed in another way: its latest record is no longer offered. */
  withdraw(trx: AnyTransaction, action: Omit<UndoableAction, 'label'>): Promise<void>;
}

interface UndoableAction {
  readonly person: string;
  readonly kind: string;
  /** The action as shown on the page: `Deleted the set “Bread”`. Never contains the text of a point. */
  readonly label: string;
  /** Must survive JSON. To withdraw the action, pass an equal value with its keys in the same order. */
  readonly reversal: object;
}

export interface UndoRequest<Reversal = unknown> {
  readonly person: string;
  /** The recorded value; its shape is known to the slice that recorded it. */
  readonly reversal: Reversal;
  readonly now: number;
}

/** Reverses actions of one kind. `before` and `reverse` throw `changedSince` if the data has changed since. */
interface UndoHandler {
  /** Work outside any transaction, before the rest; it may run twice. */
  readonly before?: (request: UndoRequest) => Promise<void>;
  /** Runs in the transaction that marks the action as undone. */
  readonly reverse?: (trx: AnyTransaction, request: UndoRequest) => Promise<void>;
  /** Runs after that commit. A crash in between skips it, so nothing may depend on it that a start does not repair. */
  readonly after?: (request: UndoRequest) => void;
}
export type UndoHandlers = Readonly<Record<string, UndoHandler>>;

// oxlint-disable-next-line typescript/no-explicit-any -- each slice writes its own tables beside the action
type AnyTransaction = Transaction<any>;

export const MAX_AGE_MS = 30 * 86_400_000;
const MAX_ACTIONS = 200;

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
      // Orders two actions in one millisecond, and actions after the clock was set back.
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

/** Drops actions above the maximum number, and old ones if the clock is trusted. */
async function dropOld(trx: Transaction<UndoTables>, person: string, now: number | null): Promise<void> {
  const first = await trx
    .selectFrom('undoable_actions')
    .select('at')
    .where('person_id', '=', person)
    .orderBy('at', 'desc')
    .offset(MAX_ACTIONS - 1)
    .limit(1)
    .executeTakeFirst();
  await trx
    .deleteFrom('undoable_actions')
    .where('person_id', '=', person)
    .where('at', '<', Math.max(now === null ? 0 : now - MAX_AGE_MS, first?.at ?? 0))
    .execute();
}
