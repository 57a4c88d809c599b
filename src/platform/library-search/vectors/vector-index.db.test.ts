import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';

import { type Database, tablesOf } from '#database/server/database.ts';
import type { PassageFilter, VectorIndex } from '#library/search/server/passage-search.ts';
import type { LibraryTables } from '#library/storage/server/tables.ts';
import type { OpenDatabase } from '#platform/database/open-database.ts';

import { eachEngine, onPgvector } from '../../../../fixtures/database/each-engine.ts';
import { sourceRow } from '../../../../fixtures/library/source-row.ts';
import { newId, openWorld } from '../../../../fixtures/spine/world.ts';
import { createVectorIndex, preparePgvector } from './create-vector-index.ts';
import { createExactVectors } from './exact-vectors.ts';
import { createPgvectorIndex } from './pgvector/pgvector-index.ts';
import type { PgvectorTables } from './pgvector/tables.ts';
import { cosine } from './quantize.ts';

const DIMENSION = 24;

/** A pseudorandom vector of length 1, the same for the same seed. */
function vectorFor(seed: number): Float32Array {
  let state = seed + 1;
  const components = Array.from({ length: DIMENSION }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32 - 0.5;
  });
  const length = Math.hypot(...components);
  return Float32Array.from(components, (component) => component / length);
}

const bytesOf = (vector: Float32Array) => new Uint8Array(vector.buffer.slice(0));

type CreateIndex = (database: Database<object>, logError: (message: string) => void) => VectorIndex;

eachEngine('exact search by meaning', (open) =>
  vectorIndexTests(open, (database, logError) => createExactVectors(tablesOf<LibraryTables>(database), logError)),
);

const withPgvector: CreateIndex = (database, error) => createVectorIndex(database, { warn: () => {}, error });

onPgvector('search by meaning', (open) => {
  vectorIndexTests(open, withPgvector);

  test('pgvector answers when the vectors are copied', async () => {
    const { world, person, addSource, addVectors, find } = await startWith(open, withPgvector);
    await addSource(person, [1, 2]);
    await addVectors(person, [1, 2]);
    const search = () => find(person, 1);
    expect(await search()).toHaveLength(2);
    const database = tablesOf<PgvectorTables>(world.database);
    const copies = database.read.selectFrom('passage_embeddings');
    await expect.poll(() => copies.select('hash').execute()).toHaveLength(2);
    // Only pgvector reads the copies.
    await database.write((trx) => trx.deleteFrom('passage_embeddings').where('hash', '=', 'h1').execute());
    await expect.poll(search).toHaveLength(1);
  });

  test('with many passages an index returns the requested number of rows, also with exclusions', async () => {
    const { database, world, person, index, addSource, addVectors, find } = await startWith(open, (store, logError) =>
      createPgvectorIndex(store, {
        exact: createExactVectors(tablesOf<LibraryTables>(store)),
        logError,
        minApproximate: 100,
      }),
    );
    expect(await preparePgvector(world.database)).toBeNull();
    const seeds = Array.from({ length: 400 }, (_, seed) => seed);
    const first = await addSource(person, seeds.slice(0, 390));
    await addSource(person, seeds.slice(390));
    await addVectors(person, seeds);
    const valid = sql`select from pg_index join pg_class on pg_class.oid = indexrelid
      where relname like 'passage_embeddings_%' and indisvalid and relam = (select oid from pg_am where amname = 'hnsw')`;
    await expect
      .poll(async () => {
        await find(person, 7);
        return (await valid.execute(database.read)).rows.length;
      })
      .toBe(1);
    expect((await find(person, 7))[0]?.score).toBeCloseTo(1, 5);
    expect(await find(person, 7, { excludedSources: [first], limit: 10 })).toHaveLength(10);
    const before = await scans(database);
    await find(person, 8);
    // The statistics of an index are written at the end of the transaction that used it.
    await expect.poll(() => scans(database)).toBeGreaterThan(before);
    await index.close();
  });
});

/** As many rows as one statement accepts on every engine. */
function parts<Row>(rows: readonly Row[]): readonly Row[][] {
  return Array.from({ length: Math.ceil(rows.length / 500) }, (_, part) => rows.slice(500 * part, 500 * (part + 1)));
}

async function scans(database: Database<LibraryTables>): Promise<number> {
  const { rows } = await sql<{ scans: number }>`select sum(idx_scan)::integer as scans from pg_stat_user_indexes
    where relname = 'passage_embeddings' and indexrelname <> 'passage_embeddings_pkey'`.execute(database.read);
  return rows[0]?.scans ?? 0;
}

