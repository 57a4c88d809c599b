import { calibrationTexts } from '../../domain/calibration.ts';
import { ModelFailure } from '../model-failure.ts';
import type { RoleEmbedder } from '../role-embedder.ts';
import type { EmbeddedTexts } from './embedding-call.ts';

/** Time limit: the person waits, and a local server may have to load the model first. */
const WITHIN_MS = 60_000;

/** Embeds the texts that calibrate a model. Throws a ModelFailure. */
export async function calibrateEmbedder(embedder: RoleEmbedder): Promise<EmbeddedTexts> {
  const signal = AbortSignal.timeout(WITHIN_MS);
  try {
    return await embedder.embed(calibrationTexts, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new ModelFailure('stalled', {
      message: 'It took longer than a minute.',
      remedy: 'Try again, or choose another model.',
    });
  }
}
