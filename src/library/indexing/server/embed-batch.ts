import type { Embedder } from '#embedding/server/embedder.ts';
import { ModelFailure, type ModelFailureKind } from '#language-model/server/model-failure.ts';

/** What one text of a batch may have caused. */
const ABOUT_TEXTS: readonly ModelFailureKind[] = ['too-large', 'rejected-request', 'refused', 'malformed', 'cut'];

/** No model has a reason to refuse it. */
const PROBE = 'A short sentence.';

/**
 * The vectors of texts, in their order; null for a text that the model cannot embed. If a batch fails, its texts are
 * embedded one by one, so that one bad text does not hold up the others.
 */
export async function embedBatch(
  embedder: Embedder,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<readonly (Float32Array | null)[]> {
  try {
    return await embedder.embed(texts, 'passage', signal);
  } catch (error) {
    if (signal.aborted || !isAboutTexts(error)) throw error;
    // If this fails too, the texts are not to blame.
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
