import { failureOf } from '../provider-failure.ts';
import { kindOfBody, parseBody, readAll, readErrorBody, watched } from '../response-body.ts';
import type { Watchdog } from '../watchdog.ts';
import { STATUS_OF } from './anthropic-failure.ts';

/** Passed by the SDK to fetch with each request. */
export interface FetchWatch {
  readonly watchdog: Watchdog;
  readonly betweenMs: number;
  readonly isStreamed: boolean;
}

/**
 * `fetch` for the SDK. The SDK hides pings, but the watchdog needs every byte. It also accepts any body with status 200
 * as an answer, and a stream without events as a complete one. Here anything that is not an answer throws a
 * ModelFailure.
 */
export function watchedFetch(reach: typeof fetch): typeof fetch {
  return async (address, given: RequestInit & { watch?: FetchWatch } = {}) => {
    const { watch, ...init } = given;
    return watchedAnswer(await reach(address, init), watch);
  };
}

async function watchedAnswer(response: Response, watch: FetchWatch | undefined): Promise<Response> {
  if (!watch) return response;
  if (!response.ok) {
    const isRedirect = response.status >= 300 && response.status < 400;
    if (!isRedirect) return answerOf(await readErrorBody(response, watch), response);
    await response.body?.cancel();
    return new Response(null, response);
  }
  const kind = kindOfBody(response);
  if (watch.isStreamed && (kind === 'events' || kind === 'unnamed'))
    return new Response(ReadableStream.from(watched(response.body, watch)), response);
  if (kind === 'other') {
    await response.body?.cancel();
    throw failureOf('malformed');
  }
  return wholeAnswer(await readAll(response, watch), response, watch.isStreamed);
}

/** Some servers send errors with status 200. */
function wholeAnswer(text: string, response: Response, isStreamed: boolean): Response {
  const status = errorStatus(parseBody(text));
  if (status === null && isStreamed) throw failureOf('malformed');
  return answerOf(text, response, status ?? response.status);
}

function answerOf(text: string, response: Response, status = response.status): Response {
  const headers = new Headers(response.headers);
  if (response.ok) headers.set('content-type', 'application/json');
  headers.delete('content-length');
  return new Response(text, { status, headers });
}

/** The status for an error in a body; null if the body is not an error. */
function errorStatus(body: unknown): number | null {
  if (typeof body !== 'object' || body === null || !('type' in body) || body.type !== 'error') return null;
  const error = 'error' in body ? (body.error as { type?: unknown } | null) : null;
  return STATUS_OF[String(error?.type)] ?? 500;
}
