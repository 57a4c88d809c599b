import { createHash } from 'node:crypto';

import { type Kysely, type RawBuilder, sql } from 'kysely';

import { type Database, tablesOf } from '#database/server/database.ts';
import { matchingSources } from '#library/search/server/matching-sources.ts';
import type { PassageScore, SearchScope, VectorIndex } from '#library/search/server/passage-search.ts';

import { EmbeddingCopy } from './embedding-copy.ts';
import type { PgvectorTables } from './tables.ts';

/** pgvector indexes vectors up to this dimension, and longer ones at half precision. */
const MAX_FULL = 2_000;
const MAX_HALF = 4_000;

/** Below this number of passages an exact search takes a few milliseconds and finds everything. */
const MIN_APPROXIMATE = 20_000;

interface PgvectorOptions {
  /** Used until the vectors are copied. */
  readonly exact: VectorIndex;
  readonly logError: (message: string, cause: unknown) => void;
  readonly minApproximate?: number;
}

/** Search by pgvector: exact for few passages, by an HNSW index for many. */
export function createPgvectorIndex(store: Database<object>, options: PgvectorOptions): VectorIndex {
  const { exact, logError, minApproximate = MIN_APPROXIMATE } = options;
  const database = tablesOf<PgvectorTables>(store);
  const { read } = database;
  const copies = new Map<string, EmbeddingCopy>();
  const indexes = new Map<string, { isThere: boolean; readonly making: Promise<void> }>();
  let isClosing = false;

  function copyOf(person: string, model: string): EmbeddingCopy {
    const key = JSON.stringify([person, model]);
    const copy = copies.get(key) ?? new EmbeddingCopy(database, { person, model });
    copies.set(key, copy);
    return copy;
  }

  /** Reports whether the index can be searched; the first call starts its creation in the background. */
  function hasIndex(space: EmbeddingSpace): boolean {
    const key = JSON.stringify(space);
    const known = indexes.get(key);
    if (known) return known.isThere;
    const index = { isThere: false, making: Promise.resolve() };
    const making = createApproximateIndex(read, space)
      .then(async () => void (index.isThere = await isApproximateIndexThere(read, space)))
      .catch((error: unknown) => {
        if (!isClosing) logError(`The index of the vectors of ${space.model} could not be created`, error);
      });
    indexes.set(key, Object.assign(index, { making }));
    return false;
  }

  return {
    async search(vector, scope) {
      const { person, model, filter, limit } = scope;
      const copy = copyOf(person, model);
      await copy.ready((error) => logError('Vectors could not be copied for pgvector', error));
      if (copy.size === undefined) return exact.search(vector, scope);
      const space = { model, dimension: vector.length };
      const question = { person, filter, limit, vector, space };
      // Explicit sources and buckets have their own indexes, and the rest is compared exactly.
      const isNarrow = filter.sources !== undefined || filter.buckets !== undefined;
      if (copy.size >= minApproximate && canBeIndexed(space) && hasIndex(space) && !isNarrow) {
        const found = await nearestByIndex(read, question);
        if (found.length >= limit) return found;
      }
      return nearestExactly(read, question);
    },
    changed(person) {
      for (const [key, copy] of copies) if ((JSON.parse(key) as string[])[0] === person) copy.changed();
      exact.changed(person);
    },
    async close() {
      isClosing = true;
      await Promise.all([...copies.values()].map((copy) => copy.end()));
      if (indexes.size > 0) await cancelCreation(read).catch(() => {});
      await Promise.all([...indexes.values()].map(({ making }) => making));
      await exact.close();
    },
  };
}

interface EmbeddingQuestion extends SearchScope {
  readonly vector: Float32Array;
  readonly space: EmbeddingSpace;
}

const MIN_SEARCHED = 100;
const MAX_SEARCHED = 1_000;

/** The nearest of all, without using an approximate index. */
async function nearestExactly(
  db: Kysely<PgvectorTables>,
  question: EmbeddingQuestion,
): Promise<readonly PassageScore[]> {
  // An index cannot order by a sum, so this prevents its use.
  return sorted(await nearest(db, question, sql`${distance(question)} + 0`));
}

