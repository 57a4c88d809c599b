import { failureOf } from './provider-failure.ts';
import type { Watchdog } from './watchdog.ts';

/** Longer than any error message. */
const MAX_ERROR_BYTES = 64_000;

/** The kind of a body by its content type. `unnamed`: no content type, or one that says nothing. */
export function kindOfBody(response: Response): 'events' | 'json' | 'unnamed' | 'other' {
  const [type = ''] = (response.headers.get('content-type') ?? '').toLowerCase().split(';');
  const name = type.trim();
  if (name === 'text/event-stream') return 'events';
  if (name === 'application/json' || /^application\/[\w.-]+\+json$/.test(name)) return 'json';
  return ['', 'text/plain', 'application/octet-stream'].includes(name) ? 'unnamed' : 'other';
}

interface Watch {
  readonly watchdog: Watchdog;
  readonly betweenMs: number;
}

/** Reports the bytes of a body to the watchdog. */
export async function* watched(
  body: AsyncIterable<Uint8Array> | null,
  { watchdog, betweenMs }: Watch,
): AsyncGenerator<Uint8Array> {
  if (!body) return;
  watchdog.allow(betweenMs);
  for await (const bytes of body) {
    watchdog.allow(betweenMs);
    watchdog.take(bytes.length);
    yield bytes;
  }
}

/** Reads the body of an answer. Throws if reading fails or the body is too long. */
export async function readAll(response: Response, watch: Watch): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const bytes of watched(response.body, watch)) pieces.push(bytes);
  return Buffer.concat(pieces).toString('utf8');
}

/** Reads as much as possible of an error's body. Never throws, because the status is known already. */
export async function readErrorBody(response: Response, watch: Watch): Promise<string> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const bytes of watched(response.body, watch)) {
      pieces.push(bytes);
      if ((length += bytes.length) > MAX_ERROR_BYTES) break;
    }
  } catch {
    return '';
  }
  return Buffer.concat(pieces).toString('utf8');
}

/** Parses JSON that a server sent. Throws a ModelFailure of the given kind if it is not valid. */
export function parseBody(text: string, kind: 'malformed' | 'cut' = 'malformed'): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw failureOf(kind);
  }
}
