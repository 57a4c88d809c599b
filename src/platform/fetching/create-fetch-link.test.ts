import type { IncomingHttpHeaders, RequestListener, ServerResponse } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net';
import { brotliCompressSync, createGzip, gzipSync } from 'node:zlib';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { UnreadableDocument } from '#library/ingestion/server/read-document.ts';

import { countingServer } from '../../../fixtures/fetching/counting-server.ts';
import { createFetchLink } from './create-fetch-link.ts';

const routes: Record<string, RequestListener> = {};
let server: Awaited<ReturnType<typeof countingServer>>;

beforeAll(async () => {
  server = await countingServer((request, response) => routes[request.url ?? '']?.(request, response));
});
afterAll(() => server.close());

const at = (path: string): string => `http://127.0.0.1:${String(server.port)}${path}`;
const page = (path: string, answer: (response: ServerResponse) => void): string => {
  routes[path] = (_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    answer(response);
  };
  return at(path);
};
type Options = Parameters<typeof createFetchLink>[0];

function fetchFrom(url: string, options: Partial<Options & { signal: AbortSignal; onProgress: () => void }> = {}) {
  const { signal = new AbortController().signal, onProgress = () => undefined, ...rest } = options;
  return createFetchLink({ allowed: ['127.0.0.1'], ...rest })(url, { signal, onProgress });
}
/** The message for the person. */
async function failureOf(url: string, options?: Parameters<typeof fetchFrom>[1]): Promise<UnreadableDocument> {
  const error = await fetchFrom(url, options).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(UnreadableDocument);
  return error as UnreadableDocument;
}
/** Answers every connection with these bytes and ignores the request. */
async function rawServer(answer: (socket: Socket) => void): Promise<{ url: string; close: () => void }> {
  const raw = createTcpServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => answer(socket));
  });
  await new Promise<void>((resolve) => void raw.listen(0, '127.0.0.1', resolve));
  const { port } = raw.address() as AddressInfo;
  return { url: `http://127.0.0.1:${String(port)}/`, close: () => void raw.close() };
}

test('a page is fetched with its type, its name and its address after redirects', async () => {
  const target = page('/a%20page.html?x=1', (response) => response.end('<p>Words</p>'));
  page('/moved', (response) => response.writeHead(301, { location: '/a%20page.html?x=1' }).end('gone'));
  const { bytes, ...rest } = await fetchFrom(`${at('/moved')}#part`);
  expect(Buffer.from(bytes).toString()).toBe('<p>Words</p>');
  expect(rest).toEqual({ mediaType: 'text/html; charset=utf-8', name: 'a page.html', url: target });
});

test('a request identifies Warren and carries no cookie and no referrer, also after a redirect', async () => {
  const seen: IncomingHttpHeaders[] = [];
  routes['/with-cookie'] = (request, response) => {
    seen.push(request.headers);
    response.writeHead(302, { location: '/after', 'set-cookie': 'id=1' }).end();
  };
  routes['/after'] = (request, response) => {
    seen.push(request.headers);
    response.end('words');
  };
  await fetchFrom(at('/with-cookie'));
  expect(seen).toHaveLength(2);
  for (const headers of seen) {
    expect(headers['user-agent']).toContain('Warren');
    expect(headers).not.toHaveProperty('cookie');
    expect(headers).not.toHaveProperty('referer');
  }
});

test.each([
  ['gzip', gzipSync('words')],
  ['br', brotliCompressSync('words')],
])('a body compressed with %s is read', async (encoding, body) => {
  const url = page(`/${encoding}`, (response) => response.setHeader('content-encoding', encoding).end(body));
  expect(Buffer.from((await fetchFrom(url)).bytes).toString()).toBe('words');
});

test('progress counts the bytes and knows the size that the server declared', async () => {
  const body = 'x'.repeat(300_000);
  const url = page('/large', (response) => response.setHeader('content-length', body.length).end(body));
  const seen: [number, number | null][] = [];
  await createFetchLink({ allowed: ['127.0.0.1'] })(url, {
    signal: new AbortController().signal,
    onProgress: (bytes, total) => seen.push([bytes, total]),
  });
  expect(seen.at(-1)).toEqual([300_000, 300_000]);
  expect(seen.length).toBeGreaterThan(1);
});

test('an endless stream stops at the size limit', async () => {
  const url = page('/endless', (response) => {
    const piece = Buffer.alloc(64 * 1024, 'x');
    const send = (): void => {
      while (!response.destroyed && response.write(piece));
      if (!response.destroyed) response.once('drain', send);
    };
    send();
  });
  expect((await failureOf(url)).message).toBe('This is larger than 10 MB.');
});

test.each(['text/html', 'application/pdf'])('a gzip bomb served as %s stops at the size limit', async (mediaType) => {
  const url = page('/bomb', (response) => {
    response.writeHead(200, { 'content-type': mediaType, 'content-encoding': 'gzip' });
    const zip = createGzip();
    zip.on('error', () => undefined).pipe(response);
    const zeros = Buffer.alloc(1_000_000);
    for (let megabytes = 0; megabytes < 200; megabytes++) zip.write(zeros);
    zip.end();
    response.on('close', () => zip.destroy());
  });
  expect((await failureOf(url)).message).toBe(`This is larger than ${mediaType === 'text/html' ? '10' : '50'} MB.`);
});

