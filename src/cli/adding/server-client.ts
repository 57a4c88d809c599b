import { setTimeout } from 'node:timers/promises';

/** A refusal by the server, with the server's message. */
export class Refused extends Error {
  readonly kind: string;

  constructor(kind: string, message: string) {
    super(message);
    this.name = 'Refused';
    this.kind = kind;
  }
}

export interface ServerClient {
  get<Answer>(path: string): Promise<Answer>;
  post<Answer>(path: string, body: object): Promise<Answer>;
  /** A blob of a file is read while it is sent. */
  upload<Answer>(path: string, file: Uint8Array | Blob): Promise<Answer>;
  delete(path: string): Promise<void>;
}

interface Address {
  readonly url: string;
  readonly token: string;
  readonly signal: AbortSignal;
}

const MAX_ATTEMPTS = 60;

/** Calls a running server with a person's token. Waits when the server asks to retry later. */
export function createServerClient({ url, token, signal }: Address): ServerClient {
  async function call<Answer>(
    method: string,
    path: string,
    content: { type?: string; body?: string | Uint8Array<ArrayBuffer> | Blob },
  ): Promise<Answer> {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(content.type !== undefined && { 'content-type': content.type }),
    };
    for (let attempt = 1; ; attempt += 1) {
      const response = await reach(`${url}${path}`, {
        method,
        headers,
        signal,
        ...(content.body !== undefined && { body: content.body }),
      });
      const answer: unknown = await response.json().catch(() => null);
      if (response.ok) return answer as Answer;
      const {
        kind = 'internal',
        message,
        retryAfterMs,
      } = (answer ?? {}) as { kind?: string; message?: string; retryAfterMs?: number };
      if (kind !== 'too-many' || attempt === MAX_ATTEMPTS)
        throw new Refused(kind, message ?? `Warren answered with status ${response.status} and no reason.`);
      await setTimeout(retryAfterMs ?? 1_000, undefined, { signal });
    }
  }
  return {
    get: (path) => call('GET', path, {}),
    post: (path, body) => call('POST', path, { type: 'application/json', body: JSON.stringify(body) }),
    upload: (path, file) =>
      call('POST', path, { type: 'application/octet-stream', body: file as Uint8Array<ArrayBuffer> | Blob }),
    delete: (path) => call('DELETE', path, {}),
  };
}

async function reach(url: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(url, request);
  } catch (error) {
    if (request.signal?.aborted) throw error;
    throw new Error(
      `Warren at ${new URL(url).origin} cannot be reached any more. What was added stays; run the same command again to go on.`,
      {
        cause: error,
      },
    );
  }
}
