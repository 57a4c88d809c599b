import type { Transaction } from 'kysely';

import { AppError } from '#wire/error-kind.ts';

import type { UndoHandlers, UndoRequest } from './undo-log.ts';

export const CHANGED_SINCE = 'changed-since';

/** The error for an action that can no longer be undone. It is then no longer offered. */
export function changedSince(message: string): AppError {
  return new AppError('refused', message, { reason: CHANGED_SINCE });
}

interface Change {
  /** The values before the change, and in `to` those that it wrote. */
  readonly from: unknown;
  readonly to: unknown;
}

interface PutBack<Reversal extends Change, Tables> {
  /** The current values. Throws `changedSince` if they no longer exist. */
  read(trx: Transaction<Tables>, request: UndoRequest<Reversal>): Promise<unknown>;
  /** Writes `from` of the reversal. */
  write(trx: Transaction<Tables>, request: UndoRequest<Reversal>): Promise<unknown>;
  /** The message if something has changed the values since. */
  readonly changed: string;
  readonly after?: (request: UndoRequest) => void;
}

/** Undo of a change that was recorded as `from` and `to`: restores `from` if `to` is unchanged since. */
export function putBack<Reversal extends Change, Tables>(of: PutBack<Reversal, Tables>): UndoHandlers[string] {
  return {
    async reverse(trx, anyRequest) {
      const request = anyRequest as UndoRequest<Reversal>;
      if (!isAsLeft(await of.read(trx, request), request.reversal.to)) throw changedSince(of.changed);
      await of.write(trx, request);
    },
    ...(of.after && { after: of.after }),
  };
}

interface RowBack<Reversal extends Change> {
  readonly table: string;
  /** The field of the reversal that holds the id of the row. */
  readonly id: keyof Reversal;
  /** The noun for the row in messages. */
  readonly noun: string;
  /** Further columns to write. */
  readonly also?: (request: UndoRequest<Reversal>) => object;
}

/** The same for the columns of one row that is not deleted. */
export function rowBack<Reversal extends Change>({ table, id, noun, also }: RowBack<Reversal>): UndoHandlers[string] {
  type Tables = Record<string, { id: string; person_id: string; deleted_at: number | null }>;
  return putBack<Reversal, Tables>({
    async read(trx, { person, reversal }) {
      const row = await trx
        .selectFrom(table)
        .selectAll()
        .where('id', '=', String(reversal[id]))
        .where('person_id', '=', person)
        .executeTakeFirst();
      if (row?.deleted_at !== null) throw changedSince(`This ${noun} has been deleted since. Restore it first.`);
      return row;
    },
    write: (trx, request) =>
      trx
        .updateTable(table)
        .set({ ...(request.reversal.from as object), ...also?.(request) })
        .where('id', '=', String(request.reversal[id]))
        .where('person_id', '=', request.person)
        .execute(),
    changed: `This ${noun} has been changed again since. Change it where it stands.`,
  });
}

/** Whether every value that a change wrote is still there. `to` omits values that it did not write. */
export function isAsLeft(present: unknown, to: unknown): boolean {
  if (Array.isArray(to)) return JSON.stringify(present) === JSON.stringify(to);
  if (typeof to !== 'object' || to === null) return present === to;
  return Object.entries(to).every(([name, value]) => isAsLeft((present as Record<string, unknown>)[name], value));
}

/** The changed columns with their values, as a change of a row records them; null if none changed. */
export function changedColumns<Columns extends object>(
  before: Columns,
  wanted: Partial<Columns>,
): { readonly from: Partial<Columns>; readonly to: Partial<Columns> } | null {
  const names = (Object.keys(wanted) as (keyof Columns)[]).filter((name) => before[name] !== wanted[name]);
  const pick = (of: Partial<Columns>) => Object.fromEntries(names.map((name) => [name, of[name]])) as Partial<Columns>;
  return names.length === 0 ? null : { from: pick(before), to: pick(wanted) };
}
