import { PassThrough, type Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

import type { Agent, Dispatcher, request } from 'undici';

import type { FetchedDocument, FetchLink } from '#library/ingestion/server/fetch-link.ts';
import { UnreadableDocument } from '#library/ingestion/server/read-document.ts';

import { createAddressPolicy } from './address-policy.ts';
import { checkedConnector, type Resolve, resolveAll } from './checked-connector.ts';
import { fetchFailure, statusFailure, tooLarge, tooSlow } from './fetch-failure.ts';

const MAX_REDIRECTS = 5;
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];
const PASTE = 'Open it in your browser and paste the text instead.';

/** In ms. */
const TIME_LIMITS = {
  connect: 10_000,
  headers: 20_000,
  /** Maximum time between two chunks of the body. */
  body: 20_000,
  /** Maximum time for everything, including redirects. */
  total: 120_000,
};

const HEADERS = {
  'user-agent': 'Warren/0.1 (a personal library that fetches the pages its owner saves)',
  accept: 'text/html, application/xhtml+xml, application/pdf;q=0.9, text/*;q=0.9, */*;q=0.5',
  'accept-encoding': 'gzip, br',
};

interface FetchingOptions {
  /** Host names, addresses and ranges that may be fetched from although they are private. */
  readonly allowed: readonly string[];
  readonly resolve?: Resolve;
  readonly timeLimits?: Partial<typeof TIME_LIMITS>;
}

/** Fetches over undici with its own agent: it ignores proxies of the environment, cookies and the global agent. */
export function createFetchLink({ allowed, resolve = resolveAll, timeLimits }: FetchingOptions): FetchLink {
  const policy = createAddressPolicy(allowed);
  const limits = { ...TIME_LIMITS, ...timeLimits };

  return async (text, { signal, onProgress }) => {
    signal.throwIfAborted();
    let url = webAddress(text);
    const undici = await import('undici');
    const agent = new undici.Agent({
      connect: checkedConnector({ policy, resolve, build: undici.buildConnector, timeoutMs: limits.connect }),
      headersTimeout: limits.headers,
      bodyTimeout: limits.body,
    });
    const timeUp = AbortSignal.timeout(limits.total);
    const call = { agent, request: undici.request, signal: AbortSignal.any([signal, timeUp]) };
    try {
      for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
        const answer = await ask(url, call);
        if (!REDIRECTS.includes(answer.statusCode)) return await receive(answer, { url, onProgress });
        url = webAddress(one(answer.headers['location']) ?? missingTarget(url), url);
      }
      throw new UnreadableDocument('This address leads from one address to the next without end.', { remedy: PASTE });
    } catch (error) {
      signal.throwIfAborted();
      throw timeUp.aborted ? tooSlow(url.hostname) : fetchFailure(error, url.hostname);
    } finally {
      await agent.destroy();
    }
  };
}

interface Call {
  readonly agent: Agent;
  readonly request: typeof request;
  readonly signal: AbortSignal;
}

async function ask(url: URL, { agent, request: send, signal }: Call): Promise<Dispatcher.ResponseData> {
  const answer = await send(url, { dispatcher: agent, signal, headers: HEADERS });
  // An error of a body that nobody reads must not end the process when its connection is cut.
  answer.body.on('error', () => undefined);
  return answer;
}

async function receive(
  { statusCode, headers, body }: Dispatcher.ResponseData,
  { url, onProgress }: { readonly url: URL; readonly onProgress: Parameters<FetchLink>[1]['onProgress'] },
): Promise<FetchedDocument> {
  if (statusCode < 200 || statusCode > 299) throw statusFailure(statusCode, url.hostname);
  const mediaType = one(headers['content-type']) ?? '';
  const limit = sizeLimit(mediaType);
  if (limit === null)
    throw new UnreadableDocument(`This is not a page but ${mediaType.split(';')[0] ?? mediaType}.`, {
      remedy: 'Pages, PDF files and texts can be read. Describe it in a note instead.',
    });
  const declared = Number(one(headers['content-length']) ?? Number.NaN);
  if (declared > limit) throw tooLarge(limit);
  const total = Number.isSafeInteger(declared) ? declared : null;
  const bytes = await readBody(body, {
    encoding: one(headers['content-encoding']) ?? '',
    limit,
    onBytes: (received) => onProgress(received, total),
  });
  if (bytes.length === 0) throw new UnreadableDocument(`${url.hostname} sent an empty page.`, { remedy: PASTE });
  return { bytes, mediaType, name: nameOf(url), url: url.href };
}

