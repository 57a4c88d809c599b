import type { Transaction } from 'kysely';
import type { z } from 'zod';

import { changedColumns } from '#undo/server/put-back.ts';

import { type BucketColor, bucketColor } from '../../../storage/protocol.ts';
import type { LibraryDependencies } from '../../../storage/server/dependencies.ts';
import type { LibraryTables } from '../../../storage/server/tables.ts';
import type { bucketChange, newBucket } from '../../protocol.ts';
import {
  type BucketColumns,
  type BucketDeleted,
  emptyBucket,
  nextPosition,
  writeBucket,
  writeOrder,
} from './bucket-rows.ts';
import { noSuchBucket, type OwnedBucket, readBucketRow, readBuckets, readOrder } from './buckets.ts';

type Dependencies = Pick<LibraryDependencies, 'undo' | 'now'>;

/** Data for undoing a change of a bucket. The orders are ids of all buckets. */
export interface BucketChanged {
  readonly bucketId: string;
  readonly from: BucketColumns;
  readonly to: BucketColumns;
  readonly order?: { readonly from: readonly string[]; readonly to: readonly string[] };
}
const named = (name: string) => `the bucket “${name}”`;

/** Adds a bucket once per id, as the last one. */
export async function addBucket(
  trx: Transaction<LibraryTables>,
  { undo, now }: Dependencies,
  { person, bucketId, name, description, color }: OwnedBucket & Omit<z.output<typeof newBucket>, 'id'>,
): Promise<void> {
  const inserted = await trx
    .insertInto('buckets')
    .values({
      id: bucketId,
      person_id: person,
      name,
      description,
      color: color ?? nextColor((await readBuckets(trx, person)).map((bucket) => bucket.color)),
      position: await nextPosition(trx, person),
      created_at: now(),
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows !== 1n) {
    await readBucketRow(trx, { person, bucketId });
    return;
  }
  await undo.record(trx, { person, kind: 'bucket-added', label: `Added ${named(name)}`, reversal: { bucketId } });
}

/** The least used colour. */
function nextColor(used: readonly BucketColor[]): BucketColor {
  const uses = (color: BucketColor) => used.filter((each) => each === color).length;
  const colors = bucketColor.options.filter((color) => color !== 'grey');
  return colors.toSorted((one, other) => uses(one) - uses(other))[0] ?? 'grey';
}

export async function changeBucket(
  trx: Transaction<LibraryTables>,
  { undo }: Dependencies,
  { person, bucketId, position, ...given }: OwnedBucket & z.output<typeof bucketChange>,
): Promise<void> {
  const before = await readBucketRow(trx, { person, bucketId });
  if (before.deleted_at !== null) throw noSuchBucket();
  const columns = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const changed = changedColumns<BucketColumns>(before, columns);
  const from = await readOrder(trx, person);
  const to = position === undefined ? from : from.filter((id) => id !== bucketId).toSpliced(position, 0, bucketId);
  const isMoved = from.join() !== to.join();
  if (!changed && !isMoved) return;
  const reversal: BucketChanged = {
    bucketId,
    ...(changed ?? { from: {}, to: {} }),
    ...(isMoved && { order: { from, to } }),
  };
  await writeBucket(trx, { person, bucketId }, reversal.to);
  if (isMoved) await writeOrder(trx, person, to);
  const label = `${changed ? 'Changed' : 'Moved'} ${named(before.name)}`;
  await undo.record(trx, { person, kind: 'bucket-changed', label, reversal });
}

/** Deletes a bucket and moves its sources to the inbox. Does nothing if it is already deleted. */
export async function deleteBucket(
  trx: Transaction<LibraryTables>,
  { undo, now }: Dependencies,
  { person, bucketId }: OwnedBucket,
): Promise<readonly string[]> {
  const { name, deleted_at: deletedAt } = await readBucketRow(trx, { person, bucketId });
  if (deletedAt !== null) return [];
  const sources = await emptyBucket(trx, { person, bucketId });
  await writeBucket(trx, { person, bucketId }, { deleted_at: now() });
  const reversal: BucketDeleted = { bucketId, sources };
  await undo.record(trx, { person, kind: 'bucket-deleted', label: `Deleted ${named(name)}`, reversal });
  return sources;
}