test('a declared size above the limit is rejected before the body', async () => {
  const url = page('/declared', (response) => {
    response.writeHead(200, { 'content-length': 11_000_000 }).flushHeaders();
  });
  expect((await failureOf(url)).message).toContain('larger than 10 MB');
});

test('a body shorter than declared can be retried later', async () => {
  const { url, close } = await rawServer((socket) =>
    socket.end('HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 1000\r\n\r\nshort'),
  );
  expect(await failureOf(url)).toMatchObject({ mayPass: true, message: expect.stringContaining('broke off') });
  close();
});

test('a body longer than declared is read up to the declared length', async () => {
  const { url, close } = await rawServer((socket) =>
    socket.end('HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 5\r\n\r\nwords and more words'),
  );
  expect(Buffer.from((await fetchFrom(url)).bytes).toString()).toBe('words');
  close();
});

test('an answer that is not HTTP is reported as broken', async () => {
  const { url, close } = await rawServer((socket) => socket.end('SSH-2.0-OpenSSH_9.9\r\n'));
  expect((await failureOf(url)).message).toContain('broken');
  close();
});

test('invalid compressed bytes are reported as broken', async () => {
  const url = page('/broken', (response) => response.setHeader('content-encoding', 'gzip').end('not compressed'));
  expect((await failureOf(url)).message).toContain('broken');
  const unknown = page('/unknown', (response) => response.setHeader('content-encoding', 'gzip, gzip').end('x'));
  expect((await failureOf(unknown)).message).toContain('compressed in a way');
});

test.each(['headers', 'body'] as const)('a server that never sends its %s times out', async (part) => {
  const url = page(`/never-${part}`, (response) => {
    if (part === 'body') response.write('<p>');
  });
  const failure = await failureOf(url, { timeLimits: { [part]: 50 } });
  expect(failure).toMatchObject({ mayPass: true, message: expect.stringContaining('too long') });
});

test('a server that sends a byte now and then times out after the total time', async () => {
  const url = page('/drip', (response: ServerResponse): void => {
    const timer = setInterval(() => response.write('x'), 10);
    response.on('close', () => clearInterval(timer));
  });
  expect((await failureOf(url, { timeLimits: { total: 200 } })).message).toContain('too long');
});

test('circular redirects and redirects without a target end', async () => {
  const url = page('/circle', (response) => response.writeHead(302, { location: '/circle' }).end());
  const before = server.connections();
  expect((await failureOf(url)).message).toContain('without end');
  expect(server.connections() - before).toBeLessThanOrEqual(6);
  const nowhere = page('/nowhere', (response) => response.writeHead(302).end());
  expect((await failureOf(nowhere)).message).toContain('leads on to no address');
});

test('a redirect with an endless body is followed', async () => {
  page('/arrived', (response) => response.end('words'));
  const url = page('/endless-redirect', (response) => {
    response.writeHead(302, { location: '/arrived' }).write('x');
  });
  expect(Buffer.from((await fetchFrom(url)).bytes).toString()).toBe('words');
});

test.each([
  [404, /no page at this address/, false],
  [403, /sign-in or payment/, false],
  [429, /further requests/, true],
  [503, /problem of its own/, true],
  [304, /did not send a page/, false],
])('the status %i has a message', async (status, words, mayPass) => {
  const failure = await failureOf(page(`/status-${String(status)}`, (response) => response.writeHead(status).end()));
  expect(failure.message).toMatch(words);
  expect(failure.mayPass).toBe(mayPass);
  expect(failure.remedy).not.toBe('');
});

test('a type without words is rejected before its body', async () => {
  const url = page('/film', (response) => response.writeHead(200, { 'content-type': 'video/mp4' }).flushHeaders());
  expect((await failureOf(url)).message).toBe('This is not a page but video/mp4.');
  expect((await failureOf(page('/empty', (response) => response.end()))).message).toContain('empty page');
});

test('a missing site, a missing answer and an insecure connection have different messages', async () => {
  const lookup = (code: string) => async (): Promise<never> => {
    throw Object.assign(new Error(code), { code });
  };
  expect(await failureOf('http://nowhere.example/', { resolve: lookup('ENOTFOUND') })).toMatchObject({
    message: 'There is no site named nowhere.example.',
    mayPass: false,
  });
  expect(await failureOf('http://later.example/', { resolve: lookup('EAI_AGAIN') })).toMatchObject({ mayPass: true });
  const closed = await rawServer(() => undefined);
  closed.close();
  expect(await failureOf(closed.url)).toMatchObject({ message: expect.stringContaining('connection'), mayPass: true });
  expect((await failureOf(at('/').replace('http:', 'https:'))).message).toContain('no secure connection');
});

test('a cancelled fetch rejects with the reason of its signal', async () => {
  const cancel = new AbortController();
  const reason = new Error('cancelled');
  const url = page('/cancelled', (response) => {
    response.write('<p>');
    cancel.abort(reason);
  });
  await expect(fetchFrom(url, { signal: cancel.signal })).rejects.toBe(reason);
  await expect(fetchFrom(url, { signal: cancel.signal })).rejects.toBe(reason);
});