async function startWith(open: () => Promise<OpenDatabase>, create: CreateIndex) {
  const world = await openWorld(await open());
  const database = tablesOf<LibraryTables>(world.database);
  const person = await world.addPerson();
  const logged: string[] = [];
  const index = create(world.database, (message) => void logged.push(message));
  let count = 0;

  async function addSource(owner: string, seeds: readonly number[], change: { archived_at?: number } = {}) {
    const id = newId();
    await database.write(async (trx) => {
      await trx
        .insertInto('sources')
        .values(sourceRow({ id, person_id: owner }, change))
        .execute();
      const passage = { person_id: owner, source_id: id, start_offset: 0, end_offset: 1, text: 'x' };
      const rows = seeds.map((seed) => ({ ...passage, id: newId(), number: (count += 1), hash: `h${seed}` }));
      for (const part of parts(rows)) await trx.insertInto('passages').values(part).execute();
    });
    return id;
  }
  async function addVectors(owner: string, seeds: readonly number[], model = 'm') {
    await database.write(async (trx) => {
      const row = { person_id: owner, model, dimension: DIMENSION };
      const rows = seeds.map((seed) => ({ ...row, hash: `h${seed}`, vector: bytesOf(vectorFor(seed)) }));
      for (const part of parts(rows)) await trx.insertInto('passage_vectors').values(part).execute();
    });
    index.changed(owner);
  }
  const find = (owner: string, seed: number, { limit = 5, ...filter }: PassageFilter & { limit?: number } = {}) =>
    index.search(vectorFor(seed), { person: owner, model: 'm', filter, limit });
  async function rowsOf(sources: readonly string[]) {
    const rows = await database.read
      .selectFrom('passages')
      .select(['row', 'hash', 'source_id'])
      .where('source_id', 'in', [...sources])
      .execute();
    return rows.map(({ row, hash, source_id: source }) => ({ row, seed: Number(hash.slice(1)), source }));
  }
  return { database, logged, person, world, index, addSource, addVectors, find, rowsOf };
}

function vectorIndexTests(open: () => Promise<OpenDatabase>, create: CreateIndex): void {
  const start = () => startWith(open, create);

  test('the index returns the same rows as an exact search, also with excluded, archived and deleted sources', async () => {
    const { database, person, index, addSource, addVectors, find, rowsOf } = await start();
    const seeds = (from: number, length: number) => Array.from({ length }, (_, each) => from + each);
    const sources = [
      await addSource(person, seeds(0, 60)),
      await addSource(person, seeds(50, 40)),
      await addSource(person, seeds(1_000, 10)),
      await addSource(person, seeds(2_000, 250)),
    ];
    const archived = await addSource(person, seeds(5_000, 20), { archived_at: 1 });
    await addVectors(person, [...seeds(0, 90), ...seeds(1_000, 10), ...seeds(2_000, 250), ...seeds(5_000, 20)]);
    const all = await rowsOf(sources);
    expect(await find(person, 5_010, { isArchived: true, limit: 1 })).toMatchObject([
      { row: (await rowsOf([archived]))[10]?.row },
    ]);
    await fc.assert(
      fc.asyncProperty(
        fc.nat(6_000),
        fc.subarray(sources),
        fc.constantFrom('excludedSources', 'sources'),
        async (seed, chosen, by) => {
          const expected = all
            .filter(({ source }) => chosen.includes(source) === (by === 'sources'))
            .map((each) => cosine(vectorFor(seed), vectorFor(each.seed)))
            .sort((one, other) => other - one)
            .slice(0, 10);
          const found = await find(person, seed, { [by]: chosen, limit: 10 });
          expect(found.map(({ score }) => score)).toEqual(expected.map((score) => expect.closeTo(score, 5)));
          for (const { row, score } of found) {
            const of = all.find((each) => each.row === row);
            expect(cosine(vectorFor(seed), vectorFor(of?.seed ?? -1))).toBeCloseTo(score, 6);
          }
        },
      ),
      { numRuns: 15 },
    );
    const [deleted = ''] = sources;
    await database.write((trx) =>
      trx
        .updateTable('sources')
        .set({ deleted_at: 1 })
        .where('id', '=', deleted)
        .where('person_id', '=', person)
        .execute(),
    );
    const left = await rowsOf(sources.slice(1));
    expect(left.map(({ row }) => row)).toEqual(
      expect.arrayContaining((await find(person, 3, { limit: 10 })).map(({ row }) => row)),
    );
    await index.close();
  });

  test('added and removed vectors are found or not, and many concurrent searches each get their own answer', async () => {
    const { database, person, index, addSource, addVectors, find } = await start();
    const first = await addSource(person, [1, 2, 3]);
    expect(await find(person, 1)).toEqual([]);
    await addVectors(person, [1, 2, 3]);
    expect((await find(person, 2))[0]?.score).toBeCloseTo(1, 5);
    const seeds = Array.from({ length: 30 }, (_, seed) => 9 + seed);
    await addSource(person, seeds);
    await addVectors(person, seeds);
    const found = await Promise.all(seeds.map((seed) => find(person, seed, { limit: 1 })));
    for (const [hit] of found) expect(hit?.score).toBeCloseTo(1, 5);
    expect(new Set(found.map(([hit]) => hit?.row)).size).toBe(30);
    await database.write((trx) =>
      trx.deleteFrom('sources').where('id', '=', first).where('person_id', '=', person).execute(),
    );
    index.changed(person);
    expect(await find(person, 2, { limit: 50 })).toHaveLength(30);
    await index.close();
  });

  test('vectors of other people, of another model or of a wrong dimension are not compared', async () => {
    const { database, logged, world, person, index, addSource, addVectors, find } = await start();
    const stranger = await world.addPerson();
    await addSource(person, [1]);
    await addSource(stranger, [1, 2, 3]);
    await addVectors(person, [1], 'another model');
    await addVectors(stranger, [1, 2]);
    await database.write((trx) =>
      trx
        .insertInto('passage_vectors')
        .values({ person_id: stranger, model: 'm', hash: 'h3', dimension: 2, vector: new Uint8Array(8) })
        .execute(),
    );
    expect(await find(person, 2)).toEqual([]);
    for (let each = 0; each < 2; each += 1) expect(await find(stranger, 2)).toHaveLength(2);
    expect(logged).toEqual(['1 vectors of m have a wrong dimension, so they are not searched']);
    await index.close();
  });
}
