import type { Kysely } from 'kysely';

import type { EmbeddingModel } from '#embedding/server/embedder.ts';

import { arePassagesOf, isOwnRow } from '../../storage/server/source-filter.ts';
import type { LibraryTables } from '../../storage/server/tables.ts';

type Read = Kysely<LibraryTables>;

interface Of {
  readonly person: string;
  readonly model: EmbeddingModel;
}

/** The number of a person's passages, and how many of them have vectors of a model. */
export interface IndexCounts {
  readonly done: number;
  /** Passages that get a vector: those in a language that the model knows, or whose language is unknown. */
  readonly total: number;
  /** Sources with passages that have no vector yet. */
  readonly waitingSources: number;
}

export interface MissingPassage {
  readonly row: number;
  readonly hash: string;
  readonly source: string;
}

/**
 * The passages of sources that are not deleted, in languages that the model knows, each joined with its vector if there
 * is one.
 */
function indexable(db: Read, { person, model }: Of) {
  const { languages } = model;
  return db
    .selectFrom('passages as p')
    .leftJoin('passage_vectors as v', (join) =>
      join.onRef('v.hash', '=', 'p.hash').on('v.person_id', '=', person).on('v.model', '=', model.key),
    )
    .where('p.person_id', '=', person)
    .where('p.source_id', 'not in', deletedSources(db, person))
    .$if(languages !== null, (query) =>
      query.where((where) => where.or([where('p.language', 'is', null), where('p.language', 'in', languages ?? [])])),
    );
}

/** Few rows, found by an index. Joining the source of each passage takes ten times as long as the rest of the query. */
function deletedSources(db: Read, person: string) {
  return db.selectFrom('sources').select('id').where('person_id', '=', person).where('deleted_at', 'is not', null);
}

export async function countIndexed(db: Read, of: Of): Promise<IndexCounts> {
  const row = await indexable(db, of)
    .select(({ fn, eb }) => [
      fn.countAll().as('total'),
      fn.count('v.hash').as('done'),
      fn
        .count(eb.case().when('v.hash', 'is', null).then(eb.ref('p.source_id')).end())
        .distinct()
        .as('waiting'),
    ])
    .executeTakeFirst();
  return {
    done: Number(row?.done ?? 0),
    total: Number(row?.total ?? 0),
    waitingSources: Number(row?.waiting ?? 0),
  };
}

/**
 * Passages without a vector of the model. The person's own sources come before those of others, and a source with few
 * such passages before one with many, so that a large text delays no small one. Among equals the newest comes first.
 */
export async function listMissing(db: Read, of: Of, limit: number): Promise<readonly MissingPassage[]> {
  const waiting = indexable(db, of)
    .where('v.hash', 'is', null)
    .select(({ fn }) => ['p.source_id as source', fn.countAll().as('passages')])
    .groupBy('p.source_id');
  const sources = await db
    .selectFrom(waiting.as('w'))
    .innerJoin('sources', 'sources.id', 'w.source')
    .select(['w.source', 'w.passages'])
    .orderBy((eb) => eb.case().when(isOwnRow(eb)).then(0).else(1).end())
    .orderBy('w.passages')
    .orderBy('sources.changed_at', 'desc')
    // Sources that changed together, as in an import, are ordered by their ids.
    .orderBy('w.source', 'desc')
    .limit(limit)
    .execute();
  const place = new Map<string, number>();
  let passages = 0;
  for (const row of sources) {
    if (passages >= limit) break;
    place.set(row.source, place.size);
    passages += Number(row.passages);
  }
  if (place.size === 0) return [];
  const rows = await indexable(db, of)
    .where('v.hash', 'is', null)
    .where('p.source_id', 'in', [...place.keys()])
    .select(['p.row', 'p.hash', 'p.source_id as source'])
    .execute();
  const listed = rows.map(({ row, hash, source }) => ({ row: Number(row), hash, source }));
  const placeOf = ({ source }: MissingPassage) => place.get(source) ?? 0;
  return listed.toSorted((one, other) => placeOf(one) - placeOf(other) || one.row - other.row).slice(0, limit);
}

/** The texts of passages by hash. Passages that were deleted meanwhile are missing. */
export async function readTexts(db: Read, person: string, rows: readonly number[]): Promise<Map<string, string>> {
  const found = await db
    .selectFrom('passages')
    .select(['hash', 'text'])
    .where(arePassagesOf(person))
    .where('row', 'in', rows)
    .execute();
  return new Map(found.map(({ hash, text }) => [hash, text]));
}

/** The number of a person's passages with vectors of each model, by its key. */
export async function coverageByModel(db: Read, person: string): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('passages as p')
    .innerJoin('passage_vectors as v', (join) => join.onRef('v.hash', '=', 'p.hash').on('v.person_id', '=', person))
    .where('p.person_id', '=', person)
    .where('p.source_id', 'not in', deletedSources(db, person))
    .select(({ fn }) => ['v.model', fn.countAll().as('passages')])
    .groupBy('v.model')
    .execute();
  return new Map(rows.map(({ model, passages }) => [model, Number(passages)]));
}

/** The hash of the row that marks the vectors of a model as kept for its return. No text has this hash. */
export const LEFT = '';

interface StoredVectors {
  readonly model: string;
  readonly vectors: number;
  /** They are not used for search unless their model is chosen again. */
  readonly isLeft: boolean;
}

export async function vectorsByModel(db: Read, person: string): Promise<readonly StoredVectors[]> {
  const rows = await db
    .selectFrom('passage_vectors')
    .select(({ fn }) => ['model', fn.countAll().as('rows'), fn.min('hash').as('first')])
    .where('person_id', '=', person)
    .groupBy('model')
    .execute();
  return rows.map(({ model, rows: all, first }) => {
    const isLeft = first === LEFT;
    return { model, vectors: Number(all) - (isLeft ? 1 : 0), isLeft };
  });
}

/** Size of the vectors of models that are marked as left, in bytes. */
export async function bytesOfLeft(
  db: Read,
  { person, left }: { readonly person: string; readonly left: readonly StoredVectors[] },
): Promise<number> {
  if (left.length === 0) return 0;
  const marks = await db
    .selectFrom('passage_vectors')
    .select(['model', 'dimension'])
    .where('person_id', '=', person)
    .where('hash', '=', LEFT)
    .execute();
  const dimensionOf = new Map(marks.map(({ model, dimension }) => [model, dimension]));
  return left.reduce(
    (sum, { model, vectors }) => sum + vectors * (dimensionOf.get(model) ?? 0) * Float32Array.BYTES_PER_ELEMENT,
    0,
  );
}
