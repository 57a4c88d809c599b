import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { ensureSomeone } from '#account/server/first-person.ts';
import { peopleOf } from '#composition/server/people.ts';
import { tablesOf } from '#database/server/database.ts';
import { createEmbedders } from '#embedding/server/create-embedders.ts';
import type { Embedder } from '#embedding/server/embedder.ts';
import { cleanText } from '#kernel/clean-text.ts';
import { listMissing } from '#library/indexing/server/find-passages.ts';
import { indexBatch } from '#library/indexing/server/index-batch.ts';
import { findSources } from '#library/search/server/find-sources.ts';
import { insertSources } from '#library/sources/server/writing/write-source.ts';
import type { LibraryTables } from '#library/storage/server/tables.ts';
import { openStore } from '#platform/database/open-store.ts';
import { createEmbeddedEmbedder } from '#platform/embedding/embedded/embedded-embedder.ts';
import { createExactVectors } from '#platform/library-search/vectors/exact-vectors.ts';
import { createWordSearch } from '#platform/library-search/words/create-word-search.ts';

import { type Collection, type CollectionDocument, measuresOf, readCollection } from './collection.ts';
import { withFirstPerson } from './first-person.ts';
import { type Measure, openResults, tell } from './rows.ts';

/** The embedded embedder reads three passages a second, so more of them would take over four hours. */
const MAX_EMBEDDED_PASSAGES = 50_000;
const BATCH = 100;

const DEPTH = 10;

/** Measures for each arm how well the library finds the matching documents of a collection's queries. */
export const measure: Measure = async ({ data, out, environment }) => {
  const collection = await readCollection(data);
  const { documents, queries } = collection;
  const files = ['corpus.jsonl', 'queries.jsonl', 'qrels/test.tsv'];
  const add = openResults(out, ...files.map((name) => path.join(data, name)));
  return withFirstPerson(environment, async (first) => {
    tell(`${documents.length} documents, ${queries.length} queries`);
    const embedded = createEmbeddedEmbedder();
    const embedders = first && createEmbedders({ roleModels: first.roleModels, embedded });
    const embedder = first && embedders ? await embedders.of(first.id) : embedded;
    const library = await openTemporaryLibrary(embedder);
    try {
      await library.add(documents);
      const asked = new Map([['keyword', await ask(library.keyword, collection)]]);
      if (await library.embed())
        asked.set('vector', await ask(library.vector, collection)).set('hybrid', await ask(library.hybrid, collection));
      for (const [index, { _id: id }] of queries.entries())
        add({ id, arms: Object.fromEntries([...asked].map(([name, rows]) => [name, rows[index]])) });
      const arms = Object.fromEntries([...asked].map(([name, rows]) => [name, meanOf(rows)]));
      return { documents: documents.length, queries: queries.length, arms };
    } finally {
      await library.close();
      await (embedders ?? embedded).close();
    }
  });
};

/** The results of an arm for each query. A query that is also a document never finds itself. */
async function ask(arm: Arm, { queries, judgements }: Collection) {
  const asked = [];
  for (const { _id, text } of queries) {
    const begun = performance.now();
    const found = await arm(text, DEPTH + 1);
    const milliseconds = performance.now() - begun;
    const ranking = found.filter((document) => document !== _id).slice(0, DEPTH);
    asked.push({ ...measuresOf(ranking, judgements.get(_id) ?? new Map()), milliseconds, ranking });
  }
  return asked;
}

function meanOf(asked: Awaited<ReturnType<typeof ask>>) {
  const mean = (name: 'ndcg10' | 'recall10' | 'mrr10' | 'milliseconds') =>
    asked.reduce((sum, each) => sum + each[name], 0) / asked.length;
  return { ndcg10: mean('ndcg10'), recall10: mean('recall10'), mrr10: mean('mrr10'), msPerQuery: mean('milliseconds') };
}

/** Answers a query with ids of documents, best first. */
type Arm = (query: string, limit: number) => Promise<readonly string[]>;

