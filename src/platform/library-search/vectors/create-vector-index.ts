import { type Database, tablesOf } from '#database/server/database.ts';
import type { VectorIndex } from '#library/search/server/passage-search.ts';
import type { LibraryTables } from '#library/storage/server/tables.ts';

import { createExactVectors } from './exact-vectors.ts';
import { createPgvectorIndex } from './pgvector/pgvector-index.ts';
import { preparePgvector } from './pgvector/prepare-pgvector.ts';

interface Log {
  warn(message: string): void;
  error(message: string, cause?: unknown): void;
}

/**
 * Search by meaning: in memory, or by pgvector where PostgreSQL has it. Whether it has is asked with the first search,
 * so that a start does not wait for it.
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
      // An index that was never searched holds nothing stale.
      void chosen?.then((index) => index.changed(person)).catch(() => {});
    },
    async close() {
      const index = await chosen?.catch(() => undefined);
      await (index ?? exact).close();
    },
  };
}
