import { sql } from 'kysely';

import type { Database } from '#database/server/database.ts';

/** Earlier ones lose entries of an index when it is vacuumed. */
const MIN_VERSION = [0, 8, 4] as const;

/** Creates what search with pgvector needs, once per database. Returns why that is impossible, or null. */
export async function preparePgvector(database: Database<object>): Promise<string | null> {
  // Often only a superuser may; perhaps one has.
  const refused = await database
    .write((trx) => sql`create extension if not exists vector`.execute(trx))
    .then(
      () => null,
      (error: unknown) => error,
    );
  const { rows } = await sql<{
    version: string;
  }>`select extversion as version from pg_extension where extname = 'vector'`.execute(database.read);
  const version = rows[0]?.version;
  if (version === undefined)
    return refused === null ? 'pgvector is missing' : 'PostgreSQL has no pgvector, or only a superuser may create it';
  if (isOlder(version)) return `pgvector ${version} is older than ${MIN_VERSION.join('.')}`;
  await database.write((trx) =>
    // Its rows are copies of `passage_vectors`, and leave with them.
    sql`create table if not exists passage_embeddings (
      person_id text not null,
      model text not null,
      hash text not null,
      dimension integer not null,
      embedding vector not null,
      primary key (person_id, model, hash),
      foreign key (person_id, model, hash) references passage_vectors on delete cascade
    )`.execute(trx),
  );
  return null;
}

function isOlder(version: string): boolean {
  const parts = version.split('.').map(Number);
  for (const [index, least] of MIN_VERSION.entries()) {
    const part = parts[index] ?? 0;
    if (part !== least) return part < least;
  }
  return false;
}
