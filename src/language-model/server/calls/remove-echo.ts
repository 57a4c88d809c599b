import { echoes } from '../../domain/echo.ts';
import { sentTexts } from '../../domain/prompt.ts';
import type { ModelRequest } from '../language-model.ts';
import { ModelFailure } from '../model-failure.ts';

/** HTML, or a tagged block of a prompt, plain or escaped. */
const TAG = /<|&lt;|&#(60|x3c);|\\u003c|%3c/i;

/**
 * Removes the provider's message from a failure if it repeats the request: a prompt contains what the person must not
 * read, and no message or log may show it.
 */
export function removeEcho(failure: ModelFailure, request: ModelRequest): ModelFailure {
  const { said, failure: kind, retryAfterMs, detail } = failure;
  if (said === undefined || (!TAG.test(said) && !echoes(said, sentTexts(request)))) return failure;
  // The failure's own message quotes it, too.
  return new ModelFailure(kind, {
    message: `The model did not answer (${kind}).`,
    remedy: detail.remedy ?? '',
    retryAfterMs,
  });
}
