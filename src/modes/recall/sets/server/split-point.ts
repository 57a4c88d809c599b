import type { Transaction } from 'kysely';

import { changedSince, isAsLeft } from '#undo/server/put-back.ts';
import type { UndoHandlers } from '#undo/server/undo-log.ts';

import type { OwnedPoint, RecallDependencies } from '../../storage/server/dependencies.ts';
import type { RecallTables } from '../../storage/server/tables.ts';
import { tagsOf } from '../domain/tags.ts';
import { moveImages } from './images/images.ts';
import { markDismissed } from './leeches.ts';
import { insertPoints, instantOfAddition, markPointDeleted, momentOf, originOf, readPoint } from './points.ts';

type Needs = Pick<RecallDependencies, 'undo' | 'now' | 'newId'>;

const POINT_SPLIT = 'point-split';
const LEECH_DISMISSED = 'leech-dismissed';
interface Part {
  readonly text: string;
  /** Absent in splits that are older than the column. */
  readonly question?: string | null;
  readonly context: string;
}
interface Split {
  readonly pointId: string;
  /** The parts as created, to detect later changes. */
  readonly parts: readonly (Part & { readonly id: string })[];
}
interface Dismissed {
  readonly pointId: string;
  /** Earlier value. */
  readonly before: number | null;
}

/**
 * Replaces a point with several new points that have the same source, moment and tags. They have no history, because
 * the lapses belong to the whole point.
 */
export async function splitPoint(
  { undo, now, newId }: Needs,
  trx: Transaction<RecallTables>,
  { person, pointId, parts }: OwnedPoint & { parts: readonly Required<Part>[] },
): Promise<void> {
  const whole = await readPoint(trx, { person, pointId });
  const { set_id: setId, position, title } = whole;
  const at = await instantOfAddition(trx, { person, setId }, now());
  const source = originOf(whole);
  const moment = momentOf(whole);
  const tags = tagsOf(whole.tags);
  const added = parts.map((part) => ({
    ...part,
    tags,
    id: newId(),
    ...(source && { source }),
    ...(moment && { moment }),
  }));
  await markPointDeleted(trx, { person, pointId }, at);
  // Moves later points back, including deleted ones. Points at the same position are ordered by id.
  await trx
    .updateTable('recall_points')
    .set((eb) => ({ position: eb('position', '+', parts.length) }))
    .where('set_id', '=', setId)
    .where('person_id', '=', person)
    .where((eb) =>
      eb.or([eb('position', '>', position), eb.and([eb('position', '=', position), eb('id', '>', pointId)])]),
    )
    .execute();
  await insertPoints(trx, { person, setId }, { points: added, at, newId, from: position + 1 });
  // The first part gets the images.
  await moveImages(trx, person, { from: pointId, to: added[0]?.id ?? pointId });
  const reversal: Split = {
    pointId,
    parts: added.map(({ id, text, question, context }) => ({ id, text, question, context })),
  };
  await undo.record(trx, { person, kind: POINT_SPLIT, label: `Split a point of “${title}”`, reversal });
}

export async function dismissLeech(
  { undo, now }: Needs,
  trx: Transaction<RecallTables>,
  { person, pointId }: OwnedPoint,
): Promise<void> {
  const { title, leech_dismissed_at: before } = await readPoint(trx, { person, pointId });
  await markDismissed(trx, { person, pointId }, now());
  const reversal: Dismissed = { pointId, before };
  const label = `Dismissed a leech of “${title}”`;
  await undo.record(trx, { person, kind: LEECH_DISMISSED, label, reversal });
}

export const leechUndoHandlers: UndoHandlers = {
  [POINT_SPLIT]: {
    async reverse(anyTrx, { person, reversal, now }) {
      const trx = anyTrx as Transaction<RecallTables>;
      const { pointId, parts } = reversal as Split;
      await requireAsSplit(trx, person, { pointId, parts });
      for (const part of parts) {
        await moveImages(trx, person, { from: part.id, to: pointId });
        await markPointDeleted(trx, { person, pointId: part.id }, now);
      }
      await markPointDeleted(trx, { person, pointId }, null);
    },
  },
  [LEECH_DISMISSED]: {
    async reverse(anyTrx, { person, reversal }) {
      const { pointId, before } = reversal as Dismissed;
      await markDismissed(anyTrx as Transaction<RecallTables>, { person, pointId }, before);
    },
  },
};

async function requireAsSplit(trx: Transaction<RecallTables>, person: string, split: Split): Promise<void> {
  const ids = [split.pointId, ...split.parts.map(({ id }) => id)];
  const rows = await trx
    .selectFrom('recall_points')
    .innerJoin('recall_sets', 'recall_sets.id', 'recall_points.set_id')
    .leftJoin('point_cards', 'point_cards.point_id', 'recall_points.id')
    .select(['recall_points.id', 'text', 'question', 'context', 'recall_points.deleted_at', 'due_at'])
    .select('recall_sets.deleted_at as set_deleted_at')
    .where('recall_points.person_id', '=', person)
    .where('recall_points.id', 'in', ids)
    .execute();
  if (rows.some((row) => row.set_deleted_at !== null))
    throw changedSince('The set of this point has been deleted since. Restore the set first.');
  const there = new Map(rows.map((row) => [row.id, row]));
  const isAsMade = split.parts.every((part) => {
    const row = there.get(part.id);
    return row?.deleted_at === null && isAsLeft(row, part);
  });
  if (!isAsMade || there.get(split.pointId)?.deleted_at === null)
    throw changedSince('A part has been changed or deleted since. Change the points where they stand.');
  if (split.parts.some(({ id }) => there.get(id)?.due_at !== null))
    throw changedSince('A part has been recalled since. Change the points where they stand.');
}
