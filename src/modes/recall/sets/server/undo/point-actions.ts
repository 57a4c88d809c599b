import type { Transaction } from 'kysely';
import type { z } from 'zod';

import { changedSince, isAsLeft, rowBack } from '#undo/server/put-back.ts';
import type { UndoHandlers, UndoLog } from '#undo/server/undo-log.ts';

import type { OwnedPoint, OwnedSet, RecallDependencies } from '../../../storage/server/dependencies.ts';
import type { RecallTables } from '../../../storage/server/tables.ts';
import { isRewritten } from '../../domain/rewriting.ts';
import { storedTags } from '../../domain/tags.ts';
import type { pointChange } from '../../protocol.ts';
import { insertPoints, instantOfAddition, markPointDeleted, type NewPoint, readPoint, readSetOf } from '../points.ts';
import { markSetDeleted } from '../sets.ts';
import { pointsIn, readSetRow } from './set-actions.ts';

type Trx = Transaction<RecallTables>;

interface PointWords {
  readonly text: string;
  /** Absent in changes that are older than the column. */
  readonly question?: string | null;
  readonly context: string;
  /** Absent in changes that are older than the column. */
  readonly tags?: string;
}
interface PointChanged {
  readonly pointId: string;
  readonly from: PointWords;
  readonly to: PointWords;
  /** Time of the change before this one; absent in older actions. */
  readonly updatedAt?: number;
  /** Set if the text was rewritten, which dismisses a leech: the earlier `leech_dismissed_at`. */
  readonly rewritten?: { readonly dismissedBefore: number | null };
}
/** The points of one addition share a creation time. After a split, some can have positions beyond their range. */
interface PointsAdded {
  readonly setId: string;
  readonly first: number;
  readonly at: number;
  /** The set was added with the points, and is deleted with them if it has no other points. */
  readonly isNew?: boolean;
}

export async function recordPointDeleted(undo: UndoLog, trx: Trx, point: OwnedPoint): Promise<void> {
  const label = `Deleted a point of “${(await readSetOf(trx, point)).title}”`;
  await undo.record(trx, { person: point.person, kind: 'point-deleted', label, reversal: { pointId: point.pointId } });
}

/** Withdraws the undo action of a deletion that was reversed directly. */
export async function withdrawPointDeleted(undo: UndoLog, trx: Trx, point: OwnedPoint) {
  await undo.withdraw(trx, { person: point.person, kind: 'point-deleted', reversal: { pointId: point.pointId } });
}

/** Changes the words of a point, if they differ, as one action. A rewritten point is no longer a leech. */
export async function changePoint(
  undo: UndoLog,
  trx: Trx,
  { person, pointId, at, ...change }: OwnedPoint & z.output<typeof pointChange> & { at: number },
): Promise<void> {
  const before = await readPoint(trx, { person, pointId });
  const { text = before.text, question = before.question, context = before.context } = change;
  const from = wordsOf(before);
  const to = { text, question, context, tags: change.tags ? storedTags(change.tags) : before.tags };
  if (isAsLeft(from, to)) return;
  const isAnew = isRewritten(before.text, text);
  await trx
    .updateTable('recall_points')
    .set({ ...to, updated_at: at, ...(isAnew && { leech_dismissed_at: at }) })
    .where('id', '=', pointId)
    .where('person_id', '=', person)
    .execute();
  const reversal: PointChanged = {
    pointId,
    from,
    to,
    updatedAt: before.updated_at,
    ...(isAnew && { rewritten: { dismissedBefore: before.leech_dismissed_at } }),
  };
  await undo.record(trx, { person, kind: 'point-changed', label: `Changed a point of “${before.title}”`, reversal });
}

const wordsOf = ({ text, question, context, tags }: Required<PointWords>) => ({ text, question, context, tags });

export type Adding = Pick<RecallDependencies, 'undo' | 'now' | 'newId'>;

/** Adds points at the end of a set as one action. */
export async function addPoints(
  { undo, now, newId }: Adding,
  trx: Trx,
  { person, setId, points, isNew = false }: OwnedSet & { points: readonly NewPoint[]; isNew?: boolean },
): Promise<void> {
  const at = await instantOfAddition(trx, { person, setId }, now());
  const first = await insertPoints(trx, { person, setId }, { points, at, newId });
  const { title } = await readSetRow(trx, { person, setId });
  const reversal: PointsAdded = { setId, first, at, ...(isNew && { isNew }) };
  const label = `Added ${points.length === 1 ? 'a point' : `${points.length} points`} to “${title}”`;
  await undo.record(trx, { person, kind: 'points-added', label, reversal });
}

export const pointUndoHandlers: UndoHandlers = {
  'point-deleted': {
    async reverse(trx, { person, reversal }) {
      const point = { person, pointId: (reversal as { pointId: string }).pointId };
      if ((await readSetOf(trx as Trx, point)).set_deleted_at !== null)
        throw changedSince('The set of this point has been deleted since. Restore the set first.');
      await markPointDeleted(trx, point, null);
    },
  },
  'point-changed': rowBack<PointChanged>({
    table: 'recall_points',
    id: 'pointId',
    noun: 'point',
    also: ({ reversal: { rewritten, updatedAt }, now }) => ({
      updated_at: updatedAt ?? now,
      ...(rewritten && { leech_dismissed_at: rewritten.dismissedBefore }),
    }),
  }),
  'points-added': {
    async reverse(trx, { person, reversal, now }) {
      const added = reversal as PointsAdded;
      if (await isReviewed(trx, person, added))
        throw changedSince('What was added has been recalled since. Delete it where it stands if you want it gone.');
      await markAdditionDeleted(trx as Trx, person, { ...added, now });
      const set = { person, setId: added.setId };
      if (added.isNew && (await pointsIn(trx as Trx, set)) === 0) await markSetDeleted(trx as Trx, set, now);
    },
  },
};

/** Deletes the points of one addition. */
export async function markAdditionDeleted(
  trx: Trx,
  person: string,
  { setId, first, at, now }: PointsAdded & { now: number },
): Promise<void> {
  await trx
    .updateTable('recall_points')
    .set({ deleted_at: now })
    .where('person_id', '=', person)
    .where('set_id', '=', setId)
    .where('position', '>=', first)
    .where('created_at', '=', at)
    .where('deleted_at', 'is', null)
    .execute();
}

async function isReviewed(trx: Trx, person: string, added: PointsAdded): Promise<boolean> {
  const reviewed = await trx
    .selectFrom('recall_points')
    .innerJoin('point_cards', 'point_cards.point_id', 'recall_points.id')
    .select('recall_points.id')
    .where('recall_points.person_id', '=', person)
    .where('set_id', '=', added.setId)
    .where('position', '>=', added.first)
    .where('recall_points.created_at', '=', added.at)
    .limit(1)
    .executeTakeFirst();
  return reviewed !== undefined;
}
