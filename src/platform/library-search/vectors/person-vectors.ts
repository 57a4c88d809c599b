import { setImmediate } from 'node:timers/promises';

import type { Kysely } from 'kysely';

import type { LibraryTables } from '#library/storage/server/tables.ts';

import { VectorMatrix } from './vector-matrix.ts';
import { readRows, readVectors, type VectorsOf } from './vector-rows.ts';

/** Each page takes some milliseconds, and others get their turn after it. */
const PAGE = 500;
/** Up to this size a search waits until the matrix has caught up with the latest change. */
const SMALL = 20_000;
/** A greater one catches up this often at most, in ms: it compares all its rows. */
const CATCH_UP_MS = 5_000;

/** The matrix of one person and model, kept in step with the database. */
export class PersonVectors {
  readonly matrix: VectorMatrix;
  usedAt = 0;
  readonly #read: Kysely<LibraryTables>;
  readonly #of: VectorsOf;
  #isStale = true;
  #isLoaded = false;
  #syncedAt = -Infinity;
  #running: Promise<void> | null = null;

  constructor(read: Kysely<LibraryTables>, of: VectorsOf, dimension: number) {
    this.#read = read;
    this.#of = of;
    this.matrix = new VectorMatrix(dimension);
  }

  changed(): void {
    this.#isStale = true;
  }

  /** Resolves once the matrix may be searched. */
  async ready(now: number): Promise<void> {
    const mayWait = this.matrix.size > SMALL && this.#isLoaded;
    if (this.#isStale && (!mayWait || now - this.#syncedAt >= CATCH_UP_MS)) this.#running ??= this.#catchUp(now);
    if (!mayWait) await this.#running;
  }

  async #catchUp(now: number): Promise<void> {
    try {
      while (this.#isStale) {
        this.#isStale = false;
        await this.#sync();
        if (this.matrix.size > SMALL) break;
      }
      this.#isLoaded = true;
      this.#syncedAt = now;
    } catch (error) {
      this.#isStale = true;
      throw error;
    } finally {
      this.#running = null;
    }
  }

  /** Adds what the database has and the matrix lacks, and removes the rest. */
  async #sync(): Promise<void> {
    const { matrix } = this;
    const seen = new Set<number>();
    for (let after = -1; ;) {
      const page = await readRows(this.#read, this.#of, { after, limit: PAGE });
      const last = page.at(-1);
      if (!last) break;
      after = last.row;
      for (const { row } of page) seen.add(row);
      const missing = page.filter(({ row }) => !matrix.has(row));
      const rows = missing.map(({ row }) => row);
      const vectors = await readVectors(this.#read, this.#of, { rows, dimension: matrix.dimension });
      for (const { row, source } of missing) {
        const vector = vectors.get(row);
        if (vector) matrix.add({ row, source, vector });
      }
      await setImmediate();
    }
    for (const row of matrix.rows().filter((held) => !seen.has(held))) matrix.remove(row);
  }
}
