import { echoes } from '../../domain/echo.ts';
import { sentTexts } from '../../domain/prompt.ts';
import type { ModelRequest } from '../language-model.ts';
import { ModelFailure } from '../model-failure.ts';

/** A page, or one of the blocks that a prompt is made of, as it is or escaped. */
const TAG = /<|&lt;|&#(60|x3c);|\\u003c|%3c/i;

/**
 * A failure without its provider's words where they repeat what was sent: a prompt holds what the person must not
 * read, and no message or log may show it.
 */
export function removeEcho(failure: ModelFailure, request: ModelRequest): ModelFailure {
  const { said, failure: kind, retryAfterMs, detail } = failure;
  if (said === undefined || (!TAG.test(said) && !echoes(said, sentTexts(request)))) return failure;
  // Not its message either, which quotes them.
  return new ModelFailure(kind, {
    message: `The model did not answer (${kind}).`,
    remedy: detail.remedy ?? '',
    retryAfterMs,
  });
}
