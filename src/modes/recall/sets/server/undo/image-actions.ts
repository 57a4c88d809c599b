import type { Transaction } from 'kysely';

import { changedSince, rowBack } from '#undo/server/put-back.ts';
import type { UndoHandlers, UndoLog } from '#undo/server/undo-log.ts';

import type { RecallTables } from '../../../storage/server/tables.ts';
import { markImageDeleted, type OwnedImage } from '../images/images.ts';

interface Reversal {
  readonly imageId: string;
  readonly pointId: string;
}

export async function recordImageAdded(undo: UndoLog, trx: Transaction<RecallTables>, image: OwnedImage & Reversal) {
  await record(undo, trx, { image, kind: 'image-added', label: 'Added an image to a point of' });
}

export async function recordImageDeleted(undo: UndoLog, trx: Transaction<RecallTables>, image: OwnedImage & Reversal) {
  await record(undo, trx, { image, kind: 'image-deleted', label: 'Removed an image from a point of' });
}

interface Turned extends OwnedImage {
  readonly pointId: string;
  readonly before: string;
  readonly side: string;
}

export async function recordImageTurned(undo: UndoLog, trx: Transaction<RecallTables>, image: Turned) {
  const { before, side } = image;
  const change = { from: { side: before }, to: { side } };
  await record(undo, trx, { image, kind: 'image-turned', label: 'Moved an image of a point of', change });
}

async function record(
  undo: UndoLog,
  trx: Transaction<RecallTables>,
  { image, kind, label, change }: { image: OwnedImage & Reversal; kind: string; label: string; change?: object },
): Promise<void> {
  const { person, imageId, pointId } = image;
  const set = await setOf(trx, image);
  await undo.record(trx, {
    person,
    kind,
    label: `${label} “${set?.title ?? ''}”`,
    reversal: { imageId, pointId, ...change },
  });
}

async function setOf(trx: Transaction<RecallTables>, { person, pointId }: { person: string; pointId: string }) {
  return trx
    .selectFrom('recall_points')
    .innerJoin('recall_sets', 'recall_sets.id', 'recall_points.set_id')
    .select(['title', 'recall_points.deleted_at'])
    .where('recall_points.id', '=', pointId)
    .where('recall_points.person_id', '=', person)
    .executeTakeFirst();
}

export const imageUndoHandlers: UndoHandlers = {
  'image-added': {
    async reverse(trx, { person, reversal, now }) {
      const { imageId } = reversal as Reversal;
      await markImageDeleted(trx as Transaction<RecallTables>, { person, imageId }, now);
    },
  },
  'image-turned': rowBack<Reversal & { readonly from: object; readonly to: object }>({
    table: 'point_images',
    id: 'imageId',
    noun: 'image',
  }),
  'image-deleted': {
    async reverse(anyTrx, { person, reversal }) {
      const trx = anyTrx as Transaction<RecallTables>;
      const { imageId, pointId } = reversal as Reversal;
      if ((await setOf(trx, { person, pointId }))?.deleted_at !== null)
        throw changedSince('The point of this image has been deleted since. Restore the point first.');
      await markImageDeleted(trx, { person, imageId }, null);
    },
  },
};
