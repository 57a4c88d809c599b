import type { Embedder } from '#embedding/server/embedder.ts';

import type { IndexingDependencies } from './dependencies.ts';
import { embedBatch } from './embed-batch.ts';
import { type MissingPassage, readTexts } from './find-passages.ts';
import { storeVectors } from './store-vectors.ts';

interface Batch {
  readonly person: string;
  readonly embedder: Embedder;
  /** At most as many texts as the embedder takes at once. */
  readonly passages: readonly MissingPassage[];
  readonly signal: AbortSignal;
}

interface Indexed {
  readonly done: readonly MissingPassage[];
  /** Hashes of texts that the model cannot embed. */
  readonly setAside: readonly string[];
}

/** Embeds the texts of passages and stores their vectors. */
export async function indexBatch(
  { database, onVectors }: Pick<IndexingDependencies, 'database' | 'onVectors'>,
  { person, embedder, passages, signal }: Batch,
): Promise<Indexed> {
  const rows = passages.map(({ row }) => row);
  const texts = await readTexts(database.read, person, rows);
  // Those that are missing were deleted meanwhile.
  const hashes = [...new Set(passages.map(({ hash }) => hash))].filter((hash) => texts.has(hash));
  if (hashes.length === 0) return { done: [], setAside: [] };
  const embedded = await embedBatch(
    embedder,
    hashes.map((hash) => texts.get(hash) ?? ''),
    signal,
  );
  const vectors = new Map<string, Float32Array>();
  const setAside: string[] = [];
  for (const [index, hash] of hashes.entries()) {
    const vector = embedded[index];
    if (vector) vectors.set(hash, vector);
    else setAside.push(hash);
  }
  await storeVectors(database, { person, model: embedder.model, vectors });
  onVectors(person);
  return { done: passages.filter(({ hash }) => vectors.has(hash)), setAside };
}
