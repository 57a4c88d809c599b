import type { Transaction } from 'kysely';

import { changedSince, isAsLeft, rowBack } from '#undo/server/put-back.ts';
import type { UndoHandlers, UndoLog } from '#undo/server/undo-log.ts';

import type { OwnedPoint, OwnedSet } from '../../../storage/server/dependencies.ts';
import type { RecallTables } from '../../../storage/server/tables.ts';
import { isRewritten } from '../../domain/rewriting.ts';
import { markDismissed } from '../leeches.ts';
import { markPointDeleted, noSuchPoint } from '../points.ts';
import { markSetDeleted } from '../sets.ts';
import { pointsIn } from './set-actions.ts';

interface PointWords {
  readonly text: string;
  /** Undefined in changes that are older than the column. */
  readonly question?: string | null;
  readonly context: string;
  /** Undefined in changes that are older than the column. */
  readonly tags?: string;
}
interface PointChanged {
  readonly pointId: string;
  readonly from: PointWords;
  readonly to: PointWords;
  /** The time of the latest change before; missing in older actions. */
  readonly updatedAt?: number;
  /** Set if the text was rewritten, which dismisses a leech: the earlier `leech_dismissed_at`. */
  readonly rewritten?: { readonly dismissedBefore: number | null };
}
/** The points of one addition share an instant and a position range, or stand below it after a split. */
interface PointsAdded {
  readonly setId: string;
  readonly first: number;
  readonly at: number;
  /** The set was added with them, and is deleted with them if it has no others. */
  readonly isNew?: boolean;
}

export async function recordPointDeleted(undo: UndoLog, trx: Transaction<RecallTables>, point: OwnedPoint) {
  const { setTitle } = await readPoint(trx, point);
  const label = `Deleted a point of “${setTitle}”`;
  await undo.record(trx, { person: point.person, kind: 'point-deleted', label, reversal: { pointId: point.pointId } });
}

/** The deletion was reversed directly, so undo no longer offers it. */
export async function withdrawPointDeleted(undo: UndoLog, trx: Transaction<RecallTables>, point: OwnedPoint) {
  await undo.withdraw(trx, { person: point.person, kind: 'point-deleted', reversal: { pointId: point.pointId } });
}

/**
 * Changes a point's words and records it; without a change nothing is recorded. A rewritten point is no longer a
 * leech.
 */
export async function recordPointChange(
  undo: UndoLog,
  trx: Transaction<RecallTables>,
  change: OwnedPoint & { at: number; run: () => Promise<void> },
): Promise<void> {
  const { person, pointId } = change;
  const before = await readPoint(trx, change);
  await change.run();
  const after = await readPoint(trx, change);
  if (isAsLeft(before, wordsOf(after))) return;
  const isAnew = isRewritten(before.text, after.text);
  if (isAnew) await markDismissed(trx, { person, pointId }, change.at);
  const changed: PointChanged = {
    pointId,
    from: wordsOf(before),
    to: wordsOf(after),
    updatedAt: before.updatedAt,
    ...(isAnew && { rewritten: { dismissedBefore: before.dismissedAt } }),
  };
  const label = `Changed a point of “${before.setTitle}”`;
  await undo.record(trx, { person, kind: 'point-changed', label, reversal: changed });
}

const wordsOf = ({ text, question, context, tags }: Required<PointWords>) => ({ text, question, context, tags });

export async function recordPointsAdded(
  undo: UndoLog,
  trx: Transaction<RecallTables>,
  added: OwnedSet & { count: number; at: number; isNew?: boolean },
): Promise<void> {
  const { person, setId, count, at, isNew = false } = added;
  const range = await trx
    .selectFrom('recall_points')
    .innerJoin('recall_sets', 'recall_sets.id', 'recall_points.set_id')
    .select((eb) => ['title', eb.fn.max('position').as('last')])
    .where('set_id', '=', setId)
    .where('recall_points.person_id', '=', person)
    .where('recall_points.deleted_at', 'is', null)
    .groupBy('title')
    .executeTakeFirstOrThrow();
  const reversal: PointsAdded = { setId, first: Number(range.last) - count + 1, at, ...(isNew && { isNew }) };
  const label = `Added ${count === 1 ? 'a point' : `${count} points`} to “${range.title}”`;
  await undo.record(trx, { person, kind: 'points-added', label, reversal });
}

export const pointUndoHandlers: UndoHandlers = {
  'point-deleted': {
    async reverse(trx, { person, reversal }) {
      const point = { person, pointId: (reversal as { pointId: string }).pointId };
      if ((await readPoint(trx, point)).isSetDeleted)
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
      await markAdditionDeleted(trx as Transaction<RecallTables>, person, { ...added, now });
      const set = { person, setId: added.setId };
      if (added.isNew && (await pointsIn(trx as Transaction<RecallTables>, set)) === 0)
        await markSetDeleted(trx as Transaction<RecallTables>, set, now);
    },
  },
};

async function readPoint(trx: Transaction<RecallTables>, { person, pointId }: OwnedPoint) {
  const row = await trx
    .selectFrom('recall_points')
    .innerJoin('recall_sets', 'recall_sets.id', 'recall_points.set_id')
    .select([
      'text',
      'question',
      'context',
      'tags',
      'title',
      'leech_dismissed_at',
      'recall_points.updated_at',
      'recall_sets.deleted_at as set_deleted_at',
    ])
    .where('recall_points.id', '=', pointId)
    .where('recall_points.person_id', '=', person)
    .executeTakeFirst();
  if (!row) throw noSuchPoint();
  return {
    text: row.text,
    question: row.question,
    context: row.context,
    tags: row.tags,
    setTitle: row.title,
    dismissedAt: row.leech_dismissed_at,
    updatedAt: row.updated_at,
    isSetDeleted: row.set_deleted_at !== null,
  };
}

/** Deletes the points of one addition. */
export async function markAdditionDeleted(
  trx: Transaction<RecallTables>,
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

async function isReviewed(trx: Transaction<RecallTables>, person: string, added: PointsAdded): Promise<boolean> {
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