/** A temporary library made of the product's own parts; its folder is deleted at the end. Each document is a source. */
async function openTemporaryLibrary(embedder: Embedder) {
  const home = await mkdtemp(path.join(tmpdir(), 'warren-retrieval-'));
  const store = await openStore({ home, databaseUrl: undefined });
  const database = tablesOf<LibraryTables>(store);
  const person = await ensureSomeone(peopleOf(store), { home, token: undefined });
  const fail = (message: string, cause: unknown) => tell(`${message}: ${String(cause)}`);
  const log = { info: tell, warn: fail, error: fail };
  const words = createWordSearch(store, fail);
  const vectors = createExactVectors(database);
  const meaning = { vectors, servingOf: () => Promise.resolve({ embedder, waitingSources: 0 }) };
  const { signal } = new AbortController();
  const { model } = embedder;

  // Queries are not cached, so that the time includes embedding them.
  const embedQueries = (_: Embedder, { queries }: { readonly queries: readonly string[] }) =>
    embedder.embed(queries, 'query', signal);
  function armBy(by: 'words' | 'both'): Arm {
    return async (query, limit) => {
      const request = { person, query, filter: {}, limit, by, isTyped: false, keeps: 'all' as const };
      const found = await findSources({ database, words, meaning, embedQueries, log }, request);
      if (found.meaning.problem) throw new Error(found.meaning.problem.message);
      return found.sources.map(({ source }) => source);
    };
  }
  /** The nearest documents by meaning alone, at any distance. */
  async function vector(query: string, limit: number): Promise<readonly string[]> {
    const scope = { person, filter: {}, limit: 5 * limit, model: model.key };
    const [near = new Float32Array(model.dimension)] = await embedQueries(embedder, { queries: [query] });
    const scores = await vectors.search(near, scope);
    const rows = [-1, ...scores.map(({ row }) => row)];
    const { read } = database;
    const passages = await read.selectFrom('passages').select(['row', 'source_id']).where('row', 'in', rows).execute();
    const sourceOf = new Map(passages.map(({ row, source_id }) => [row, source_id]));
    const best = scores.toSorted((one, other) => other.score - one.score);
    return [...new Set(best.map(({ row }) => sourceOf.get(row) ?? ''))];
  }
  return {
    keyword: armBy('words'),
    hybrid: armBy('both'),
    vector,
    /** Adds documents under their own ids. A title without text is added too. */
    async add(documents: readonly CollectionDocument[]): Promise<void> {
      const of = { person_id: person, kind: 'article_clip', origin: 'file', bucket_id: null, url: null } as const;
      const writer = { newId: randomUUID, onTextWritten: words.onTextWritten };
      for (let at = 0; at < documents.length; at += BATCH) {
        const rows = documents.slice(at, at + BATCH).map(({ _id: id, title = '', text }) => {
          const texts = { title: cleanText(title), content: cleanText(text.trim() === '' ? title : text) };
          return { ...of, ...texts, id, state: 'read' as const, created_at: 1, added_at: 1 };
        });
        await database.write((trx) => insertSources(trx, writer, rows));
      }
    },
    /** Embeds all passages. Returns false and embeds none if they are too many. */
    async embed(): Promise<boolean> {
      const missing = await listMissing(database.read, { person, model }, Number.MAX_SAFE_INTEGER);
      const isTooMuch = embedder.isEmbedded && missing.length > MAX_EMBEDDED_PASSAGES;
      tell(`${missing.length} passages for ${model.name}${isTooMuch ? ': only words are measured' : ''}`);
      const { batchSize } = embedder;
      const indexing = { database, onVectors: (owner: string) => vectors.changed(owner) };
      for (let at = 0; at < missing.length && !isTooMuch; at += batchSize) {
        await indexBatch(indexing, { person, embedder, passages: missing.slice(at, at + batchSize), signal });
        if ((at / batchSize) % 20 === 19) tell(`${at} of ${missing.length}`);
      }
      return !isTooMuch;
    },
    async close(): Promise<void> {
      await vectors.close();
      await words.close();
      await store.close();
      await rm(home, { recursive: true, force: true });
    },
  };
}
