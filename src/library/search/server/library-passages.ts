import type { Kysely } from 'kysely';

import type { SourceKind, SourceOrigin } from '../../storage/protocol.ts';
import { arePassagesOf, hasItsPassages } from '../../storage/server/source-filter.ts';
import type { LibraryTables } from '../../storage/server/tables.ts';
import { matchingSources } from './matching-sources.ts';
import type { PassageFilter } from './passage-search.ts';

/** A passage in the form that other modes cite. */
export interface LibraryPassage {
  readonly id: string;
  readonly number: number;
  /** UTF-16 offsets into the source's content; the end is exclusive. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly source: {
    readonly id: string;
    /** Can be empty. */
    readonly title: string;
    readonly kind: SourceKind;
    readonly origin: SourceOrigin;
    readonly url: string | null;
    readonly version: number;
    readonly author: string | null;
    readonly bucketId: string | null;
    readonly createdAt: number;
  };
}

interface WantedPassages {
  readonly person: string;
  readonly ids: readonly string[];
  /** Restricts the sources of the passages; by default all that are not deleted. */
  readonly filter?: PassageFilter;
}

/** The passages with these ids in their order, without deleted ones and those of other people. */
export async function readPassages(
  db: Kysely<LibraryTables>,
  { person, ids, filter }: WantedPassages,
): Promise<readonly LibraryPassage[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('passages')
    .innerJoin('sources', 'sources.id', 'passages.source_id')
    .select([
      'passages.id',
      'passages.number',
      'passages.start_offset',
      'passages.end_offset',
      'passages.text',
      'sources.id as source_id',
      'sources.title',
      'sources.kind',
      'sources.origin',
      'sources.url',
      'sources.version',
      'sources.author',
      'sources.bucket_id',
      'sources.created_at',
    ])
    .where(arePassagesOf(person))
    .where('passages.id', 'in', [...ids])
    .where('sources.deleted_at', 'is', null)
    .where(hasItsPassages)
    .$if(filter !== undefined, (query) => query.where(matchingSources(filter ?? {})))
    .execute();
  const found = new Map(
    rows.map(({ id, number, start_offset: start, end_offset: end, text, ...source }) => [
      id,
      {
        id,
        number,
        start,
        end,
        text,
        source: {
          id: source.source_id,
          title: source.title,
          kind: source.kind,
          origin: source.origin,
          url: source.url,
          version: source.version,
          author: source.author,
          bucketId: source.bucket_id,
          createdAt: source.created_at,
        },
      },
    ]),
  );
  return ids.flatMap((id) => found.get(id) ?? []);
}
