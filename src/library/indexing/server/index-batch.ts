import type { Embedder } from '#embedding/server/embedder.ts';
import { ModelFailure, type ModelFailureKind } from '#language-model/server/model-failure.ts';

import type { IndexingDependencies } from './dependencies.ts';
import { type MissingPassage, readTexts } from './find-passages.ts';
import { storeVectors } from './store-vectors.ts';

interface Batch {
  readonly person: string;
  readonly embedder: Embedder;
  /** At most `batchSize` of the embedder. */
  readonly passages: readonly MissingPassage[];
  readonly signal: AbortSignal;
}

interface Indexed {
  readonly done: readonly MissingPassage[];
  /** Hashes of texts that the model cannot embed. */
  readonly setAside: readonly string[];
}

export async function indexBatch(
  { database, onVectors }: Pick<IndexingDependencies, 'database' | 'onVectors'>,
  { person, embedder, passages, signal }: Batch,
): Promise<Indexed> {
  const rows = passages.map(({ row }) => row);
  const texts = await readTexts(database.read, person, rows);
  // Hashes missing from `texts` were deleted meanwhile.
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

/** Failures that a single text of a batch may have caused. */
const ABOUT_TEXTS: readonly ModelFailureKind[] = ['too-large', 'rejected-request', 'refused', 'malformed', 'cut'];

/** A text that no model has a reason to refuse. */
const PROBE = 'A short sentence.';

/**
 * Returns the vectors of texts, in their order; null for a text that the model cannot embed. If a batch fails, its
 * texts are embedded one by one, so that one bad text does not block the others.
 */
async function embedBatch(
  embedder: Embedder,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<readonly (Float32Array | null)[]> {
  try {
    return await embedder.embed(texts, 'passage', signal);
  } catch (error) {
    if (signal.aborted || !isAboutTexts(error)) throw error;
    // If this fails too, the model is at fault and not the texts.
    await embedder.embed([PROBE], 'passage', signal);
  }
  const vectors: (Float32Array | null)[] = [];
  for (const text of texts) vectors.push(await embedOne(embedder, text, signal));
  return vectors;
}

async function embedOne(embedder: Embedder, text: string, signal: AbortSignal): Promise<Float32Array | null> {
  try {
    return (await embedder.embed([text], 'passage', signal))[0] ?? null;
  } catch (error) {
    if (signal.aborted || !isAboutTexts(error)) throw error;
    return null;
  }
}

function isAboutTexts(error: unknown): boolean {
  return error instanceof ModelFailure && ABOUT_TEXTS.includes(error.failure);
}
