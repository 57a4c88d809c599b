import type { Transaction } from 'kysely';

import { inParts } from '#kernel/in-parts.ts';

import type { BucketColor } from '../../../storage/protocol.ts';
import type { LibraryTables } from '../../../storage/server/tables.ts';
import type { OwnedBucket } from './buckets.ts';

export type BucketColumns = Partial<{ name: string; description: string; color: BucketColor }>;

/** Data for undoing the deletion of a bucket. */
export interface BucketDeleted {
  readonly bucketId: string;
  readonly sources: readonly string[];
}

/** Both engines limit the number of values in a statement. */
const MAX_VALUES = 1_000;

/** The position after all other buckets, including deleted ones. */
export async function nextPosition(trx: Transaction<LibraryTables>, person: string): Promise<number> {
  const last = await trx
    .selectFrom('buckets')
    .select((eb) => eb.fn.max('position').as('position'))
    .where('person_id', '=', person)
    .executeTakeFirst();
  return Number(last?.position ?? -1) + 1;
}

export async function writeBucket(
  trx: Transaction<LibraryTables>,
  { person, bucketId }: OwnedBucket,
  columns: BucketColumns & { deleted_at?: number | null },
): Promise<void> {
  if (Object.keys(columns).length === 0) return;
  await trx.updateTable('buckets').set(columns).where('id', '=', bucketId).where('person_id', '=', person).execute();
}

/** Gives the buckets each other's positions: deleted ones keep their positions, and return there on undo. */
export async function writeOrder(
  trx: Transaction<LibraryTables>,
  person: string,
  order: readonly string[],
): Promise<void> {
  const rows = await trx
    .selectFrom('buckets')
    .select('position')
    .where('person_id', '=', person)
    .where('id', 'in', order)
    .orderBy('position')
    .execute();
  let position = -1;
  for (const [place, id] of order.entries()) {
    position = Math.max(position + 1, rows[place]?.position ?? 0);
    await trx.updateTable('buckets').set({ position }).where('id', '=', id).where('person_id', '=', person).execute();
  }
}

/**
 * Moves the sources of a bucket to the inbox, including deleted ones, so that none is ever restored into a deleted
 * bucket.
 */
export async function emptyBucket(
  trx: Transaction<LibraryTables>,
  { person, bucketId }: OwnedBucket,
): Promise<readonly string[]> {
  const rows = await trx
    .updateTable('sources')
    .set({ bucket_id: null })
    .where('bucket_id', '=', bucketId)
    .where('person_id', '=', person)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Reports whether a bucket contains a source that is not deleted. */
export async function holdsSources(
  trx: Transaction<LibraryTables>,
  { person, bucketId }: OwnedBucket,
): Promise<boolean> {
  const held = await trx
    .selectFrom('sources')
    .select('id')
    .where('person_id', '=', person)
    .where('bucket_id', '=', bucketId)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return held !== undefined;
}

/** Restores a bucket with its sources. Sources moved elsewhere meanwhile remain there. */
export async function restoreBucket(
  trx: Transaction<LibraryTables>,
  person: string,
  { bucketId, sources }: BucketDeleted,
): Promise<void> {
  await writeBucket(trx, { person, bucketId }, { deleted_at: null });
  for (const ids of inParts(sources, MAX_VALUES))
    await trx
      .updateTable('sources')
      .set({ bucket_id: bucketId })
      .where('person_id', '=', person)
      .where('id', 'in', ids)
      .where('bucket_id', 'is', null)
      .execute();
}
