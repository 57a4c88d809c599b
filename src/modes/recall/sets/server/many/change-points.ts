import { setImmediate } from 'node:timers/promises';

import type { Transaction } from 'kysely';
import type { z } from 'zod';

import { changedSince, isAsLeft } from '#undo/server/put-back.ts';
import type { UndoHandlers } from '#undo/server/undo-log.ts';

import type { RecallDependencies } from '../../../storage/server/dependencies.ts';
import type { RecallTables } from '../../../storage/server/tables.ts';
import { storedTags, tagsOf } from '../../domain/tags.ts';
import type { pointsChange } from '../../protocol.ts';
import { requireRoom } from '../points.ts';
import { requireSet } from '../sets.ts';
import { copyAsNew, removeCopies } from './copy-as-new.ts';

type Change = z.output<typeof pointsChange>['change'];
type Trx = Transaction<RecallTables>;
type Row = Awaited<ReturnType<typeof readRows>>[number];
type Columns = Partial<Pick<Row, 'set_id' | 'position' | 'tags' | 'suspended_at' | 'deleted_at' | 'updated_at'>>;

interface PointsChanged {
  readonly rows: readonly { readonly id: string; readonly from: Columns; readonly to: Columns }[];
  /** New points that replace the deleted ones. */
  readonly copies?: readonly { readonly from: string; readonly to: string }[];
  /** Absent in older actions. */
  readonly at?: number;
}

const POINTS_CHANGED = 'points-changed';
const IDS_AT_ONCE = 500;

/** Changes several points as one undoable action. Returns the number of changed points. */
export async function changePoints(
  { undo, now, newId }: Pick<RecallDependencies, 'undo' | 'now' | 'newId'>,
  trx: Trx,
  { person, pointIds, change }: { person: string; pointIds: readonly string[]; change: Change },
): Promise<number> {
  const at = now();
  const rows = await readRows(trx, person, pointIds);
  const target = change.do === 'move' ? await placeIn(trx, person, { setId: change.setId, rows }) : null;
  const changed = rows.flatMap((row, index) => {
    const to = columnsOf(row, change, { at, position: (target?.last ?? 0) + index + 1 });
    const from = Object.fromEntries(Object.keys(to).map((name) => [name, row[name as keyof Columns]])) as Columns;
    const words = 'tags' in to && { updated_at: row.updated_at };
    return isAsLeft(row, to) ? [] : [{ id: row.id, from: { ...from, ...words }, to }];
  });
  if (changed.length === 0) return 0;
  await write(trx, person, { rows: changed.map(({ id, to }) => ({ id, columns: to })), at });
  const copies =
    change.do === 'reset'
      ? await copyAsNew(
          trx,
          { person, at, newId },
          changed.map(({ id }) => id),
        )
      : undefined;
  const reversal: PointsChanged = { rows: changed, at, ...(copies && { copies }) };
  const label = `${LABELS[change.do]} ${changed.length === 1 ? 'a point' : `${changed.length} points`}${target ? ` to “${target.title}”` : ''}`;
  await undo.record(trx, { person, kind: POINTS_CHANGED, label, reversal });
  return changed.length;
}

const LABELS: Record<Change['do'], string> = {
  move: 'Moved',
  tag: 'Changed the tags of',
  suspend: 'Suspended',
  resume: 'Resumed',
  reset: 'Reset',
  delete: 'Deleted',
};

function columnsOf(row: Row, change: Change, { at, position }: { at: number; position: number }): Columns {
  switch (change.do) {
    case 'move':
      return row.set_id === change.setId ? {} : { set_id: change.setId, position };
    case 'tag': {
      const removed = new Set(change.remove.flatMap((tag) => tagsOf(storedTags([tag]))));
      return { tags: storedTags([...tagsOf(row.tags).filter((tag) => !removed.has(tag)), ...change.add]) };
    }
    case 'suspend':
      return row.suspended_at === null ? { suspended_at: at } : {};
    case 'resume':
      return { suspended_at: null };
    case 'reset':
      return row.due_at === null ? {} : { deleted_at: at };
    case 'delete':
      return { deleted_at: at };
  }
}

