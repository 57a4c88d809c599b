import type { Transaction } from 'kysely';
import type { z } from 'zod';

import type { BucketColor } from '../../../storage/protocol.ts';
import { bucketColor } from '../../../storage/protocol.ts';
import type { LibraryDependencies } from '../../../storage/server/dependencies.ts';
import type { LibraryTables } from '../../../storage/server/tables.ts';
import type { bucketChange, newBucket } from '../../protocol.ts';
import { noSuchBucket, type OwnedBucket, readBucketRow, readBuckets, readOrder } from './buckets.ts';

type Dependencies = Pick<LibraryDependencies, 'undo' | 'now'>;
export type BucketColumns = Partial<{ name: string; description: string; color: BucketColor }>;

/** Data to take back a change of a bucket. The orders are ids of all buckets. */
export interface BucketChanged {
  readonly bucketId: string;
  readonly from: BucketColumns;
  readonly to: BucketColumns;
  readonly order?: { readonly from: readonly string[]; readonly to: readonly string[] };
}
export interface BucketDeleted {
  readonly bucketId: string;
  /** The sources that were in it. */
  readonly sources: readonly string[];
}

const named = (name: string) => `the bucket “${name}”`;

/** Adds a bucket once per id, as the last one. */
export async function addBucket(
  trx: Transaction<LibraryTables>,
  { undo, now }: Dependencies,
  { person, bucketId, name, description, color }: OwnedBucket & Omit<z.output<typeof newBucket>, 'id'>,
): Promise<void> {
  const last = await trx
    .selectFrom('buckets')
    .select((eb) => eb.fn.max('position').as('position'))
    .where('person_id', '=', person)
    .executeTakeFirst();
  const inserted = await trx
    .insertInto('buckets')
    .values({
      id: bucketId,
      person_id: person,
      name,
      description,
      color: color ?? nextColor((await readBuckets(trx, person)).map((bucket) => bucket.color)),
      position: Number(last?.position ?? -1) + 1,
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

/** The colour that is used least. */
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
  const names = (Object.keys(given) as (keyof BucketColumns)[]).filter(
    (name) => given[name] !== undefined && given[name] !== before[name],
  );
  const pick = (of: typeof given) => Object.fromEntries(names.map((name) => [name, of[name]])) as BucketColumns;
  const from = await readOrder(trx, person);
  const to = position === undefined ? from : from.filter((id) => id !== bucketId).toSpliced(position, 0, bucketId);
  const isMoved = from.join() !== to.join();
  if (names.length === 0 && !isMoved) return;
  const changed: BucketChanged = {
    bucketId,
    from: pick(before),
    to: pick(given),
    ...(isMoved && { order: { from, to } }),
  };
  await writeBucket(trx, { person, bucketId }, changed.to);
  if (isMoved) await writeOrder(trx, person, to);
  const label = `${names.length === 0 ? 'Moved' : 'Changed'} ${named(before.name)}`;
  await undo.record(trx, { person, kind: 'bucket-changed', label, reversal: changed });
}

export async function writeBucket(
  trx: Transaction<LibraryTables>,
  { person, bucketId }: OwnedBucket,
  columns: BucketColumns & { deleted_at?: number | null },
): Promise<void> {
  if (Object.keys(columns).length === 0) return;
  await trx.updateTable('buckets').set(columns).where('id', '=', bucketId).where('person_id', '=', person).execute();
}

export async function writeOrder(
  trx: Transaction<LibraryTables>,
  person: string,
  order: readonly string[],
): Promise<void> {
  for (const [position, id] of order.entries())
    await trx.updateTable('buckets').set({ position }).where('id', '=', id).where('person_id', '=', person).execute();
}

/** Deletes a bucket; its sources go to the inbox. Nothing happens if it is deleted already. */
export async function deleteBucket(
  trx: Transaction<LibraryTables>,
  { undo, now }: Dependencies,
  { person, bucketId }: OwnedBucket,
): Promise<readonly string[]> {
  const { name, deleted_at: deletedAt } = await readBucketRow(trx, { person, bucketId });
  if (deletedAt !== null) return [];
  // Deleted sources too, so that none is ever restored into a bucket that is gone.
  const rows = await trx
    .updateTable('sources')
    .set({ bucket_id: null })
    .where('bucket_id', '=', bucketId)
    .where('person_id', '=', person)
    .returning('id')
    .execute();
  await writeBucket(trx, { person, bucketId }, { deleted_at: now() });
  const sources = rows.map(({ id }) => id);
  const reversal: BucketDeleted = { bucketId, sources };
  await undo.record(trx, { person, kind: 'bucket-deleted', label: `Deleted ${named(name)}`, reversal });
  return sources;
}
