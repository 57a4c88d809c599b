import { type Kysely, type SelectQueryBuilder, type Selectable, sql } from 'kysely';

import { isOwn } from '#library/storage/domain/own.ts';
import { isOwnRow } from '#library/storage/server/source-filter.ts';
import { shownTitle } from '#library/storage/server/source-summary.ts';
import type { LibraryTables } from '#library/storage/server/tables.ts';

/** A source with its complete text. */
export type SourceRow = Pick<
  Selectable<LibraryTables['sources']>,
  | 'id'
  | 'title'
  | 'kind'
  | 'origin'
  | 'author'
  | 'url'
  | 'bucket_id'
  | 'created_at'
  | 'preview'
  | 'version'
  | 'content'
  | 'left_out'
> & { readonly bucket_name: string | null };

type Read = Kysely<LibraryTables>;
/** SQLite limits the number of values in one statement. */
const IDS_AT_ONCE = 500;

/** Reads the sources that exist, in the order of the ids, including archived ones. */
export async function readSources(db: Read, person: string, ids: readonly string[]): Promise<readonly SourceRow[]> {
  const rows: SourceRow[] = [];
  for (let from = 0; from < ids.length; from += IDS_AT_ONCE)
    rows.push(
      ...(await sources(db, person)
        .where('sources.id', 'in', ids.slice(from, from + IDS_AT_ONCE))
        .execute()),
    );
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** The sources of a bucket, newest first, without archived ones. */
export async function readBucketSources(db: Read, person: string, bucketId: string): Promise<readonly SourceRow[]> {
  return await sources(db, person)
    .where('sources.bucket_id', '=', bucketId)
    .where('sources.archived_at', 'is', null)
    .orderBy('sources.created_at', 'desc')
    .orderBy('sources.id')
    .execute();
}

/**
 * Sources of a bucket, or of all buckets, with the beginnings of their texts, newest first: texts the person wrote
 * here, then notes from files, then texts of others.
 */
export async function readNewestSources(
  db: Read,
  person: string,
  {
    bucketId,
    count,
    characters,
  }: { readonly bucketId: string | null; readonly count: number; readonly characters: number },
) {
  const rows = await db
    .selectFrom('sources')
    .select((eb) => [
      'id',
      'title',
      'url',
      'kind',
      'origin',
      sql<string>`substr(content, 1, ${sql.lit(characters)})`.as('text'),
      eb
        .case()
        .when(isOwnRow(eb))
        .then(sql<number>`case origin when 'person' then 0 else 1 end`)
        .else(2)
        .end()
        .as('rank'),
    ])
    .where('person_id', '=', person)
    .where('deleted_at', 'is', null)
    .where('archived_at', 'is', null)
    .$if(bucketId !== null, (query) => query.where('bucket_id', '=', bucketId))
    .orderBy('rank')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(count)
    .execute();
  return rows.map((row) => ({ id: row.id, title: shownTitle(row), text: row.text, isOwn: isOwn(row) }));
}

function sources(db: Read, person: string): SelectQueryBuilder<LibraryTables, 'sources', SourceRow> {
  return db
    .selectFrom('sources')
    .leftJoin('buckets', (join) =>
      join.onRef('buckets.id', '=', 'sources.bucket_id').on('buckets.deleted_at', 'is', null),
    )
    .select([
      'sources.id',
      'sources.title',
      'sources.kind',
      'sources.origin',
      'sources.author',
      'sources.url',
      'sources.bucket_id',
      'sources.created_at',
      'sources.preview',
      'sources.version',
      'sources.content',
      'sources.left_out',
      'buckets.name as bucket_name',
    ])
    .where('sources.person_id', '=', person)
    .where('sources.deleted_at', 'is', null) as SelectQueryBuilder<LibraryTables, 'sources', SourceRow>;
}

/** The name of a bucket; null if it is deleted or belongs to another person. */
export async function readBucketName(db: Read, person: string, bucketId: string): Promise<string | null> {
  const row = await db
    .selectFrom('buckets')
    .select('name')
    .where('id', '=', bucketId)
    .where('person_id', '=', person)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.name ?? null;
}

export const titleOf = (row: Pick<SourceRow, 'title' | 'url'>): string => shownTitle(row);
