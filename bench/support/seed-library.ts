import { createHash } from 'node:crypto';

import { tablesOf } from '#database/server/database.ts';
import type { WordSearch } from '#library/search/server/passage-search.ts';
import type { LibraryTables } from '#library/storage/server/tables.ts';
import type { OpenStore } from '#platform/database/open-store.ts';

import { createTopics } from './topics.ts';
import { createVocabulary } from './vocabulary.ts';

export interface SeededModel {
  readonly key: string;
  readonly dimension: number;
}

export interface SeededLibrary {
  readonly person: string;
  readonly sources: number;
  readonly passagesPerSource: number;
  /** The number of buckets for the sources. Defaults to 20. */
  readonly buckets?: number;
  /** The models that the library has vectors of. */
  readonly models: readonly SeededModel[];
  /** Keeps the index of words up to date. Undefined: there is no index. */
  readonly words?: WordSearch;
}

const WORDS_PER_PASSAGE = 80;
/** The number of sources in a transaction. */
const BATCH = 100;
const DAY_MS = 86_400_000;
const BUCKETS = 20;

/**
 * Writes a library, the same one each time: sources in buckets, passages with the word frequencies of prose, and
 * vectors.
 */
export async function seedLibrary(store: OpenStore, library: SeededLibrary): Promise<void> {
  const { person, sources, models, words, buckets = BUCKETS } = library;
  const database = tablesOf<LibraryTables>(store);
  const write = writerOf(library);
  await words?.recover();
  await database.write((trx) =>
    trx
      .insertInto('buckets')
      .values(
        Array.from({ length: buckets }, (_, position) => ({
          id: bucketId(person, position),
          person_id: person,
          name: `Bucket ${position}`,
          description: '',
          color: 'green' as const,
          position,
          created_at: 0,
        })),
      )
      .execute(),
  );
  for (let from = 0; from < sources; from += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, sources - from) }, (_, each) => write(from + each));
    await database.write(async (trx) => {
      await trx
        .insertInto('sources')
        .values(batch.map(({ source }) => source))
        .execute();
      await trx
        .insertInto('passages')
        .values(batch.flatMap(({ passages }) => passages))
        .execute();
      if (models.length > 0)
        await trx
          .insertInto('passage_vectors')
          .values(batch.flatMap(({ vectors }) => vectors))
          .execute();
      await words?.onTextWritten(trx, { person, sources: batch.map(({ source }) => source.id) });
    });
  }
}

function writerOf({ person, passagesPerSource, models, buckets = BUCKETS }: SeededLibrary) {
  const vocabulary = createVocabulary();
  const topicsOf = models.map(({ key, dimension }) => ({ model: key, dimension, topics: createTopics(dimension) }));
  return (index: number) => {
    const id = `${person}-source-${index}`;
    const at = DAY_MS + index * 1_000;
    const texts = Array.from({ length: passagesPerSource }, () => vocabulary.text(WORDS_PER_PASSAGE));
    const content = texts.join('\n\n');
    let start = 0;
    const passages = texts.map((text, each) => {
      const offsets = { start_offset: start, end_offset: start + text.length };
      start += text.length + 2;
      const place = { id: `${id}-${each}`, person_id: person, source_id: id, number: each + 1, language: 'en' };
      return { ...place, ...offsets, text, hash: hashOf(text) };
    });
    const source = {
      id,
      person_id: person,
      kind: index % 2 === 0 ? ('note' as const) : ('article_clip' as const),
      origin: index % 2 === 0 ? ('person' as const) : ('web' as const),
      bucket_id: bucketId(person, index % buckets),
      title: texts[0]?.slice(0, 50) ?? '',
      url: null,
      url_key: null,
      content_hash: hashOf(content),
      preview: content.slice(0, 200),
      words: passagesPerSource * WORDS_PER_PASSAGE,
      language: 'en',
      created_at: at,
      added_at: at,
      changed_at: at,
      state: 'read' as const,
      content,
    };
    const vectors = topicsOf.flatMap(({ topics, ...model }) =>
      passages.map(({ hash }) => ({
        ...model,
        person_id: person,
        hash,
        vector: new Uint8Array(topics.vector().buffer),
      })),
    );
    return { source, passages, vectors };
  };
}

/** The id of a bucket that `seedLibrary` writes. */
export function bucketId(person: string, position: number): string {
  return `${person}-bucket-${position}`;
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
