import type { ProviderAccess } from '#language-model/server/language-model.ts';
import { ModelFailure } from '#language-model/server/model-failure.ts';

import { failureOf, networkFailure, replyFailure, retryAfter } from '../provider-failure.ts';
import { readErrorBody } from '../response-body.ts';
import { type Watchdog, stallFailure } from '../watchdog.ts';
import { parseErrorBody } from './error-body.ts';

/**
 * Sends a request to an endpoint that speaks OpenAI's protocol; without a body, a GET. Throws a ModelFailure if it is
 * refused.
 */
export async function send(
  { access, watchdog, betweenMs }: { access: ProviderAccess; watchdog: Watchdog; betweenMs: number },
  path: string,
  body: object | null,
): Promise<Response> {
  const response = await (access.fetch ?? fetch)(`${access.baseUrl}${path}`, {
    method: body === null ? 'GET' : 'POST',
    headers: {
      accept: 'application/json, text/event-stream',
      ...(body !== null && { 'content-type': 'application/json' }),
      ...(access.key !== null && { authorization: `Bearer ${access.key}` }),
    },
    ...(body !== null && { body: JSON.stringify(body) }),
    signal: watchdog.signal,
    // A redirect means a wrong address, and the key must not be sent to another one.
    redirect: 'manual',
  });
  if (response.ok) return response;
  if (response.status >= 300 && response.status < 400) {
    await response.body?.cancel();
    throw failureOf('rejected-request', { providerMessage: 'the address redirects to another one' });
  }
  const text = await readErrorBody(response, { watchdog, betweenMs });
  throw replyFailure(
    { ...parseErrorBody(text), status: response.status, retryAfterMs: retryAfter(response.headers, Date.now()) },
    access.key,
  );
}

/** Converts an error of sending or reading to a failure. */
export function failureFrom(error: unknown, watchdog: Watchdog, hasAnswer: boolean): ModelFailure {
  if (error instanceof ModelFailure) return error;
  if (watchdog.isStalled()) return stallFailure(watchdog);
  if (error instanceof RangeError) return failureOf('malformed');
  return networkFailure(error, hasAnswer);
}
