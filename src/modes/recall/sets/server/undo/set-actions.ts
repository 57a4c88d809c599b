import type { Transaction } from 'kysely';
import type { z } from 'zod';

import { changedColumns, changedSince, rowBack } from '#undo/server/put-back.ts';
import type { UndoHandlers, UndoLog } from '#undo/server/undo-log.ts';

import { type OwnedSet } from '../../../storage/server/dependencies.ts';
import type { RecallTables } from '../../../storage/server/tables.ts';
import { levelsOf, splitPath } from '../../domain/set-path.ts';
import type { setChange, SetStatus } from '../../protocol.ts';
import { markSetDeleted, noSuchSet, type SettingColumn, SETTINGS } from '../sets.ts';

type SetColumns = Pick<RecallTables['recall_sets'], 'title' | 'is_sample'> & { [Column in SettingColumn]: unknown };

interface SetChanged {
  readonly setId: string;
  readonly from: Partial<SetColumns>;
  readonly to: Partial<SetColumns>;
}

/** Records that a set was added, or deleted. */
export async function recordSet(
  undo: UndoLog,
  trx: Transaction<RecallTables>,
  { person, setId, kind }: OwnedSet & { readonly kind: 'set-added' | 'set-deleted' },
): Promise<void> {
  const { title } = await readSetRow(trx, { person, setId });
  const label = `${kind === 'set-added' ? 'Added' : 'Deleted'} the set “${title}”`;
  await undo.record(trx, { person, kind, label, reversal: { setId } });
}

/** Withdraws the undo action of a deletion that was reversed directly. */
export async function withdrawSetDeleted(undo: UndoLog, trx: Transaction<RecallTables>, set: OwnedSet): Promise<void> {
  await undo.withdraw(trx, { person: set.person, kind: 'set-deleted', reversal: { setId: set.setId } });
}

/** Changes a set and records the columns whose values differ. */
export async function changeSetUndoably(
  undo: UndoLog,
  trx: Transaction<RecallTables>,
  change: OwnedSet & { to: Partial<SetColumns>; label: (title: string) => string; at: number },
): Promise<void> {
  const { person, setId, at } = change;
  const before = await readSetRow(trx, change);
  if (before.deleted_at !== null) throw noSuchSet();
  const changed = changedColumns<SetColumns>(before, change.to);
  if (!changed) return;
  await trx
    .updateTable('recall_sets')
    .set({ ...(changed.to as object), updated_at: at })
    .where('id', '=', setId)
    .where('person_id', '=', person)
    .execute();
  const reversal: SetChanged = { setId, ...changed };
  await undo.record(trx, { person, kind: 'set-changed', label: change.label(before.title), reversal });
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
  'set-changed': rowBack<SetChanged>({
    table: 'recall_sets',
    id: 'setId',
    noun: 'set',
    also: ({ now }) => ({ updated_at: now }),
  }),
};

/** Returns deleted sets too. */
export async function readSetRow(trx: Transaction<RecallTables>, { person, setId }: OwnedSet) {
  const row = await trx
    .selectFrom('recall_sets')
    .selectAll()
    .where('id', '=', setId)
    .where('person_id', '=', person)
    .executeTakeFirst();
  if (!row) throw noSuchSet();
  return row;
}

export async function pointsIn(trx: Transaction<RecallTables>, { person, setId }: OwnedSet): Promise<number> {
  const row = await trx
    .selectFrom('recall_points')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('set_id', '=', setId)
    .where('person_id', '=', person)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

type SetChange = z.infer<typeof setChange>;

const STATUS_LABELS: Record<SetStatus, string> = { active: 'Made active', paused: 'Suspended', archived: 'Archived' };

/** Converts a change of a set to columns and an undo label. A renamed sample set becomes the person's own set. */
export function toSetColumns(change: SetChange): { to: Partial<SetColumns>; label: (title: string) => string } {
  const { title: name, ...settings } = change;
  const to: Partial<SetColumns> = name === undefined ? {} : { ...nameColumns(name), is_sample: 0 };
  for (const setting of Object.keys(settings) as (keyof typeof settings)[])
    if (settings[setting] !== undefined) to[SETTINGS[setting]] = settings[setting];
  if (settings.folder !== undefined) to.folder = levelsOf(settings.folder).join('::');
  const { status } = change;
  if (name !== undefined) return { to, label: (title) => `Renamed the set “${title}”` };
  if (status !== undefined && Object.keys(to).length === 1)
    return { to, label: (title) => `${STATUS_LABELS[status]} the set “${title}”` };
  if (change.description !== undefined && Object.keys(to).length === 1)
    return { to, label: (title) => `Changed the description of “${title}”` };
  return { to, label: (title) => `Changed the settings of “${title}”` };
}

/** A name with levels (`A::B`) also sets the folder. */
function nameColumns(name: string): Partial<Pick<SetColumns, 'title' | 'folder'>> {
  const { title, folder } = splitPath(name);
  return folder === '' ? { title } : { title, folder };
}
