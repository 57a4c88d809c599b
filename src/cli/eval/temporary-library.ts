import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { ensureSomeone } from '#account/server/first-person.ts';
import { peopleOf } from '#composition/server/people.ts';
import { tablesOf } from '#database/server/database.ts';
import type { Embedder } from '#embedding/server/embedder.ts';
import { cleanText } from '#kernel/clean-text.ts';
import { listMissing } from '#library/indexing/server/find-passages.ts';
import { indexBatch } from '#library/indexing/server/index-batch.ts';
import { findSources } from '#library/search/server/find-sources.ts';
import { insertSources } from '#library/sources/server/writing/write-source.ts';
import type { LibraryTables } from '#library/storage/server/tables.ts';
import { openStore } from '#platform/database/open-store.ts';
import { createExactVectors } from '#platform/library-search/vectors/exact-vectors.ts';
import { createWordSearch } from '#platform/library-search/words/create-word-search.ts';

import type { CollectionDocument } from './collection.ts';
import { tell } from './rows.ts';

/** Answers a query with ids of documents, best first. */
export type Arm = (query: string, limit: number) => Promise<readonly string[]>;

/** The embedded embedder reads three passages a second: more of them would take over four hours. */
const MAX_EMBEDDED_PASSAGES = 50_000;
const BATCH = 100;

/** An empty library in a folder that is deleted again, with the product's own parts. A document is a source of it. */
export async function openTemporaryLibrary(embedder: Embedder) {
  const home = await mkdtemp(path.join(tmpdir(), 'warren-retrieval-'));
  const store = await openStore({ home, databaseUrl: undefined });
  const database = tablesOf<LibraryTables>(store);
  const person = await ensureSomeone(peopleOf(store), { home, token: undefined, userName: 'eval' });
  const fail = (message: string, cause: unknown) => tell(`${message}: ${String(cause)}`);
  const log = { info: tell, warn: fail, error: fail };
  const words = createWordSearch(store, fail);
  const vectors = createExactVectors(database);
  const meaning = { vectors, servingOf: () => Promise.resolve({ embedder, waitingSources: 0 }) };
  const { signal } = new AbortController();
  const { model } = embedder;

  // Queries are not cached, so that the time includes embedding them.
  async function embedQuery(_: Embedder, query: string): Promise<Float32Array> {
    return (await embedder.embed([query], 'query', signal))[0] ?? new Float32Array(model.dimension);
  }
  function armBy(by: 'words' | 'both'): Arm {
    return async (query, limit) => {
      const request = { person, query, filter: {}, limit, by, isTyped: false };
      const found = await findSources({ database, words, meaning, embedQuery, log }, request);
      if (found.meaning.problem) throw new Error(found.meaning.problem.message);
      return found.sources.map(({ source }) => source);
    };
  }
  /** The nearest by meaning alone, however far. */
  async function vector(query: string, limit: number): Promise<readonly string[]> {
    const scope = { person, filter: {}, limit: 5 * limit, model: model.key };
    const scores = await vectors.search(await embedQuery(embedder, query), scope);
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
    /** Adds documents under their own ids; a title alone is a text too. */
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
    /** Embeds all passages, or none and returns false if they are too many. */
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