/** The existing points, in the order of their sets. */
async function readRows(trx: Trx, person: string, pointIds: readonly string[]) {
  const parts = [];
  for (let from = 0; from < pointIds.length; from += IDS_AT_ONCE) {
    if (from > 0) await setImmediate();
    parts.push(
      await trx
        .selectFrom('recall_points')
        .innerJoin('recall_sets', 'recall_sets.id', 'recall_points.set_id')
        .leftJoin('point_cards', 'point_cards.point_id', 'recall_points.id')
        .select([
          'recall_points.id',
          'set_id',
          'position',
          'tags',
          'suspended_at',
          'recall_points.updated_at',
          'recall_points.deleted_at',
          'due_at',
        ])
        .where('recall_points.person_id', '=', person)
        .where('recall_points.id', 'in', pointIds.slice(from, from + IDS_AT_ONCE))
        .where('recall_points.deleted_at', 'is', null)
        .where('recall_sets.deleted_at', 'is', null)
        .execute(),
    );
  }
  return parts.flat().toSorted((one, other) => one.set_id.localeCompare(other.set_id) || one.position - other.position);
}

/** The end of the set that points move to. Refuses if the set has no room for them. */
async function placeIn(trx: Trx, person: string, { setId, rows }: { setId: string; rows: readonly Row[] }) {
  await requireSet(trx, { person, setId });
  const added = rows.filter(({ set_id }) => set_id !== setId).length;
  const last = await requireRoom(trx, { person, setId }, { added, advice: 'Move fewer.' });
  const { title } = await trx
    .selectFrom('recall_sets')
    .select('title')
    .where('id', '=', setId)
    .executeTakeFirstOrThrow();
  return { last, title };
}

/** `updated_at` is the last change of words or tags. Imports compare it with the time of the note. */
const withTime = (columns: Columns, at: number) => ({ ...('tags' in columns && { updated_at: at }), ...columns });

/** Writes points with equal values in one statement. */
async function write(
  trx: Trx,
  person: string,
  { rows, at }: { rows: readonly { id: string; columns: Columns }[]; at: number },
): Promise<void> {
  for (const [columns, same] of Map.groupBy(rows, (row) => JSON.stringify(row.columns)))
    for (let from = 0; from < same.length; from += IDS_AT_ONCE) {
      await setImmediate();
      await trx
        .updateTable('recall_points')
        .set(withTime(JSON.parse(columns) as Columns, at))
        .where('person_id', '=', person)
        .where(
          'id',
          'in',
          same.slice(from, from + IDS_AT_ONCE).map(({ id }) => id),
        )
        .execute();
    }
}

export const manyPointsUndoHandlers: UndoHandlers = {
  [POINTS_CHANGED]: {
    async reverse(anyTrx, { person, reversal, now }) {
      const trx = anyTrx as Trx;
      const { rows, copies = [], at } = reversal as PointsChanged;
      if (copies.length > 0) await removeCopies(trx, { person, at: now }, copies);
      const there = new Map<string, Columns>();
      for (let from = 0; from < rows.length; from += IDS_AT_ONCE) {
        const ids = rows.slice(from, from + IDS_AT_ONCE).map(({ id }) => id);
        const present = await trx
          .selectFrom('recall_points')
          .select(['id', 'set_id', 'position', 'tags', 'suspended_at', 'deleted_at', 'updated_at'])
          .where('person_id', '=', person)
          .where('id', 'in', ids)
          .execute();
        for (const { id, ...columns } of present) there.set(id, columns);
      }
      // Skips points that were changed again since.
      const unchanged = rows.filter(({ id, to }) => there.has(id) && isAsLeft(there.get(id), to));
      if (unchanged.length === 0)
        throw changedSince('These points have been changed again since. Change them where they stand.');
      // Keeps the time of a point whose words were changed after this action.
      const columnsBefore = (id: string, { updated_at, ...from }: Columns): Columns =>
        updated_at !== undefined && there.get(id)?.updated_at === at ? { ...from, updated_at } : from;
      const before = unchanged.map(({ id, from }) => ({ id, columns: columnsBefore(id, from) }));
      await write(trx, person, { rows: before, at: now });
    },
  },
};
