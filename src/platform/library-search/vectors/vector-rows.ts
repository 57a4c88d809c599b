import { type Kysely, sql } from 'kysely';

import { matchingSources } from '#library/search/server/matching-sources.ts';
import type { PassageFilter } from '#library/search/server/passage-search.ts';
import type { LibraryTables } from '#library/storage/server/tables.ts';

import { vectorOf } from './quantize.ts';

export interface VectorsOf {
  readonly person: string;
  readonly model: string;
}

export interface RowOfSource {
  readonly row: number;
  readonly source: string;
}

/** The passages behind `after` that have a vector, in order of their rows. */
export async function readRows(
  db: Kysely<LibraryTables>,
  { person, model }: VectorsOf,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<readonly RowOfSource[]> {
  return db
    .selectFrom('passages')
    .innerJoin('passage_vectors', (join) =>
      join
        .onRef('passage_vectors.person_id', '=', 'passages.person_id')
        .onRef('passage_vectors.hash', '=', 'passages.hash')
        .on('passage_vectors.model', '=', model),
    )
    .select(['passages.row as row', 'passages.source_id as source'])
    .where('passages.person_id', '=', person)
    .where('passages.row', '>', after)
    .orderBy('passages.row')
    .limit(limit)
    .execute();
}

/** The vectors of passages by row. Those of another dimension are left out. */
export async function readVectors(
  db: Kysely<LibraryTables>,
  { person, model }: VectorsOf,
  { rows, dimension }: { readonly rows: readonly number[]; readonly dimension: number },
): Promise<ReadonlyMap<number, Float32Array>> {
  if (rows.length === 0) return new Map();
  const found = await db
    .selectFrom('passages')
    .innerJoin('passage_vectors', (join) =>
      join
        .onRef('passage_vectors.person_id', '=', 'passages.person_id')
        .onRef('passage_vectors.hash', '=', 'passages.hash')
        .on('passage_vectors.model', '=', model),
    )
    .select(['passages.row as row', 'passage_vectors.vector as vector'])
    .where('passages.person_id', '=', person)
    .where('passages.row', 'in', [...rows])
    .execute();
  const vectors = new Map<number, Float32Array>();
  for (const { row, vector: bytes } of found) {
    const vector = vectorOf(bytes, dimension);
    if (vector) vectors.set(row, vector);
  }
  return vectors;
}

/** Those of `rows` whose sources a filter lets through, in the same order. */
export async function readAllowed(
  db: Kysely<LibraryTables>,
  rows: readonly number[],
  { person, filter }: { readonly person: string; readonly filter: PassageFilter },
): Promise<readonly number[]> {
  if (rows.length === 0) return [];
  const found = await db
    .selectFrom('passages')
    .innerJoin('sources', 'sources.id', 'passages.source_id')
    .select('passages.row as row')
    .where('passages.person_id', '=', person)
    .where('passages.row', 'in', [...rows])
    .where(matchingSources(filter))
    .execute();
  const allowed = new Set(found.map(({ row }) => row));
  return rows.filter((row) => allowed.has(row));
}

/** The person's sources that a filter leaves out. */
export async function readExcludedSources(
  db: Kysely<LibraryTables>,
  person: string,
  filter: PassageFilter,
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('sources')
    .select('id')
    .where('person_id', '=', person)
    .where(sql<boolean>`not ${matchingSources(filter)}`)
    .execute();
  return new Set(rows.map(({ id }) => id));
}