function one(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}

function missingTarget(url: URL): never {
  throw new UnreadableDocument(`${url.hostname} leads on to no address.`, { remedy: PASTE });
}

/** The last part of the path, as a file name. */
function nameOf(url: URL): string {
  const last = url.pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

/** In bytes, also after decompression. */
const MAX_PAGE_BYTES = 10_000_000;
const MAX_FILE_BYTES = 50_000_000;

const PAGE = /^(text\/|application\/(xhtml\+xml|xml|json$|ld\+json))/;
const FILE =
  /^application\/(pdf|x-pdf|octet-stream|binary|vnd\.openxmlformats-officedocument\.wordprocessingml\.document)/;

/** The maximum size for a document of this media type; null for types that cannot contain words. */
function sizeLimit(mediaType: string): number | null {
  const type = mediaType.trim().toLowerCase();
  if (type === '' || FILE.test(type)) return MAX_FILE_BYTES;
  return PAGE.test(type) ? MAX_PAGE_BYTES : null;
}

const MAX_ADDRESS = 8_000;
const CHECK_OR_PASTE = 'Check the address, or paste the text instead.';

/**
 * Parses an address once, as a browser does; all later steps use the result. Rejects notations that parsers disagree
 * about: backslashes, control characters, and a user name before the host.
 */
function webAddress(text: string, base?: URL): URL {
  if (text.length > MAX_ADDRESS) throw notAnAddress('This address is too long.');
  // oxlint-disable-next-line no-control-regex -- control characters are what is refused
  if (/[\u0000-\u001f\u007f\\]/.test(text)) throw notAnAddress('This address has characters that no address has.');
  const url = URL.parse(text, base?.href);
  if (!url) throw notAnAddress('This is not an address.');
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw notAnAddress('Only addresses that begin with http:// or https:// can be fetched.');
  if (url.username !== '' || url.password !== '' || /^[^/?#:]*:[^/?#]*@|^[^/?#]*:\/+[^/?#]*@/.test(text))
    throw notAnAddress('An address with a user name or password cannot be fetched.');
  url.hash = '';
  return url;
}

function notAnAddress(message: string): UnreadableDocument {
  return new UnreadableDocument(message, { remedy: CHECK_OR_PASTE });
}

interface BodyReading {
  /** Value of the header `content-encoding`; empty if it is missing. */
  readonly encoding: string;
  /** In bytes, before and after decompression. */
  readonly limit: number;
  readonly onBytes: (received: number) => void;
}

/** Reads a body to its end. Rejects as soon as it exceeds the limit, which stops decompression bombs. */
async function readBody(body: Readable, { encoding, limit, onBytes }: BodyReading): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  await pipeline(body, withinLimit(limit, onBytes), decoder(encoding), withinLimit(limit), async (source) => {
    for await (const chunk of source) chunks.push(chunk);
  });
  return new Uint8Array(Buffer.concat(chunks));
}

function withinLimit(limit: number, onBytes?: (bytes: number) => void) {
  return async function* (source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let bytes = 0;
    for await (const chunk of source) {
      bytes += chunk.length;
      if (bytes > limit) throw tooLarge(limit);
      onBytes?.(bytes);
      yield chunk;
    }
  };
}

function decoder(encoding: string): Transform {
  switch (encoding.trim().toLowerCase()) {
    case '':
    case 'identity':
      return new PassThrough();
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'br':
      return createBrotliDecompress();
    case 'deflate':
      return createInflate();
    default:
      throw new UnreadableDocument('This page is compressed in a way that cannot be read.', {
        remedy: 'Open it in your browser and paste the text instead.',
      });
  }
}
