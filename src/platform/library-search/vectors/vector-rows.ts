import { type Kysely, sql, type SqlBool } from 'kysely';

import { matchingSources } from '#library/search/server/matching-sources.ts';
import type { PassageFilter } from '#library/search/server/passage-search.ts';
import { arePassagesOf } from '#library/storage/server/source-filter.ts';
import type { LibraryTables } from '#library/storage/server/tables.ts';

import { vectorOf } from './quantize.ts';

export interface VectorsOf {
  readonly person: string;
  readonly model: string;
}

export interface VectorRow {
  readonly row: number;
  readonly source: string;
  readonly vector: Float32Array;
}

export interface HashPage {
  /** Hash of the last vector of the page, to continue from; null after the last page. */
  readonly last: string | null;
  /** The passages with the vectors. */
  readonly rows: readonly number[];
}

/**
 * A page of the passages that have a vector, ordered by hash, by which vectors are sorted and passages are looked up.
 */
export async function readRows(
  db: Kysely<LibraryTables>,
  { person, model }: VectorsOf,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<HashPage> {
  const page = db
    .selectFrom('passage_vectors')
    .select('hash')
    .where('person_id', '=', person)
    .where('model', '=', model)
    .where('hash', '>', after)
    .orderBy('hash')
    .limit(limit);
  const found = await db
    .selectFrom(page.as('page'))
    .leftJoin('passages', (join) => join.onRef('passages.hash', '=', 'page.hash').on('passages.person_id', '=', person))
    .select(['page.hash as hash', 'passages.row as row'])
    .orderBy('page.hash')
    .execute();
  return { last: found.at(-1)?.hash ?? null, rows: found.flatMap(({ row }) => row ?? []) };
}

/** The vectors of passages. Leaves out those of another dimension. */
export async function readVectors(
  db: Kysely<LibraryTables>,
  { person, model }: VectorsOf,
  { rows, dimension }: { readonly rows: readonly number[]; readonly dimension: number },
): Promise<readonly VectorRow[]> {
  if (rows.length === 0) return [];
  const found = await db
    .selectFrom('passages')
    .innerJoin('passage_vectors', 'passage_vectors.hash', 'passages.hash')
    .select(['passages.row', 'passages.source_id as source', 'passage_vectors.vector'])
    .where('passages.row', 'in', [...rows])
    .where(arePassagesOf(person))
    .where('passage_vectors.person_id', '=', person)
    .where('passage_vectors.model', '=', model)
    .execute();
  return found.flatMap(({ row, source, vector: bytes }) => {
    const vector = vectorOf(bytes, dimension);
    return vector ? [{ row, source, vector }] : [];
  });
}

/** The rows whose sources pass a filter, in the same order. */
export async function readAllowed(
  db: Kysely<LibraryTables>,
  rows: readonly number[],
  { person, filter }: { readonly person: string; readonly filter: PassageFilter },
): Promise<readonly number[]> {
  if (rows.length === 0) return [];
  const found = await db
    .selectFrom('passages')
    .innerJoin('sources', 'sources.id', 'passages.source_id')
    .select('passages.row')
    .where('passages.row', 'in', [...rows])
    .where(arePassagesOf(person))
    .where(matchingSources(filter))
    .execute();
  const allowed = new Set(found.map(({ row }) => row));
  return rows.filter((row) => allowed.has(row));
}

/** The person's sources that a filter excludes, or permits. */
export async function readSources(
  db: Kysely<LibraryTables>,
  { person, filter }: { readonly person: string; readonly filter: PassageFilter },
  are: 'excluded' | 'chosen',
): Promise<readonly string[]> {
  const matching = matchingSources(filter);
  const rows = await db
    .selectFrom('sources')
    .select('id')
    .where('person_id', '=', person)
    .where(are === 'excluded' ? sql<SqlBool>`not ${matching}` : matching)
    .execute();
  return rows.map(({ id }) => id);
}
