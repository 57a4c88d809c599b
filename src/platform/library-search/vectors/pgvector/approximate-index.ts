import { createHash } from 'node:crypto';

import { type Kysely, type RawBuilder, sql } from 'kysely';

import type { PgvectorTables } from './tables.ts';

export interface EmbeddingSpace {
  readonly model: string;
  readonly dimension: number;
}

/** pgvector indexes vectors up to this dimension, and longer ones at half the precision. */
const MAX_FULL = 2_000;
const MAX_HALF = 4_000;

export function canBeIndexed({ dimension }: EmbeddingSpace): boolean {
  return dimension <= MAX_HALF;
}

/** An expression on `passage_embeddings` or a parameter in the type that the index has. */
export function indexed(expression: RawBuilder<unknown>, { dimension }: EmbeddingSpace): RawBuilder<unknown> {
  return sql`(${expression}::${typeOf(dimension)})`;
}

/** Creates the HNSW index of a model unless it is there. It takes minutes, while which others read and write. */
export async function createApproximateIndex(db: Kysely<PgvectorTables>, space: EmbeddingSpace): Promise<void> {
  const name = nameOf(space);
  const { rows } = await sql<{ isValid: boolean; isBeingMade: boolean }>`
    select indisvalid as "isValid",
      exists (select from pg_stat_progress_create_index where index_relid = indexrelid) as "isBeingMade"
    from pg_index where indexrelid = to_regclass(${name})`.execute(db);
  const [found] = rows;
  if (found?.isValid === true || found?.isBeingMade === true) return;
  // An attempt that was interrupted leaves an index that cannot be used.
  if (found) await sql`drop index concurrently if exists ${sql.ref(name)}`.execute(db);
  const operators = space.dimension <= MAX_FULL ? sql`vector_cosine_ops` : sql`halfvec_cosine_ops`;
  await sql`create index concurrently if not exists ${sql.ref(name)} on passage_embeddings
    using hnsw (${indexed(sql`embedding`, space)} ${operators}) where ${isIn(space)}`.execute(db);
}

export async function isApproximateIndexThere(db: Kysely<PgvectorTables>, space: EmbeddingSpace): Promise<boolean> {
  const { rows } =
    await sql`select from pg_index where indexrelid = to_regclass(${nameOf(space)}) and indisvalid`.execute(db);
  return rows.length > 0;
}

/** Ends the creation of indexes, which may take longer than a server may take to stop. */
export async function cancelCreation(db: Kysely<PgvectorTables>): Promise<void> {
  await sql`select pg_cancel_backend(pid) from pg_stat_progress_create_index
    where relid = to_regclass('passage_embeddings')`.execute(db);
}

/** Written out, because a partial index serves only queries that name its condition. */
export function isIn({ model, dimension }: EmbeddingSpace): RawBuilder<boolean> {
  return sql`model = ${sql.lit(model)} and dimension = ${sql.lit(dimension)}`;
}

function typeOf(dimension: number): RawBuilder<unknown> {
  return dimension <= MAX_FULL ? sql`vector(${sql.lit(dimension)})` : sql`halfvec(${sql.lit(dimension)})`;
}

function nameOf({ model, dimension }: EmbeddingSpace): string {
  const digest = createHash('sha256').update(`${dimension} ${model}`).digest('hex').slice(0, 16);
  return `passage_embeddings_${digest}`;
}
