import type { Watchdog } from './watchdog.ts';

/** More than any error says. */
const MAX_ERROR_BYTES = 64_000;

/** What a body is, as its server says. `unnamed`: anything, or nothing that helps. */
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

/** A body whose bytes the watchdog sees pass. */
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

/** All of a body that is an answer. Throws what reading it throws, and where it is longer than any answer. */
export async function readAll(response: Response, watch: Watch): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const bytes of watched(response.body, watch)) pieces.push(bytes);
  return Buffer.concat(pieces).toString('utf8');
}

/** As much of an error's body as can be read: the status says the rest. */
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
