import type { Embedder } from '#embedding/server/embedder.ts';
import { cleanText } from '#kernel/clean-text.ts';

import { bestOf } from '../../search/domain/fuse.ts';
import { findSources, type SearchDependencies } from '../../search/server/find-sources.ts';
import type { PassageScore } from '../../search/server/passage-search.ts';
import { insertSources, type SourceWriter } from '../../sources/server/writing/write-source.ts';
import type { CollectionDocument } from '../domain/collection.ts';

/** A library that holds a collection: each document is a source of one person. */
export interface EvaluationLibrary extends SearchDependencies {
  readonly person: string;
  readonly writer: SourceWriter;
  readonly embedder: Embedder;
}

/** As in trec_eval's runs of BEIR, ten answers count; one more, since a query that is a document never finds itself. */
const WANTED = 11;
const BATCH = 100;

/** Adds documents as the product adds sources. Their ids stay; a title alone is a text too. */
export async function addDocuments(
  library: EvaluationLibrary,
  documents: readonly CollectionDocument[],
  onProgress: (added: number) => void,
): Promise<void> {
  const { database, writer, person } = library;
  for (let at = 0; at < documents.length; at += BATCH) {
    const rows = documents.slice(at, at + BATCH).map(({ _id: id, title = '', text }) => ({
      id,
      person_id: person,
      kind: 'article_clip' as const,
      origin: 'file' as const,
      bucket_id: null,
      title: cleanText(title),
      url: null,
      content: cleanText(text.trim() === '' ? title : text),
      state: 'read' as const,
      created_at: 1,
      added_at: 1,
    }));
    await database.write((trx) => insertSources(trx, writer, rows));
    onProgress(at + rows.length);
  }
}

/** Texts of passages that have no vector yet, each once. */
export async function textsToEmbed({ database, embedder }: EvaluationLibrary): Promise<ReadonlyMap<string, string>> {
  const { languages } = embedder.model;
  const rows = await database.read.selectFrom('passages').select(['hash', 'text', 'language']).execute();
  const known = rows.filter(({ language }) => languages === null || language === null || languages.includes(language));
  return new Map(known.map(({ hash, text }) => [hash, text]));
}

export async function embedTexts(
  { database, embedder, person, meaning }: EvaluationLibrary,
  texts: ReadonlyMap<string, string>,
  onProgress: (embedded: number) => void,
): Promise<void> {
  const { key: model, dimension } = embedder.model;
  const all = [...texts];
  for (let at = 0; at < all.length; at += embedder.batchSize) {
    const batch = all.slice(at, at + embedder.batchSize);
    const vectors = await embedder.embed(
      batch.map(([, text]) => text),
      'passage',
      new AbortController().signal,
    );
    const rows = batch.flatMap(([hash], index) => {
      const vector = vectors[index];
      if (!vector) return [];
      const bytes = new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
      return [{ person_id: person, model, hash, dimension, vector: bytes }];
    });
    await database.write((trx) => trx.insertInto('passage_vectors').values(rows).execute());
    onProgress(at + batch.length);
  }
  meaning.vectors.changed(person);
}

/** Answers a query with ids of documents, best first. */
export type Arm = (query: string) => Promise<readonly string[]>;

export const keywordArm =
  (library: EvaluationLibrary): Arm =>
  (query) =>
    find(library, query, 'words');

export const hybridArm =
  (library: EvaluationLibrary): Arm =>
  (query) =>
    find(library, query, 'both');

/** The nearest by meaning alone, however far. */
export function vectorArm({ database, embedder, embedQuery, meaning, person }: EvaluationLibrary): Arm {
  return async (query) => {
    const vector = await embedQuery(embedder, query);
    const scope = { person, filter: {}, limit: 5 * WANTED, model: embedder.model.key };
    const scores: readonly PassageScore[] = await meaning.vectors.search(vector, scope);
    const rows = await database.read
      .selectFrom('passages')
      .select(['row', 'source_id'])
      .where('row', 'in', [-1, ...scores.map(({ row }) => row)])
      .execute();
    const sources = new Map(rows.map(({ row, source_id }) => [row, source_id]));
    return bestOf(scores.map(({ row, score }) => ({ source: sources.get(row) ?? '', score })))
      .toSorted((one, other) => other.score - one.score)
      .map(({ source }) => source);
  };
}

async function find(library: EvaluationLibrary, query: string, by: 'words' | 'both'): Promise<readonly string[]> {
  const request = { person: library.person, query, filter: {}, limit: WANTED, by, isTyped: false };
  const { sources, meaning } = await findSources(library, request);
  if (meaning.problem) throw new Error(`${meaning.problem.message} ${meaning.problem.remedy}`);
  return sources.map(({ source }) => source);
}
