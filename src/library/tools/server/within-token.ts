import type { Kysely } from 'kysely';

import type { ToolCaller } from '#wire/tool.ts';

import { noSuchBucket, requireBucket } from '../../sources/server/buckets/buckets.ts';
import { SUMMARY_COLUMNS } from '../../storage/server/source-summary.ts';
import { noSuchSource, sourceThere } from '../../storage/server/source-text.ts';
import type { LibraryTables } from '../../storage/server/tables.ts';

/** Where a caller reads and keeps. What is outside is answered as what is not there. */
export type Reader = Pick<ToolCaller, 'person' | 'bucketId'>;

/** A source that the caller may read, archived or not. */
export function requireReadable(db: Kysely<LibraryTables>, { person, bucketId }: Reader, sourceId: string) {
  return sourceThere(db, { person, sourceId })
    .select([...SUMMARY_COLUMNS, 'content'])
    .$if(bucketId !== null, (query) => query.where('bucket_id', '=', bucketId))
    .executeTakeFirstOrThrow(noSuchSource);
}

export const INBOX = 'inbox';

/**
 * The bucket that a call is about, by its id; null is the inbox, undefined all that the caller may read. Refuses a
 * bucket that is not there, or that the caller's token does not reach.
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
