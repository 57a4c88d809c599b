import type { Transaction } from 'kysely';

import { changedSince, rowBack } from '#undo/server/put-back.ts';
import type { UndoHandlers, UndoLog } from '#undo/server/undo-log.ts';

import type { RecallTables } from '../../../storage/server/tables.ts';
import { markImageDeleted, type OwnedImage } from '../images/images.ts';
import { readSetOf } from '../points.ts';

interface Reversal {
  readonly imageId: string;
  readonly pointId: string;
}

const LABELS = {
  'image-added': 'Added an image to a point of',
  'image-deleted': 'Removed an image from a point of',
  'image-turned': 'Moved an image of a point of',
} as const;

export async function recordImage(
  undo: UndoLog,
  trx: Transaction<RecallTables>,
  {
    person,
    imageId,
    pointId,
    kind,
    ...change
  }: OwnedImage & Reversal & { kind: keyof typeof LABELS; from?: object; to?: object },
): Promise<void> {
  const label = `${LABELS[kind]} “${(await readSetOf(trx, { person, pointId })).title}”`;
  await undo.record(trx, { person, kind, label, reversal: { imageId, pointId, ...change } });
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
      if ((await readSetOf(trx, { person, pointId })).deleted_at !== null)
        throw changedSince('The point of this image has been deleted since. Restore the point first.');
      await markImageDeleted(trx, { person, imageId }, null);
    },
  },
};
