import { sql } from 'kysely';

import { type Database, tablesOf } from '#database/server/database.ts';
import type { VectorIndex } from '#library/search/server/passage-search.ts';
import type { LibraryTables } from '#library/storage/server/tables.ts';

import { createExactVectors } from './exact-vectors.ts';
import { createPgvectorIndex } from './pgvector/pgvector-index.ts';

interface Log {
  warn(message: string): void;
  error(message: string, cause?: unknown): void;
}

/**
 * Search by meaning: by pgvector if the PostgreSQL server has it, otherwise in memory. The first search checks this, so
 * that a start does not wait for it.
 */
export function createVectorIndex(store: Database<object>, log: Log): VectorIndex {
  const logError = (message: string, cause: unknown) => log.error(message, cause);
  const exact = createExactVectors(tablesOf<LibraryTables>(store), logError);
  if (store.engine === 'sqlite') return exact;
  let chosen: Promise<VectorIndex> | undefined;

  async function choose(): Promise<VectorIndex> {
    const problem = await preparePgvector(store);
    if (problem === null) return createPgvectorIndex(store, { exact, logError });
    log.warn(`Search by meaning runs in memory, since ${problem}.`);
    return exact;
  }
  return {
    async search(vector, scope) {
      chosen ??= choose();
      return (await chosen).search(vector, scope);
    },
    changed(person) {
      // Before the first search there is no index that could be stale.
      void chosen?.then((index) => index.changed(person)).catch(() => {});
    },
    async close() {
      const index = await chosen?.catch(() => undefined);
      await (index ?? exact).close();
    },
  };
}

/** Earlier versions lose entries of an index when it is vacuumed. */
const MIN_VERSION = [0, 8, 4] as const;

/**
 * Creates the extension, table and so on for search with pgvector, once per database. Returns the reason if that is
 * impossible, or null.
 */
export async function preparePgvector(database: Database<object>): Promise<string | null> {
  // Often only a superuser may create it, and one may already have done so.
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
    // Its rows are copies of `passage_vectors`, and are deleted with them.
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
