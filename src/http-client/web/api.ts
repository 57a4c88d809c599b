import type { ErrorKind } from '#wire/error-kind.ts';

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

/** Calls a route under `/api`. Rejects with an ApiProblem. */
export function api<Answer>(method: Method, path: `/api/${string}`, body?: object): Promise<Answer> {
  return answerOf<Answer>(path, body ? jsonOf(method, body) : { method });
}

/** Sends a file as the body of a request. Rejects with an ApiProblem, also when the signal ends it. */
export function upload<Answer>(path: `/api/${string}`, file: Blob, signal?: AbortSignal): Promise<Answer> {
  const type = file.type === '' ? 'application/octet-stream' : file.type;
  return answerOf<Answer>(path, {
    method: 'POST',
    headers: { 'content-type': type },
    body: file,
    ...(signal && { signal }),
  });
}

/** Asks for a file. Rejects with an ApiProblem. */
export async function download(path: `/api/${string}`, body: object): Promise<Blob> {
  const response = await reach(path, jsonOf('POST', body));
  if (response.ok) return response.blob();
  throw problemOf(response.status, await response.json().catch(() => null));
}

const jsonOf = (method: Method, body: object): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

async function answerOf<Answer>(path: string, request: RequestInit): Promise<Answer> {
  const response = await reach(path, request);
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok) return answer as Answer;
  throw problemOf(response.status, answer);
}

async function reach(path: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(path, { ...request, credentials: 'same-origin' });
  } catch {
    throw new ApiProblem('unreachable', 'Warren cannot be reached. Check that it is running, then try again.');
  }
}

function problemOf(status: number, answer: unknown): ApiProblem {
  if (typeof answer === 'object' && answer !== null && 'kind' in answer && 'message' in answer) {
    const { kind, message, ...detail } = answer as { kind: ErrorKind; message: string };
    return new ApiProblem(kind, message, detail);
  }
  if (status === 401) return new ApiProblem('signed-out', 'Sign in to go on.');
  return new ApiProblem('internal', `Warren answered with status ${status} and no reason. Try again.`);
}

/** The message for the person about any thrown value. */
export function messageOf(error: unknown): string {
  if (error instanceof Error && error.message) return error.message;
  if (typeof error === 'object' && error !== null && 'message' in error) return String(error.message);
  return 'Something failed and gave no reason. Try again.';
}
