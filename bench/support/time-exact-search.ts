import { setTimeout as delay } from 'node:timers/promises';

import { exactSearch, MetricKind } from 'usearch';

import { tablesOf } from '#database/server/database.ts';
import type { LibraryTables } from '#library/storage/server/tables.ts';
import { openStore } from '#platform/database/open-store.ts';
import { createExactVectors } from '#platform/library-search/vectors/exact-vectors.ts';

import { median } from '../statistics.ts';
import { createMeter } from './meter.ts';
import { createTopics } from './topics.ts';

/** Times exact search of one person's vectors and prints `ExactSearchFigures`. */

export interface ExactSearchFigures {
  /** p50, including the vectors of the nearest passages read from the database. */
  readonly searchMs: number;
  /** The same over float32 in memory, on this thread. */
  readonly peerMs: number;
  /** The share of the true ten nearest that were found. */
  readonly same: number;
  /** From the first search to its answer, which includes reading the vectors. */
  readonly loadMs: number;
  readonly loadLagMs: number;
  /** Growth from before the first search to after the last one. */
  readonly residentMb: number;
}

const RUNS = 50;
const LIMIT = 10;
const PAGE = 2_000;
const [home = '', person = '', dimensionGiven] = process.argv.slice(2);
const dimension = Number(dimensionGiven);
const model = `model-${dimension}`;

const store = await openStore({ home, databaseUrl: undefined });
const database = tablesOf<LibraryTables>(store);
const index = createExactVectors(database);
const topics = createTopics(dimension);
const queries = Array.from({ length: RUNS }, () => topics.vector());
const find = (vector: Float32Array) => index.search(vector, { person, model, filter: {}, limit: LIMIT });

const before = await settledMb();
const meter = createMeter();
meter.start();
const began = performance.now();
await find(queries[0] ?? topics.vector());
const loadMs = performance.now() - began;
const { lagP99Ms: loadLagMs } = meter.stop();
const took: number[] = [];
const found: (readonly number[])[] = [];
for (const query of queries) {
  const from = performance.now();
  const scores = await find(query);
  took.push(performance.now() - from);
  found.push(scores.map(({ row }) => row));
}
const residentMb = (await settledMb()) - before;
await index.close();

const { rows, matrix } = await readAll();
const peer: number[] = [];
let same = 0;
for (const [run, query] of queries.entries()) {
  const from = performance.now();
  const { keys } = exactSearch(matrix, query, dimension, LIMIT, MetricKind.IP, 1) as { keys: BigUint64Array };
  peer.push(performance.now() - from);
  const nearest = new Set(Array.from(keys, (key) => rows[Number(key)]));
  same += (found[run] ?? []).filter((row) => nearest.has(row)).length / (RUNS * LIMIT);
}
await store.close();
const figures: ExactSearchFigures = {
  searchMs: median(took),
  peerMs: median(peer),
  same,
  loadMs,
  loadLagMs,
  residentMb,
};
console.log(JSON.stringify(figures));

async function settledMb(): Promise<number> {
  await delay(500);
  (globalThis as { gc?: () => void }).gc?.();
  await delay(500);
  return process.memoryUsage.rss() / 1024 ** 2;
}

async function readAll() {
  const read: number[] = [];
  const { total } = await vectors()
    .select((build) => build.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const all = new Float32Array(total * dimension);
  for (let after = -1; read.length < total; after = read.at(-1) ?? Infinity) {
    const page = await vectors()
      .select(['passages.row', 'passage_vectors.vector'])
      .where('passages.row', '>', after)
      .orderBy('passages.row')
      .limit(PAGE)
      .execute();
    for (const { row, vector } of page) {
      all.set(new Float32Array(Uint8Array.from(vector).buffer), read.length * dimension);
      read.push(row);
    }
  }
  return { rows: read, matrix: all };
}

function vectors() {
  return database.read
    .selectFrom('passages')
    .innerJoin('passage_vectors', 'passage_vectors.hash', 'passages.hash')
    .where('passages.person_id', '=', person)
    .where('passage_vectors.person_id', '=', person)
    .where('passage_vectors.model', '=', model);
}
