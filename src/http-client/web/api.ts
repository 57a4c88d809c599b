import type { ErrorKind } from '#wire/error-kind.ts';

import { noteWaiting } from './waiting.ts';

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** A request that the server did not carry out, with a message for the person. */
export class ApiProblem extends Error {
  readonly kind: ErrorKind | 'unreachable';
  readonly detail: {
    readonly field?: string;
    readonly reason?: string;
    /** The remedy, in words for the person. */
    readonly remedy?: string;
    readonly retryAfterMs?: number;
  };

  constructor(kind: ErrorKind | 'unreachable', message: string, detail: ApiProblem['detail'] = {}) {
    super(message);
    this.name = 'ApiProblem';
    this.kind = kind;
    this.detail = detail;
  }
}

/** After the death of a server, another one takes over its people about 10 s later. */
const WAIT_UP_TO_MS = 12_000;
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 2_000;

/**
 * Calls a route under `/api`. Rejects with an ApiProblem. While no server serves the person, reading is retried for
 * some seconds, and so is a request with an `id` from the page, which is idempotent. Others reject at once.
 */
export function api<Answer>(method: Method, path: `/api/${string}`, body?: object): Promise<Answer> {
  const mayRepeat = method === 'GET' || (body !== undefined && 'id' in body && typeof body.id === 'string');
  return answerOf<Answer>(path, { ...(body ? jsonOf(method, body) : { method }), mayRepeat });
}

/** Sends a file as the body of a request. Rejects with an ApiProblem, also when the signal aborts it. */
export function upload<Answer>(path: `/api/${string}`, file: Blob, signal?: AbortSignal): Promise<Answer> {
  const type = file.type === '' ? 'application/octet-stream' : file.type;
  return answerOf<Answer>(path, {
    method: 'POST',
    headers: { 'content-type': type },
    body: file,
    ...(signal && { signal }),
  });
}

/** Downloads a file. Rejects with an ApiProblem. */
export async function download(path: `/api/${string}`, body?: object): Promise<Blob> {
  const response = await reach(path, body ? jsonOf('POST', body) : {});
  if (response.ok) return response.blob();
  throw problemOf(response.status, await response.json().catch(() => null));
}

const jsonOf = (method: Method, body: object): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

interface Call extends RequestInit {
  /** Whether the request is idempotent. */
  readonly mayRepeat?: boolean;
}

async function answerOf<Answer>(path: string, { mayRepeat = false, ...request }: Call): Promise<Answer> {
  const giveUpAt = performance.now() + WAIT_UP_TO_MS;
  let waited: (() => void) | undefined;
  try {
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
      const response = await reach(path, request);
      const answer: unknown = await response.json().catch(() => null);
      if (response.ok) return answer as Answer;
      const problem = problemOf(response.status, answer);
      if (!mayRepeat || problem.kind !== 'stopping' || performance.now() + pauseMs > giveUpAt) throw problem;
      // The page shows the wait from the second pause on: most waits are over after the first.
      if (pauseMs > FIRST_PAUSE_MS) waited ??= noteWaiting();
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  } finally {
    waited?.();
  }
}

async function reach(path: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(path, { ...request, credentials: 'same-origin' });
  } catch {
    throw unreachable();
  }
}

const unreachable = () =>
  new ApiProblem('unreachable', 'Warren cannot be reached. Check that it is running, then try again.');

/** Status codes of a proxy without a reachable server. */
const OF_A_PROXY = new Set([502, 503, 504]);

function problemOf(status: number, answer: unknown): ApiProblem {
  if (typeof answer === 'object' && answer !== null && 'kind' in answer && 'message' in answer) {
    const { kind, message, ...detail } = answer as { kind: ErrorKind; message: string };
    return new ApiProblem(kind, message, detail);
  }
  if (OF_A_PROXY.has(status)) return unreachable();
  if (status === 401) return new ApiProblem('signed-out', 'Sign in to go on.');
  return new ApiProblem('internal', `Warren answered with status ${status} and no reason. Try again.`);
}

/** The message for the person about any thrown value. */
export function messageOf(error: unknown): string {
  if (error instanceof Error && error.message) return error.message;
  if (typeof error === 'object' && error !== null && 'message' in error) return String(error.message);
  return 'Something failed and gave no reason. Try again.';
}
