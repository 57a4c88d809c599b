import type { Transaction } from 'kysely';

import { changedSince } from '#undo/server/changed-since.ts';
import type { UndoHandlers, UndoLog } from '#undo/server/undo-log.ts';

import { type OwnedSet } from '../../../storage/server/owned.ts';
import type { RecallTables } from '../../../storage/server/tables.ts';
import { markSetDeleted, noSuchSet } from '../sets.ts';

/** The columns of a set that can be changed and changed back. */
export type SetColumns = Pick<RecallTables['recall_sets'], 'title' | 'is_sample'> & {
  [
    Name in 'status' | 'description' | 'desired_retention' | 'new_per_day' | 'reviews_per_day' | 'tutor_instructions'
  ]: unknown;
};

interface SetChanged {
  readonly setId: string;
  readonly from: Partial<SetColumns>;
  readonly to: Partial<SetColumns>;
}

const named = (title: string) => `the set “${title}”`;

export async function recordSetAdded(undo: UndoLog, trx: Transaction<RecallTables>, set: OwnedSet): Promise<void> {
  const { title } = await readSet(trx, set);
  const reversal = { setId: set.setId };
  await undo.record(trx, { person: set.person, kind: 'set-added', label: `Added ${named(title)}`, reversal });
}

export async function recordSetDeleted(undo: UndoLog, trx: Transaction<RecallTables>, set: OwnedSet): Promise<void> {
  const { title } = await readSet(trx, set);
  const reversal = { setId: set.setId };
  await undo.record(trx, { person: set.person, kind: 'set-deleted', label: `Deleted ${named(title)}`, reversal });
}

/** The deletion was reversed directly, so undo no longer offers it. */
export async function withdrawSetDeleted(undo: UndoLog, trx: Transaction<RecallTables>, set: OwnedSet): Promise<void> {
  await undo.withdraw(trx, { person: set.person, kind: 'set-deleted', reversal: { setId: set.setId } });
}

/** Changes a set and records it. Columns that keep their value are not recorded. */
export async function changeSetUndoably(
  undo: UndoLog,
  trx: Transaction<RecallTables>,
  change: OwnedSet & { to: Partial<SetColumns>; label: (title: string) => string; at: number },
): Promise<void> {
  const { person, setId, at } = change;
  const before = await readSet(trx, change);
  if (before.deleted_at !== null) throw noSuchSet();
  const names = (Object.keys(change.to) as (keyof SetColumns)[]).filter((name) => before[name] !== change.to[name]);
  if (names.length === 0) return;
  const pick = (of: Partial<SetColumns>) => Object.fromEntries(names.map((name) => [name, of[name]]));
  const changed: SetChanged = { setId, from: pick(before), to: pick(change.to) };
  await writeSet(trx, change, { columns: changed.to, at });
  const label = change.label(before.title);
  await undo.record(trx, { person, kind: 'set-changed', label, reversal: changed });
}

export const setUndoHandlers: UndoHandlers = {
  'set-added': {
    async reverse(trx, { person, reversal, now }) {
      const set = { person, setId: (reversal as { setId: string }).setId };
      const points = await pointsIn(trx as Transaction<RecallTables>, set);
      if (points > 0)
        throw changedSince('This set holds points by now. Delete it where it stands if you want it gone.');
      await markSetDeleted(trx, set, now);
    },
  },
  'set-deleted': {
    async reverse(trx, { person, reversal }) {
      await markSetDeleted(trx, { person, setId: (reversal as { setId: string }).setId }, null);
    },
  },
  'set-changed': {
    async reverse(trx, { person, reversal, now }) {
      const { setId, from, to } = reversal as SetChanged;
      const set = { person, setId };
      const present = await readSet(trx, set);
      if (present.deleted_at !== null) throw changedSince('This set has been deleted since. Restore it first.');
      const isAsLeft = (Object.keys(to) as (keyof SetColumns)[]).every((name) => present[name] === to[name]);
      if (!isAsLeft) throw changedSince('This set has been changed again since. Change it where it stands.');
      await writeSet(trx, set, { columns: from, at: now });
    },
  },
};

async function readSet(trx: Transaction<RecallTables>, { person, setId }: OwnedSet) {
  const row = await trx
    .selectFrom('recall_sets')
    .selectAll()
    .where('id', '=', setId)
    .where('person_id', '=', person)
    .executeTakeFirst();
  if (!row) throw noSuchSet();
  return row;
}

async function writeSet(
  trx: Transaction<RecallTables>,
  { person, setId }: OwnedSet,
  { columns, at }: { columns: Partial<SetColumns>; at: number },
): Promise<void> {
  await trx
    .updateTable('recall_sets')
    .set({ ...(columns as object), updated_at: at })
    .where('id', '=', setId)
    .where('person_id', '=', person)
    .execute();
}

async function pointsIn(trx: Transaction<RecallTables>, { person, setId }: OwnedSet): Promise<number> {
  const row = await trx
    .selectFrom('recall_points')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('set_id', '=', setId)
    .where('person_id', '=', person)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}
