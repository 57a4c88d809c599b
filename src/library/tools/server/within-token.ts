import type { Kysely } from 'kysely';

import type { ToolCaller } from '#wire/tool.ts';

import { noSuchBucket, requireBucket } from '../../sources/server/buckets/buckets.ts';
import { SUMMARY_COLUMNS } from '../../storage/server/source-summary.ts';
import { noSuchSource, sourceThere } from '../../storage/server/source-text.ts';
import type { LibraryTables } from '../../storage/server/tables.ts';

/** Where a caller may read and keep. A source outside gets the answer of a missing one. */
export type Reader = Pick<ToolCaller, 'person' | 'bucketId'>;

/** Returns a source that the caller may read, archived or not. */
export function requireReadable(db: Kysely<LibraryTables>, { person, bucketId }: Reader, sourceId: string) {
  return sourceThere(db, { person, sourceId })
    .select([...SUMMARY_COLUMNS, 'content'])
    .$if(bucketId !== null, (query) => query.where('bucket_id', '=', bucketId))
    .executeTakeFirstOrThrow(noSuchSource);
}

export const INBOX = 'inbox';

/**
 * The id of the bucket for a call; null is the inbox, undefined everything that the caller may read. Rejects a bucket
 * that does not exist, or that the caller's token has no access to.
 */
export async function bucketAsked(
  db: Kysely<LibraryTables>,
  { person, bucketId: own }: Reader,
  asked: string | undefined,
): Promise<string | null | undefined> {
  if (asked !== undefined && own !== null && asked !== own) throw noSuchBucket();
  if (asked === INBOX) return null;
  const bucketId = asked ?? own ?? undefined;
  if (bucketId !== undefined) await requireBucket(db, person, bucketId);
  return bucketId;
}
