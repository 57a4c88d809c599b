import type { Database } from '#database/server/database.ts';
import type { PassageScore, VectorIndex } from '#library/search/server/passage-search.ts';
import type { LibraryTables } from '#library/storage/server/tables.ts';

import { PersonVectors } from './person-vectors.ts';
import { cosine } from './quantize.ts';
import { SearchThread } from './search-thread.ts';
import { readExcludedSources, readVectors } from './vector-rows.ts';

/** So many of the nearest by 8-bit integers are compared exactly: they held all of the true ten nearest. */
const MIN_RESCORED = 50;
const RESCORED_PER_RESULT = 4;
/** A matrix that was not used for so long is dropped. */
const UNUSED_MS = 900_000;
const MAX_ATTEMPTS = 3;

/**
 * Exact search by meaning in memory, for both databases: one byte per component, the nearest rescored with the stored
 * vectors. Matrices are read with the first search and follow the database.
 */
export function createExactVectors(database: Database<LibraryTables>): VectorIndex {
  const thread = new SearchThread();
  const held = new Map<string, PersonVectors>();
  const { read } = database;

  async function vectorsOf(person: string, model: string, dimension: number): Promise<PersonVectors> {
    const now = performance.now();
    for (const [key, each] of held) if (now - each.usedAt > UNUSED_MS) held.delete(key);
    const key = JSON.stringify([person, model, dimension]);
    const vectors = held.get(key) ?? new PersonVectors(read, { person, model }, dimension);
    vectors.usedAt = now;
    held.set(key, vectors);
    await vectors.ready(now);
    return vectors;
  }

  /** Rows of the nearest, also if vectors were removed while the thread searched. */
  async function nearestRows(
    { matrix }: PersonVectors,
    vector: Float32Array,
    { excluded, limit }: { excluded: ReadonlySet<string>; limit: number },
  ): Promise<readonly number[]> {
    for (let attempt = 1; ; attempt += 1) {
      const before = matrix.removals;
      const allowed = matrix.allowed(excluded);
      const found = await thread.nearest(matrix, vector, { limit, allowed });
      if (matrix.removals !== before && attempt < MAX_ATTEMPTS) continue;
      return found.flatMap(({ segment, index }) => matrix.rowAt(segment, index) ?? []);
    }
  }

  return {
    async search(vector, { person, model, filter, limit }) {
      const vectors = await vectorsOf(person, model, vector.length);
      if (vectors.matrix.size === 0) return [];
      const excluded = await readExcludedSources(read, person, filter);
      const candidates = Math.max(MIN_RESCORED, limit * RESCORED_PER_RESULT);
      const rows = await nearestRows(vectors, vector, { excluded, limit: candidates });
      const exact = await readVectors(read, { person, model }, { rows, dimension: vector.length });
      const scores = [...exact].map(([row, each]): PassageScore => ({ row, score: cosine(vector, each) }));
      return scores.sort((one, other) => other.score - one.score).slice(0, limit);
    },
    changed(person) {
      for (const [key, vectors] of held) if ((JSON.parse(key) as string[])[0] === person) vectors.changed();
    },
    async close() {
      held.clear();
      await thread.end();
    },
  };
}
