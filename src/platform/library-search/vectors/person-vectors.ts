import { setImmediate } from 'node:timers/promises';

import type { Kysely } from 'kysely';

import type { LibraryTables } from '#library/storage/server/tables.ts';

import { VectorMatrix } from './vector-matrix.ts';
import { type HashPage, readRows, readVectors, type VectorsOf } from './vector-rows.ts';

/** Each page takes a few milliseconds, and other work gets a turn after it. */
const PAGE = 100;
/** Up to this size a search waits until the matrix contains the latest change. */
const SMALL = 5_000;
/** A larger matrix is synchronised in the background, and then pauses for this multiple of the time that took. */
const RESTS = 10;

/** The matrix of one person and model, synchronised with the database. */
export class PersonVectors {
  readonly matrix: VectorMatrix;
  usedAt = 0;
  readonly #read: Kysely<LibraryTables>;
  readonly #of: VectorsOf;
  /** Rows with vectors of another dimension. */
  readonly #unusable = new Set<number>();
  #isStale = true;
  #isLoaded = false;
  #restsUntil = 0;
  #isEnding = false;
  #running: Promise<void> | null = null;

  constructor(read: Kysely<LibraryTables>, of: VectorsOf, dimension: number) {
    this.#read = read;
    this.#of = of;
    this.matrix = new VectorMatrix(dimension);
  }

  get unusable(): number {
    return this.#unusable.size;
  }

  changed(): void {
    this.#isStale = true;
  }

  /** Stops reading. Resolves when nothing is read any more. */
  async end(): Promise<void> {
    this.#isEnding = true;
    await this.#running?.catch(() => {});
  }

  /** Resolves when the matrix can be searched. A large one may lack the latest changes for some seconds. */
  async ready(): Promise<void> {
    if (this.#isLoaded && this.matrix.size > SMALL) {
      // The next search tries again and reports the failure.
      if (performance.now() >= this.#restsUntil) this.#start().catch(() => {});
    } else await this.#start();
  }

  #start(): Promise<void> {
    if (!this.#isStale) return this.#running ?? Promise.resolve();
    this.#running ??= this.#catchUp().finally(() => (this.#running = null));
    return this.#running;
  }

  async #catchUp(): Promise<void> {
    const began = performance.now();
    try {
      do {
        this.#isStale = false;
        await this.#sync();
      } while (this.#isStale && this.matrix.size <= SMALL && !this.#isEnding);
      this.#isLoaded = true;
    } catch (error) {
      this.#isStale = true;
      throw error;
    } finally {
      const ended = performance.now();
      this.#restsUntil = ended + RESTS * (ended - began);
    }
  }

  /** Adds vectors that the matrix lacks, and removes those that the database no longer has. */
  async #sync(): Promise<void> {
    const { matrix } = this;
    const seen = new Set<number>();
    for (let after: string | null = ''; after !== null && !this.#isEnding;) {
      const page: HashPage = await readRows(this.#read, this.#of, { after, limit: PAGE });
      after = page.last;
      for (const row of page.rows) seen.add(row);
      const rows = page.rows.filter((row) => !matrix.has(row) && !this.#unusable.has(row));
      const vectors = await readVectors(this.#read, this.#of, { rows, dimension: matrix.dimension });
      for (const vector of vectors) matrix.add(vector);
      for (const row of rows) if (!matrix.has(row)) this.#unusable.add(row);
      await setImmediate();
    }
    if (this.#isEnding) return;
    for (const row of matrix.rows().filter((held) => !seen.has(held))) matrix.remove(row);
  }
}
