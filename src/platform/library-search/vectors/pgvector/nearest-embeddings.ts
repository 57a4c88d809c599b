import { type Kysely, type RawBuilder, sql } from 'kysely';

import { matchingSources } from '#library/search/server/matching-sources.ts';
import type { PassageScore, SearchScope } from '#library/search/server/passage-search.ts';

import { type EmbeddingSpace, indexed, isIn } from './approximate-index.ts';
import type { PgvectorTables } from './tables.ts';

export interface EmbeddingQuestion extends SearchScope {
  readonly vector: Float32Array;
  readonly space: EmbeddingSpace;
}

const MIN_SEARCHED = 100;
const MAX_SEARCHED = 1_000;

/** The nearest of all, whatever indexes there are. */
export async function nearestExactly(
  db: Kysely<PgvectorTables>,
  question: EmbeddingQuestion,
): Promise<readonly PassageScore[]> {
  // An index cannot order by a sum.
  return sorted(await nearest(db, question, sql`${distance(question)} + 0`));
}

/** The nearest by the HNSW index, which goes on until enough pass the filter or many thousand were looked at. */
export async function nearestByIndex(
  db: Kysely<PgvectorTables>,
  question: EmbeddingQuestion,
): Promise<readonly PassageScore[]> {
  const { space, limit } = question;
  const searched = Math.min(MAX_SEARCHED, Math.max(MIN_SEARCHED, limit));
  const by = sql`${indexed(sql`embedding`, space)} <=> ${indexed(textOf(question), space)}`;
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
  return sql`(embedding <=> ${textOf(question)}::vector)`;
}

function textOf({ vector }: EmbeddingQuestion): RawBuilder<unknown> {
  return sql`${`[${vector.join(',')}]`}`;
}

function sorted(scores: PassageScore[]): readonly PassageScore[] {
  return scores.sort((one, other) => other.score - one.score);
}
