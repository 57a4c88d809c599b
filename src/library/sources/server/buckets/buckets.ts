import type { Kysely } from 'kysely';

import { AppError } from '#wire/error-kind.ts';

import type { Bucket } from '../../../storage/protocol.ts';
import type { LibraryTables } from '../../../storage/server/tables.ts';

export interface OwnedBucket {
  readonly person: string;
  readonly bucketId: string;
}

export function noSuchBucket(): AppError {
  return new AppError('not-found', 'There is no such bucket.');
}

/** A person's buckets in their order. Positions count from 0. */
export async function readBuckets(db: Kysely<LibraryTables>, person: string): Promise<Bucket[]> {
  const counts = db
    .selectFrom('sources')
    .select((eb) => ['bucket_id', eb.fn.countAll().as('sources')])
    .where('person_id', '=', person)
    .where('deleted_at', 'is', null)
    .where('archived_at', 'is', null)
    .groupBy('bucket_id');
  const rows = await db
    .selectFrom('buckets')
    .leftJoin(counts.as('counts'), 'counts.bucket_id', 'buckets.id')
    .select(['id', 'name', 'description', 'color', 'is_sample', 'counts.sources'])
    .where('person_id', '=', person)
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute();
  return rows.map(({ is_sample: isSample, sources, ...row }, position) => ({
    ...row,
    position,
    isSample: isSample === 1,
    sources: Number(sources ?? 0),
  }));
}

/** The bucket's row, deleted or not. */
export function readBucketRow(db: Kysely<LibraryTables>, { person, bucketId }: OwnedBucket) {
  return db
    .selectFrom('buckets')
    .selectAll()
    .where('id', '=', bucketId)
    .where('person_id', '=', person)
    .executeTakeFirstOrThrow(noSuchBucket);
}

/** Throws if a bucket is deleted or another person's. Null is the inbox. */
export async function requireBucket(db: Kysely<LibraryTables>, person: string, bucketId: string | null): Promise<void> {
  if (bucketId === null) return;
  const { deleted_at: deletedAt } = await readBucketRow(db, { person, bucketId });
  if (deletedAt !== null) throw noSuchBucket();
}

/** Ids of the existing buckets, in their order. */
export async function readOrder(db: Kysely<LibraryTables>, person: string): Promise<string[]> {
  return (await readBuckets(db, person)).map(({ id }) => id);
}
