import { type Kysely, sql } from 'kysely';

import type { Database } from '#database/server/database.ts';

import { vectorOf } from '../quantize.ts';
import type { VectorsOf } from '../vector-rows.ts';
import type { PgvectorTables } from './tables.ts';

const PAGE = 100;
/** Up to this size a search waits until the latest changes are copied. */
const SMALL = 5_000;

/** The copy of the vectors of one person and model, synchronised with `passage_vectors`. */
export class EmbeddingCopy {
  /** Number of vectors; undefined until all have been copied once. */
  size: number | undefined;
  readonly #database: Database<PgvectorTables>;
  readonly #of: VectorsOf;
  #isStale = true;
  #isEnding = false;
  #running: Promise<void> | null = null;

  constructor(database: Database<PgvectorTables>, of: VectorsOf) {
    this.#database = database;
    this.#of = of;
  }

  changed(): void {
    this.#isStale = true;
  }

  /** Copies missing vectors. Resolves when the copy can be searched, if it can. */
  async ready(onFailure: (error: unknown) => void): Promise<void> {
    if (this.#isStale) this.#running ??= this.#catchUp(onFailure).finally(() => (this.#running = null));
    if (this.size !== undefined && this.size <= SMALL) await this.#running;
  }

  async end(): Promise<void> {
    this.#isEnding = true;
    await this.#running;
  }

  async #catchUp(onFailure: (error: unknown) => void): Promise<void> {
    try {
      while (this.#isStale && !this.#isEnding) {
        this.#isStale = false;
        for (let after: string | null = ''; after !== null && !this.#isEnding;) after = await this.#copyPage(after);
      }
      if (!this.#isEnding) this.size = await this.#count();
    } catch (error) {
      this.#isStale = true;
      onFailure(error);
    }
  }

  /** Returns the last hash of the page, or null after the last page. */
  async #copyPage(after: string): Promise<string | null> {
    const { person, model } = this.#of;
    const page = await readMissing(this.#database.read, this.#of, after);
    const values = page.flatMap(({ hash, dimension, bytes }) => {
      const vector = vectorOf(bytes, dimension);
      if (!vector) return [];
      const embedding = sql<string>`${`[${vector.join(',')}]`}::vector`;
      return [{ person_id: person, model, hash, dimension, embedding }];
    });
    if (values.length > 0)
      await this.#database.write(async (trx) => {
        // A vector that was deleted after it was read must not be copied.
        const stored = await trx
          .selectFrom('passage_vectors')
          .select('hash')
          .where('person_id', '=', person)
          .where('model', '=', model)
          .where(
            'hash',
            'in',
            values.map(({ hash }) => hash),
          )
          .execute();
        const hashes = new Set(stored.map(({ hash }) => hash));
        const kept = values.filter(({ hash }) => hashes.has(hash));
        if (kept.length === 0) return;
        await trx
          .insertInto('passage_embeddings')
          .values(kept)
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      });
    return page.at(-1)?.hash ?? null;
  }

  async #count(): Promise<number> {
    const { count } = await this.#database.read
      .selectFrom('passage_embeddings')
      .select((build) => build.fn.countAll<number>().as('count'))
      .where('person_id', '=', this.#of.person)
      .where('model', '=', this.#of.model)
      .executeTakeFirstOrThrow();
    return Number(count);
  }
}

function readMissing(db: Kysely<PgvectorTables>, { person, model }: VectorsOf, after: string) {
  return db
    .selectFrom('passage_vectors as stored')
    .leftJoin('passage_embeddings as copied', (join) =>
      join
        .onRef('copied.person_id', '=', 'stored.person_id')
        .onRef('copied.model', '=', 'stored.model')
        .onRef('copied.hash', '=', 'stored.hash'),
    )
    .select(['stored.hash', 'stored.dimension', 'stored.vector as bytes'])
    .where('stored.person_id', '=', person)
    .where('stored.model', '=', model)
    .where('stored.hash', '>', after)
    .where('copied.hash', 'is', null)
    .orderBy('stored.hash')
    .limit(PAGE)
    .execute();
}