/** The nearest by the HNSW index, which continues until enough rows pass the filter or many thousands were examined. */
async function nearestByIndex(
  db: Kysely<PgvectorTables>,
  question: EmbeddingQuestion,
): Promise<readonly PassageScore[]> {
  const { space, limit } = question;
  const searched = Math.min(MAX_SEARCHED, Math.max(MIN_SEARCHED, limit));
  const by = sql`${indexed(sql`embedding`, space)} <=> ${indexed(vectorLiteral(question), space)}`;
  return db
    .transaction()
    .setAccessMode('read only')
    .execute(async (trx) => {
      await sql`set local hnsw.iterative_scan = strict_order`.execute(trx);
      await sql`set local hnsw.ef_search = ${sql.lit(searched)}`.execute(trx);
      return sorted(await nearest(trx, question, by));
    });
}

async function nearest(
  db: Kysely<PgvectorTables>,
  question: EmbeddingQuestion,
  order: RawBuilder<unknown>,
): Promise<PassageScore[]> {
  const { person, filter, space, limit } = question;
  const { rows } = await sql<PassageScore>`
    select passages.row as row, 1 - ${distance(question)} as score
    from passage_embeddings
    join passages on passages.person_id = passage_embeddings.person_id and passages.hash = passage_embeddings.hash
    join sources on sources.id = passages.source_id
    where passage_embeddings.person_id = ${person} and ${isIn(space)} and ${matchingSources(filter)}
    order by ${order}
    limit ${limit}`.execute(db);
  return rows;
}

function distance(question: EmbeddingQuestion): RawBuilder<unknown> {
  return sql`(embedding <=> ${vectorLiteral(question)}::vector)`;
}

function vectorLiteral({ vector }: EmbeddingQuestion): RawBuilder<unknown> {
  return sql`${`[${vector.join(',')}]`}`;
}

function sorted(scores: PassageScore[]): readonly PassageScore[] {
  return scores.sort((one, other) => other.score - one.score);
}

interface EmbeddingSpace {
  readonly model: string;
  readonly dimension: number;
}

function canBeIndexed({ dimension }: EmbeddingSpace): boolean {
  return dimension <= MAX_HALF;
}

/** An expression on `passage_embeddings`, or a parameter, cast to the type of the index. */
function indexed(expression: RawBuilder<unknown>, { dimension }: EmbeddingSpace): RawBuilder<unknown> {
  return sql`(${expression}::${typeOf(dimension)})`;
}

/** Creates the HNSW index of a model unless it exists. That takes minutes, during which others can read and write. */
async function createApproximateIndex(db: Kysely<PgvectorTables>, space: EmbeddingSpace): Promise<void> {
  const name = nameOf(space);
  const { rows } = await sql<{ isValid: boolean; isBeingMade: boolean }>`
    select indisvalid as "isValid",
      exists (select from pg_stat_progress_create_index where index_relid = indexrelid) as "isBeingMade"
    from pg_index where indexrelid = to_regclass(${name})`.execute(db);
  const [found] = rows;
  if (found?.isValid === true || found?.isBeingMade === true) return;
  // An interrupted attempt leaves an unusable index.
  if (found) await sql`drop index concurrently if exists ${sql.ref(name)}`.execute(db);
  const operators = space.dimension <= MAX_FULL ? sql`vector_cosine_ops` : sql`halfvec_cosine_ops`;
  await sql`create index concurrently if not exists ${sql.ref(name)} on passage_embeddings
    using hnsw (${indexed(sql`embedding`, space)} ${operators}) where ${isIn(space)}`.execute(db);
}

async function isApproximateIndexThere(db: Kysely<PgvectorTables>, space: EmbeddingSpace): Promise<boolean> {
  const { rows } =
    await sql`select from pg_index where indexrelid = to_regclass(${nameOf(space)}) and indisvalid`.execute(db);
  return rows.length > 0;
}

/** Cancels the creation of indexes, which can take longer than a server may take to stop. */
async function cancelCreation(db: Kysely<PgvectorTables>): Promise<void> {
  await sql`select pg_cancel_backend(pid) from pg_stat_progress_create_index
    where relid = to_regclass('passage_embeddings')`.execute(db);
}

/** With literals, because a partial index serves only queries that contain its condition. */
function isIn({ model, dimension }: EmbeddingSpace): RawBuilder<boolean> {
  return sql`model = ${sql.lit(model)} and dimension = ${sql.lit(dimension)}`;
}

function typeOf(dimension: number): RawBuilder<unknown> {
  return dimension <= MAX_FULL ? sql`vector(${sql.lit(dimension)})` : sql`halfvec(${sql.lit(dimension)})`;
}

function nameOf({ model, dimension }: EmbeddingSpace): string {
  const digest = createHash('sha256').update(`${dimension} ${model}`).digest('hex').slice(0, 16);
  return `passage_embeddings_${digest}`;
}
