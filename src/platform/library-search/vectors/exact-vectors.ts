import type { Database } from '#database/server/database.ts';
import type { PassageFilter, PassageScore, VectorIndex } from '#library/search/server/passage-search.ts';
import type { LibraryTables } from '#library/storage/server/tables.ts';
import { AnsweringThread } from '#worker-thread/server/answering-thread.ts';
import { programBeside } from '#worker-thread/server/program-beside.ts';

import { PersonVectors } from './person-vectors.ts';
import { cosine, quantize } from './quantize.ts';
import type { SourceChoice, VectorMatrix } from './vector-matrix.ts';
import { readAllowed, readSources, readVectors } from './vector-rows.ts';

/**
 * Number of additional candidates from the 8-bit search that are compared exactly: 50 contained all of the true ten
 * nearest.
 */
const MORE_RESCORED = 50;
/** A matrix that was not used for this long is dropped. */
const UNUSED_MS = 900_000;
const MAX_ATTEMPTS = 3;

type LogError = (message: string, cause: unknown) => void;

/**
 * Exact search by meaning in memory, for both databases: one byte per component, and the nearest are rescored with the
 * stored vectors. The first search loads a matrix, and later ones update it from the database.
 */
export function createExactVectors(database: Database<LibraryTables>, logError: LogError = () => {}): VectorIndex {
  const thread = new AnsweringThread<MatrixQuestion, readonly FoundPosition[]>(WORKER, {
    name: 'vectors',
    // The thread needs little heap.
    resourceLimits: { maxYoungGenerationSizeMb: 4 },
  });
  const held = new Map<string, PersonVectors>();
  const { read } = database;
  let dropping: NodeJS.Timeout | undefined;

  async function vectorsOf(person: string, model: string, dimension: number): Promise<PersonVectors> {
    const key = JSON.stringify([person, model, dimension]);
    const vectors = held.get(key) ?? new PersonVectors(read, { person, model }, dimension);
    held.set(key, vectors);
    vectors.usedAt = performance.now();
    dropping ??= setInterval(dropUnused, UNUSED_MS).unref();
    const { unusable } = vectors;
    await vectors.ready();
    if (vectors.unusable > unusable)
      logError(`${vectors.unusable} vectors of ${model} have a wrong dimension, so they are not searched`, undefined);
    return vectors;
  }

  function dropUnused(): void {
    for (const [key, { usedAt }] of held) if (performance.now() - usedAt > UNUSED_MS) held.delete(key);
    if (held.size > 0) return;
    clearInterval(dropping);
    dropping = undefined;
  }

  /** Rows of the nearest vectors, even if vectors were removed while the thread searched. */
  async function nearestRows(
    { matrix }: PersonVectors,
    vector: Float32Array,
    { choice, limit }: { choice: SourceChoice; limit: number },
  ): Promise<readonly number[]> {
    for (let attempt = 1; ; attempt += 1) {
      const before = matrix.removals;
      const allowed = matrix.allowed(choice);
      const found = await thread.ask(questionOf(matrix, vector, { limit, allowed }));
      if (matrix.removals !== before && attempt < MAX_ATTEMPTS) continue;
      return found.flatMap(({ segment, index }) => matrix.rowAt(segment, index) ?? []);
    }
  }

  /**
   * The nearest rows that pass the filter. A filter that excludes little is applied to the nearest of all rows, since
   * that reads few sources; if too few remain, all sources are filtered first.
   */
  async function candidatesOf(
    vectors: PersonVectors,
    vector: Float32Array,
    { person, filter, limit }: { person: string; filter: PassageFilter; limit: number },
  ): Promise<readonly number[]> {
    if (isWide(filter)) {
      const nearest = await nearestRows(vectors, vector, {
        choice: { sources: [], are: 'excluded' },
        limit: 2 * limit,
      });
      const allowed = await readAllowed(read, nearest, { person, filter });
      if (allowed.length >= limit || nearest.length >= vectors.matrix.size) return allowed.slice(0, limit);
    }
    const are = isWide(filter) ? 'excluded' : 'chosen';
    const sources = await readSources(read, { person, filter }, are);
    return nearestRows(vectors, vector, { choice: { sources, are }, limit });
  }

  return {
    async search(vector, { person, model, filter, limit }) {
      const vectors = await vectorsOf(person, model, vector.length);
      if (vectors.matrix.size === 0) return [];
      const rows = await candidatesOf(vectors, vector, { person, filter, limit: limit + MORE_RESCORED });
      const exact = await readVectors(read, { person, model }, { rows, dimension: vector.length });
      const scores = exact.map((each): PassageScore => ({ row: each.row, score: cosine(vector, each.vector) }));
      return scores.sort((one, other) => other.score - one.score).slice(0, limit);
    },
    changed(person) {
      for (const [key, vectors] of held) if ((JSON.parse(key) as string[])[0] === person) vectors.changed();
    },
    async close() {
      clearInterval(dropping);
      await Promise.all([...held.values()].map((vectors) => vectors.end()));
      held.clear();
      await thread.end();
    },
  };
}

/** Only archived and explicitly excluded sources are excluded. */
function isWide(filter: PassageFilter): boolean {
  const { buckets, kinds, whose, tags, state, isArchived, sources } = filter;
  return !isArchived && [buckets, kinds, whose, tags, state, sources].every((part) => part === undefined);
}

const WORKER = programBeside(import.meta, 'vector-worker');

/** Requests the positions of the vectors with the greatest product, greatest first. */
function questionOf(
  { dimension, segments }: VectorMatrix,
  vector: Float32Array,
  { limit, allowed }: { readonly limit: number; readonly allowed: readonly Int32Array[] | null },
): MatrixQuestion {
  const query = new Int8Array(vector.length);
  quantize(vector, query);
  const parts = segments.map(({ buffer, count }, index) => ({ buffer, count, allowed: allowed?.[index] ?? null }));
  return { dimension, query, limit, segments: parts };
}

/** A request to the search thread. */
export interface MatrixQuestion {
  readonly dimension: number;
  readonly query: Int8Array;
  /** Maximum number of results. */
  readonly limit: number;
  readonly segments: readonly {
    readonly buffer: SharedArrayBuffer;
    readonly count: number;
    /** Restricts the search to these positions; null for all. */
    readonly allowed: Int32Array | null;
  }[];
}

export interface FoundPosition {
  readonly segment: number;
  readonly index: number;
}
