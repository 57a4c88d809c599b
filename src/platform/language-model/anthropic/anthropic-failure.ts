import { ModelFailure } from '#language-model/server/model-failure.ts';

import { failureOf, networkFailure, replyFailure, retryAfter } from '../provider-failure.ts';
import { type Watchdog, stallFailure } from '../watchdog.ts';

/** The HTTP status for the type of an `error` event, which has no status of its own. */
export const STATUS_OF: Readonly<Record<string, number>> = {
  invalid_request_error: 400,
  authentication_error: 401,
  billing_error: 402,
  permission_error: 403,
  not_found_error: 404,
  request_too_large: 413,
  rate_limit_error: 429,
  timeout_error: 504,
  overloaded_error: 529,
  api_error: 500,
};

interface ThrownByApi extends Error {
  readonly status?: number;
  readonly headers?: Headers;
  readonly apiMessage: string | null;
  readonly type: string | null;
}

export function anthropicFailure(thrown: unknown, call: { key: string | null; watchdog: Watchdog }): ModelFailure {
  const ours = thrown instanceof Error && thrown.cause instanceof ModelFailure ? thrown.cause : thrown;
  if (ours instanceof ModelFailure) return ours;
  if (call.watchdog.isStalled()) return stallFailure(call.watchdog);
  if (thrown instanceof SyntaxError) return failureOf('malformed');
  if (!isApiError(thrown)) return networkFailure(thrown, isCut(thrown));
  const status = thrown.status ?? STATUS_OF[thrown.type ?? ''];
  if (status === undefined) {
    // Either the connection failed, or an `error` event had no known type.
    const isConnection = thrown.name === 'APIConnectionError' || thrown.constructor.name.startsWith('APIConnection');
    return isConnection ? networkFailure(thrown.cause ?? thrown, isCut(thrown.cause)) : failureOf('overloaded');
  }
  if (status >= 300 && status < 400)
    return failureOf('rejected-request', { providerMessage: 'the address redirects to another one' });
  return replyFailure(
    {
      status,
      providerMessage: thrown.apiMessage ?? undefined,
      code: thrown.type ?? undefined,
      retryAfterMs: thrown.headers ? retryAfter(thrown.headers, Date.now()) : undefined,
    },
    call.key,
  );
}

function isApiError(thrown: unknown): thrown is ThrownByApi {
  return thrown instanceof Error && 'apiMessage' in thrown;
}

/** The error that `fetch` throws if a body breaks off. */
function isCut(thrown: unknown): boolean {
  return thrown instanceof TypeError && thrown.message === 'terminated';
}
