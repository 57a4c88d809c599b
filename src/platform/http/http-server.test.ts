import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { connect, type Socket as TcpSocket } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';

import { describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';

import { AppError } from '#wire/error-kind.ts';
import { fileAnswer, fileBody } from '#wire/file.ts';
import { route } from '#wire/route.ts';

import { temporaryFolder } from '../../../fixtures/database/temporary-folder.ts';
import type { HttpServerDeps } from './http-server-deps.ts';
import { startHttpServer } from './http-server.ts';

const TOKEN = 'the-token';
const COOKIE = 'the-cookie';

const routes = [
  route({
    method: 'GET',
    path: '/api/things/:thing',
    summary: 'One thing',
    query: z.object({ limit: z.coerce.number().int().default(5) }),
    answer: z.object({ person: z.string(), thing: z.string(), limit: z.int() }),
    handle: ({ person, params, query }) => Promise.resolve({ person, thing: params['thing'], limit: query.limit }),
  }),
  route({
    method: 'POST',
    path: '/api/things',
    summary: 'Makes a thing',
    body: z.object({ name: z.string(), size: z.object({ width: z.int() }).optional() }),
    answer: z.object({ length: z.int() }),
    handle: ({ body }) => Promise.resolve({ length: body.name.length }),
  }),
  route({
    method: 'POST',
    path: '/api/files',
    summary: 'Takes a file',
    body: fileBody,
    maxBytes: 8 * 1024 * 1024,
    answer: z.object({ size: z.int(), first: z.int(), mediaType: z.string() }),
    handle: ({ body: { bytes, mediaType } }) =>
      Promise.resolve({ size: bytes.byteLength, first: bytes[0] ?? -1, mediaType }),
  }),
  route({
    method: 'GET',
    path: '/api/files/:file',
    summary: 'Gives a file',
    answer: fileAnswer,
    handle: ({ params }) =>
      Promise.resolve({
        name: 'naïve "plan" 10%\r\n.pdf',
        mediaType: params['file'] === 'odd' ? 'text/html\r\nset-cookie: a=b' : 'text/html; charset=x',
        bytes: new TextEncoder().encode('<script>alert(1)</script>'),
      }),
  }),
  route({
    method: 'DELETE',
    path: '/api/things/:thing',
    summary: 'Removes a thing',
    answer: z.undefined(),
    async handle({ params }) {
      if (params['thing'] === 'bug') throw new Error('password=hunter2');
      if (params['thing'] === 'full') throw Object.assign(new Error('full'), { errcode: 13 });
      if (params['thing'] === 'taken')
        throw new AppError('refused', 'It is in use.', { reason: 'in-use', cause: new Error('secret') });
    },
  }),
];

async function start(changes: Partial<HttpServerDeps> = {}) {
  const logged: string[] = [];
  const signedOut = new Set<string>();
  const sockets: { person: string; signIn: string | null }[] = [];
  const server = await startHttpServer({
    host: '127.0.0.1',
    port: 0,
    allowedHosts: ['warren.example'],
    routes,
    pageFolder: null,
    log: { info: () => {}, warn: () => {}, error: (message) => void logged.push(message) },
    identify: ({ bearer, cookie }) => {
      if (bearer !== undefined)
        return Promise.resolve(bearer === TOKEN ? { person: 'ada', signIn: null, credential: 'token' } : null);
      const isKnown = cookie === COOKIE && !signedOut.has(COOKIE);
      return Promise.resolve(isKnown ? { person: 'ada', signIn: 'hash', credential: 'hash' } : null);
    },
    signIn: (token) => Promise.resolve(token === TOKEN ? { cookie: COOKIE } : null),
    signOut: (cookie) => {
      signedOut.add(cookie);
      return Promise.resolve('hash');
    },
    onSocket(socket, person, signIn) {
      sockets.push({ person, signIn });
      socket.send('hello');
    },
    sockets: {
      things: (socket, { person, id }) => socket.send(`${id} of ${person}`),
    },
    readiness: () => Promise.resolve({ ok: true, problems: [] }),
    ...changes,
  });
  let isClosed = false;
  const close = async () => {
    if (!isClosed) await server.close();
    isClosed = true;
  };
  onTestFinished(close);
  const { port } = new URL(server.address);
  return { address: server.address, port, cookie: `warren_${port}=${COOKIE}`, logged, sockets, close };
}

interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  /** Sent by POST. */
  json?: object;
}
interface Answered {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** Unlike `fetch`, sends any Host and Origin. */
function send(address: string, target: string, sent: Sent = {}): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const { method = sent.json ? 'POST' : 'GET', body = sent.json && JSON.stringify(sent.json) } = sent;
    const headers = { ...(sent.json && json), ...sent.headers };
    const outgoing = httpRequest(address + target, { method, headers, agent: false }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () =>
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text: String(Buffer.concat(chunks)) }),
      );
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** The status an upgrade is refused with, or the first frame of the socket. */
function upgrade(address: string, target: string, headers: Record<string, string>): Promise<number | string> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address.replace('http', 'ws') + target, { headers });
    onTestFinished(() => socket.terminate());
    socket.on('message', (data: Buffer) => resolve(data.toString()));
    socket.on('unexpected-response', (_, answer) => resolve(answer.statusCode ?? 0));
    socket.on('error', reject);
  });
}

async function opened(address: string, headers: Record<string, string> = bearer): Promise<WebSocket> {
  const socket = new WebSocket(`${address.replace('http', 'ws')}/ws`, { headers });
  onTestFinished(() => socket.terminate());
  await once(socket, 'open');
  return socket;
}

/** Opens a WebSocket that does not answer automatically. */
async function upgradedByHand(port: string, headers: string): Promise<TcpSocket> {
  const raw = connect(Number(port), '127.0.0.1');
  onTestFinished(() => void raw.destroy());
  raw.on('error', () => {});
  raw.write(
    `GET /ws HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${headers}Upgrade: websocket\r\nConnection: Upgrade\r\n` +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
  );
  const [answer] = (await once(raw, 'data')) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1.1 101/);
  raw.resume();
  return raw;
}

/** A frame with a short text as a client sends it, with a mask of zeros. */
function textFrame(text: string): Buffer {
  return Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0, ...Buffer.from(text)]);
}

const json = { 'content-type': 'application/json' };
const bearer = { authorization: `Bearer ${TOKEN}` };

describe('access', () => {
  interface At {
    readonly port: string;
    readonly own: string;
    readonly cookie: string;
  }
  /**
   * The headers of a request and the expected status of its answer. A socket is expected to open if that is 200, unless
   * its own status follows.
   */
  type AccessCase = [name: string, headersAt: (at: At) => Record<string, string>, http: number, socket?: number];
  const wrong = { authorization: 'Bearer wrong' };
  const evil = { origin: 'http://evil.example' };
  const matrix: AccessCase[] = [
    ['a bearer without an origin', () => bearer, 200],
    ['a bearer of this origin', ({ own }) => ({ ...bearer, origin: own }), 200],
    ['a bearer of another origin', () => ({ ...bearer, ...evil }), 403],
    ['a wrong bearer', () => wrong, 401],
    ['a wrong bearer beside a good cookie', ({ cookie }) => ({ ...wrong, cookie }), 401],
    ['a cookie of this origin', ({ cookie, own }) => ({ cookie, origin: own }), 200],
    ['a cookie without an origin', ({ cookie }) => ({ cookie }), 200, 403],
    ['a cookie of another origin', ({ cookie }) => ({ cookie, ...evil }), 403],
    ['a cookie of another port of this machine', ({ cookie }) => ({ cookie, origin: 'http://127.0.0.1:1' }), 403],
    ['a cookie of an opaque origin', ({ cookie }) => ({ cookie, origin: 'null' }), 403],
    ['a cookie over https of this name', ({ cookie, port }) => ({ cookie, origin: `https://127.0.0.1:${port}` }), 403],
    ['the cookie of a server on another port', ({ own }) => ({ cookie: `warren_1=${COOKIE}`, origin: own }), 401],
    ['a wrong cookie', ({ port, own }) => ({ cookie: `warren_${port}=wrong`, origin: own }), 401],
    ['nobody', ({ own }) => ({ origin: own }), 401],
    ['the name localhost', ({ port }) => named(`localhost:${port}`, `http://localhost:${port}`), 200],
    ['the name localhost with the origin of the address', ({ port, own }) => named(`localhost:${port}`, own), 403],
    ['a name in capitals', ({ port }) => named(`LOCALHOST:${port}`), 200],
    ['the address of IPv6', ({ port }) => named(`[::1]:${port}`), 200],
    ['a name without the port', () => named('localhost'), 421],
    ['a name that was made to point here', ({ port }) => named(`evil.example:${port}`, evil.origin), 421],
    ['a name that ends in an allowed one', ({ port }) => named(`evil-warren.example:${port}`), 421],
    ['an allowed name behind a proxy with TLS', () => named('warren.example', 'https://warren.example'), 200],
    ['an allowed name with another origin', () => named('warren.example', 'https://evil.example'), 403],
    ['a request that a browser marks as cross-site', ({ cookie }) => ({ cookie, 'sec-fetch-site': 'cross-site' }), 403],
    ['a request that a browser marks as same-site', ({ cookie }) => ({ cookie, 'sec-fetch-site': 'same-site' }), 403],
    [
      'a request that a browser marks as of this origin',
      ({ cookie, own }) => ({ cookie, origin: own, 'sec-fetch-site': 'same-origin' }),
      200,
    ],
    ['a request that somebody typed', () => ({ ...bearer, 'sec-fetch-site': 'none' }), 200],
  ];
  function named(host: string, origin?: string): Record<string, string> {
    return { ...bearer, host, ...(origin !== undefined && { origin }) };
  }

  test('a request and a socket are admitted by credentials, origin and host', async () => {
    const { address, port, cookie } = await start();
    for (const [name, headersAt, http, socket = http] of matrix) {
      const headers = headersAt({ port, own: address, cookie });
      expect((await send(address, '/api/things/a', { headers })).status, name).toBe(http);
      expect(await upgrade(address, '/ws', headers), name).toBe(socket === 200 ? 'hello' : socket);
      expect(await upgrade(address, '/ws/things/a', headers), name).toBe(socket === 200 ? 'a of ada' : socket);
    }
  });

  test('a request without a Host is refused', async () => {
    const { port } = await start();
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(Number(port), '127.0.0.1', () => socket.write('GET /healthz HTTP/1.0\r\n\r\n'));
      socket.on('data', (data) => resolve(data.toString()));
    });
    expect(answer).toMatch(/^HTTP\/1.1 421/);
  });

  test('a socket can be opened only at /ws and at the addresses of binary sockets', async () => {
    const { address } = await start();
    for (const target of ['/api/ws', '/ws/nothing/a', '/ws/things', '/ws/toString/a'])
      expect(await upgrade(address, target, bearer), target).toBe(404);
  });

  test('health and the description of the API need no sign-in, everything else under /api does', async () => {
    const { address } = await start({
      readiness: () => Promise.resolve({ ok: false, problems: [{ part: 'disk', message: 'full' }] }),
    });
    const statuses = await Promise.all(
      ['/healthz', '/readyz', '/api/openapi.json', '/api/things/a', '/api/nothing'].map(
        async (target) => (await send(address, target)).status,
      ),
    );
    expect(statuses).toEqual([200, 503, 200, 401, 404]);
  });
});

describe('signing in', () => {
  test('a token is exchanged for a cookie that scripts and other sites cannot use', async () => {
    const { address, port } = await start();
    const answer = await send(address, '/api/sign-in', { json: { token: TOKEN } });
    expect(answer.status).toBe(200);
    expect(answer.headers['set-cookie']).toEqual([
      `warren_${port}=${COOKIE}; Max-Age=34560000; Path=/; HttpOnly; SameSite=Strict`,
    ]);
  });

  test('a page without TLS signs in alongside one with TLS, whose cookie it cannot replace', async () => {
    const { address, port } = await start();
    const signIn = async (headers: Record<string, string>) =>
      (await send(address, '/api/sign-in', { json: { token: TOKEN }, headers })).headers['set-cookie']?.[0] ?? '';
    const host = 'warren.example';
    const [secure, plain] = [await signIn({ host, origin: `https://${host}` }), await signIn({ host })];
    expect([secure.includes('; Secure'), plain.includes('; Secure')]).toEqual([true, false]);
    const [secureName, plainName] = [secure, plain].map((cookie) => cookie.split('=')[0]);
    expect(secureName).not.toBe(plainName);
    const reads = async (cookie: string) => (await send(address, '/api/things/a', { headers: { cookie } })).status;
    expect(await reads(`${secureName}=${COOKIE}`)).toBe(200);
    // A browser with TLS sends both.
    expect(await reads(`warren_${port}=old; ${secureName}=${COOKIE}`)).toBe(200);
    const out = await send(address, '/api/sign-out', { method: 'POST', headers: { cookie: `${plainName}=${COOKIE}` } });
    const cleared = [out.headers['set-cookie'] ?? []].flat().map((cookie) => cookie.split('=')[0]);
    expect(new Set(cleared)).toEqual(new Set([secureName, plainName]));
  });

  test('signing out ends the cookie and closes its sockets', async () => {
    const { address, cookie } = await start();
    const headers = { cookie, origin: address };
    const socket = await opened(address, headers);
    const closed = new Promise<number>((resolve) => socket.on('close', resolve));
    expect((await send(address, '/api/sign-out', { method: 'POST', headers })).status).toBe(200);
    expect(await closed).toBe(4401);
    expect((await send(address, '/api/things/a', { headers })).status).toBe(401);
  });

  test('a client that ignores its sign-out is no longer read and is disconnected', async () => {
    const received: string[] = [];
    const { address, port, cookie } = await start({
      onSocket(socket) {
        socket.on('message', (data) => received.push(data.toString()));
        socket.send('hello');
      },
    });
    const raw = await upgradedByHand(port, `Cookie: ${cookie}\r\nOrigin: ${address}\r\n`);
    raw.write(textFrame('before'));
    await expect.poll(() => received).toEqual(['before']);
    // A write may find the connection already closed.
    raw.on('error', () => {});
    const ended = new Promise((resolve) => raw.once('close', resolve));
    expect((await send(address, '/api/sign-out', { method: 'POST', headers: { cookie } })).status).toBe(200);
    raw.write(textFrame('after'));
    const later = setInterval(() => raw.write(textFrame('later')), 100);
    await ended;
    clearInterval(later);
    expect(received).toEqual(['before']);
  });

  test('after eleven wrong tokens checks pause, while cookies and known tokens work', async () => {
    const clock = { now: 0 };
    const { address, cookie } = await start({ monotonic: () => clock.now, trustedProxies: ['127.0.0.1'] });
    const from = (client: string) => ({ 'x-forwarded-for': client });
    const attempt = (token: string, client = '203.0.113.1') =>
      send(address, '/api/sign-in', { headers: from(client), json: { token } });
    const ask = (headers: Record<string, string>, client = '203.0.113.1') =>
      send(address, '/api/things/a', { headers: { ...headers, ...from(client) } });
    const wrong = { authorization: 'Bearer wrong' };
    for (let count = 0; count < 9; count += 1) expect((await attempt('wrong')).status).toBe(401);
    expect((await ask(wrong)).status).toBe(401);
    expect(await upgrade(address, '/ws', { ...wrong, ...from('203.0.113.1') })).toBe(401);

    const refused = await attempt(TOKEN);
    expect([refused.status, JSON.parse(refused.text)]).toEqual([
      429,
      { kind: 'too-many', message: 'Too many wrong tokens. Try again in 1 second.', retryAfterMs: 1_000 },
    ]);
    expect(refused.headers['retry-after']).toBe('1');
    expect((await ask(bearer)).status).toBe(429);
    expect(await upgrade(address, '/ws', { ...bearer, ...from('203.0.113.1') })).toBe(429);
    expect((await ask({ cookie })).status).toBe(200);
    expect((await attempt(TOKEN, '203.0.113.2')).status).toBe(200);
    expect((await attempt(TOKEN, '203.0.113.1, 203.0.113.3')).status).toBe(200);

    clock.now += 1_000;
    expect((await attempt(TOKEN)).status).toBe(200);
    for (let count = 0; count < 40; count += 1) await attempt('wrong');
    expect((await attempt('another')).status).toBe(429);
    expect((await ask(bearer)).status).toBe(200);
  });
});

test('a flood from one address is refused and does not affect signed-in clients', async () => {
  const { address, port } = await start({ monotonic: () => 0 });
  const raw = connect(Number(port), '127.0.0.1');
  onTestFinished(() => void raw.destroy());
  // All in one connection, which costs a tenth of separate ones.
  const one = `GET /api/nothing HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n`;
  raw.write(`${one}\r\n`.repeat(3_001) + `${one}Connection: close\r\n\r\n`);
  const answers = await text(raw);
  const counts = ['404', '429'].map((status) => answers.split(`HTTP/1.1 ${status} `).length - 1);
  expect(counts).toEqual([3_000, 2]);
  expect((await send(address, '/api/things/a', { headers: bearer })).status).toBe(200);
});

describe('requests', () => {
  async function post(address: string, body: string, headers = json): Promise<[number, unknown]> {
    const answer = await send(address, '/api/things', { method: 'POST', headers: { ...bearer, ...headers }, body });
    return [answer.status, JSON.parse(answer.text)];
  }

  test('invalid input is refused with the name of the field', async () => {
    const { address } = await start();
    expect(await post(address, '{"name":"hat"}')).toEqual([200, { length: 3 }]);
    expect(await post(address, '{}')).toMatchObject([400, { kind: 'malformed', field: 'name' }]);
    expect(await post(address, '{"name":"hat","size":{"width":"x"}}')).toMatchObject([400, { field: 'size.width' }]);
    expect(await post(address, '')).toMatchObject([400, { kind: 'malformed' }]);
    const query = await send(address, '/api/things/a?limit=x', { headers: bearer });
    expect(JSON.parse(query.text)).toMatchObject({ kind: 'malformed', field: 'limit' });
    const unknown = await send(address, '/api/things/a?cursor=x', { headers: bearer });
    expect(JSON.parse(unknown.text)).toMatchObject({ kind: 'malformed', field: 'cursor' });
    const good = await send(address, '/api/things/a?limit=7', { headers: bearer });
    expect(JSON.parse(good.text)).toEqual({ person: 'ada', thing: 'a', limit: 7 });
  });

  test('invalid JSON and a body of another type are refused', async () => {
    const { address } = await start();
    for (const body of [
      '{"name":',
      '[1',
      '{"__proto__":{"admin":true},"name":"hat"}',
      '{"name":"hat","size":[{"\\u005f_proto__":1}]}',
      '{"name":"hat","constructor":{"prototype":{}}}',
    ])
      expect(await post(address, body)).toMatchObject([400, { kind: 'malformed' }]);
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    expect(await post(address, 'name=hat', form)).toMatchObject([400, { kind: 'malformed' }]);
  });

  test('a body has at most 1 MiB, or what its route allows', async () => {
    const { address } = await start();
    const name = 'x'.repeat(1_040_000);
    expect(await post(address, JSON.stringify({ name }))).toEqual([200, { length: name.length }]);
    const tooLarge = { kind: 'too-large', message: 'This is too large. The limit is 1 MB.' };
    expect(await post(address, JSON.stringify({ name: `${name}${'x'.repeat(10_000)}` }))).toEqual([413, tooLarge]);
  });

  test('a body that is nested deeply or holds very many values is refused before it is parsed', async () => {
    const { address } = await start();
    const deep = `{"name":"a","size":${'['.repeat(500_000)}`;
    const long = `{"name":"a",${Array.from({ length: 60_000 }, (_, key) => `"k${key}":1`).join()}`;
    // Neither is valid JSON, so a parser would report another error.
    const refusal = { kind: 'malformed', message: 'This is nested too deeply, or holds too many values.' };
    for (const body of [deep, long]) expect(await post(address, body)).toEqual([400, refusal]);
  });

  describe('files', () => {
    const upload = async (address: string, body: Uint8Array<ArrayBuffer>, headers: Record<string, string> = bearer) => {
      const response = await fetch(`${address}/api/files`, { method: 'POST', headers, body });
      return [response.status, (await response.json()) as unknown] as const;
    };

    test('a file of any type, or of none, is received unchanged', async () => {
      const { address } = await start();
      const bytes = Uint8Array.from({ length: 5_000_000 }, (_, index) => 255 - (index % 256));
      const taken = (mediaType: string) => [200, { size: bytes.length, first: 255, mediaType }];
      const pdf = 'application/pdf';
      expect(await upload(address, bytes, { ...bearer, 'content-type': pdf })).toEqual(taken(pdf));
      expect(await upload(address, bytes)).toEqual(taken(''));
      const notJson = new TextEncoder().encode('{"no":');
      expect(await upload(address, notJson, { ...bearer, ...json })).toMatchObject([200, { size: 6 }]);
    });

    test('a file over the limit is refused with the limit, and a stranger’s before it is read', async () => {
      const { address } = await start();
      const large = new Uint8Array(8 * 1024 * 1024 + 1);
      const tooLarge = { kind: 'too-large', message: 'This is too large. The limit is 8 MB.' };
      expect(await upload(address, large)).toEqual([413, tooLarge]);
      expect(await upload(address, large, {})).toMatchObject([401, { kind: 'signed-out' }]);
    });

    test('a client that still sends a refused body is not cut off', async () => {
      const { address } = await start();
      const bytes = Buffer.alloc(8 * 1024 * 1024 + 1);
      const headers = { ...bearer, 'content-length': bytes.length };
      const sending = httpRequest(`${address}/api/files`, { method: 'POST', headers });
      sending.flushHeaders();
      const [response] = (await once(sending, 'response')) as [IncomingMessage];
      expect(response.statusCode).toBe(413);
      const { socket } = sending;
      sending.end(bytes);
      await once(sending, 'finish');
      expect(await text(response)).toContain('The limit is 8 MB.');
      expect(socket?.destroyed).toBe(false);
      socket?.destroy();
    });

    test('a file is sent as an attachment, never shown as a page', async () => {
      const { address } = await start();
      for (const [file, type] of Object.entries({ page: 'text/html', odd: 'application/octet-stream' })) {
        const given = await send(address, `/api/files/${file}`, { headers: bearer });
        expect(given.text).toBe('<script>alert(1)</script>');
        expect(given.headers).toMatchObject({
          'content-type': type,
          'x-content-type-options': 'nosniff',
          'content-security-policy': expect.stringContaining('sandbox') as unknown,
          'content-disposition': `attachment; filename="na_ve _plan_ 10___.pdf"; filename*=UTF-8''na%C3%AFve%20%22plan%22%2010%25%0D%0A.pdf`,
        });
        expect(given.headers['set-cookie']).toBeUndefined();
      }
    });

    test('the description declares files as bytes', async () => {
      const { paths } = await describedBy((await start()).address);
      const binary = { content: { '*/*': { schema: { type: 'string', format: 'binary' } } } };
      expect(paths['/api/files']?.['post']).toMatchObject({ requestBody: binary });
      expect(paths['/api/files/{file}']?.['get']).toMatchObject({ responses: { 200: binary } });
    });
  });

  test('an invalid id and an invalid path are not found', async () => {
    const { address } = await start();
    expect((await send(address, '/api/things/a%20b', { headers: bearer })).status).toBe(404);
    expect((await send(address, '/api/things/%', { headers: bearer })).status).toBe(400);
  });

  test('each failure has its status, and a bug is logged once and not described', async () => {
    const { address, logged } = await start();
    const remove = (thing: string) =>
      send(address, `/api/things/${thing}`, { method: 'DELETE', headers: { ...bearer, ...json } });
    expect((await remove('a')).status).toBe(204);
    const [taken, full, bug] = [await remove('taken'), await remove('full'), await remove('bug')];
    const inUse = { kind: 'refused', message: 'It is in use.', reason: 'in-use' };
    expect([taken.status, JSON.parse(taken.text)]).toEqual([409, inUse]);
    expect([full.status, JSON.parse(full.text)]).toMatchObject([507, { kind: 'disk-full', retryAfterMs: 10_000 }]);
    const wrong = { kind: 'internal', message: 'Something went wrong in Warren.' };
    expect([bug.status, JSON.parse(bug.text)]).toEqual([500, wrong]);
    expect(logged).toEqual(['DELETE /api/things/:thing failed']);
  });
});

interface Description {
  readonly openapi: string;
  readonly paths: Record<string, Record<string, object>>;
}

async function describedBy(address: string): Promise<Description> {
  return JSON.parse((await send(address, '/api/openapi.json')).text) as Description;
}

test('the description lists every route with its input and output', async () => {
  const { openapi, paths } = await describedBy((await start()).address);
  expect(openapi).toBe('3.1.0');
  expect(Object.entries(paths).map(([name, item]) => [name, Object.keys(item)])).toEqual([
    ['/api/sign-in', ['post']],
    ['/api/sign-out', ['post']],
    ['/api/things/{thing}', ['get', 'delete']],
    ['/api/things', ['post']],
    ['/api/files', ['post']],
    ['/api/files/{file}', ['get']],
  ]);
  const [string, integer] = [{ type: 'string' }, { type: 'integer' }];
  const limits = { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };
  const required = ['person', 'thing', 'limit'];
  const properties = { person: string, thing: string, limit: { ...integer, ...limits } };
  const inJson = (schema: object) => ({ 'application/json': { schema } });
  expect(paths['/api/things/{thing}']?.['get']).toEqual({
    summary: 'One thing',
    parameters: [
      { in: 'path', name: 'thing', required: true, schema: string },
      { in: 'query', name: 'limit', schema: { ...integer, ...limits, default: 5 } },
    ],
    responses: {
      200: {
        description: 'Done',
        content: inJson({ type: 'object', properties, required, additionalProperties: false }),
      },
      default: { description: 'Not done', content: inJson({ $ref: '#/components/schemas/Error' }) },
    },
  });
});

describe('the page', () => {
  function builtPage(): string {
    const folder = temporaryFolder();
    mkdirSync(path.join(folder, 'assets'));
    writeFileSync(path.join(folder, 'index.html'), '<!doctype html>');
    writeFileSync(path.join(folder, 'assets/app-1.js'), 'plain');
    writeFileSync(path.join(folder, 'assets/app-1.js.br'), 'brotli');
    return folder;
  }
  const html = { accept: 'text/html,*/*' };

  test('a browser that uses an unknown host name reads which setting allows it, with the name escaped', async () => {
    const { address } = await start({ pageFolder: builtPage() });
    const headers = { host: 'evil.example"><script>', accept: 'text/html,*/*' };
    const answer = await send(address, '/library', { headers });
    expect(answer.status).toBe(421);
    expect(answer.headers['content-type']).toContain('text/html');
    expect(answer.text).toContain('WARREN_ALLOWED_HOSTS');
    expect(answer.text).not.toContain('<script>');
    const api = await send(address, '/api/things/a', { headers });
    expect(JSON.parse(api.text)).toMatchObject({ kind: 'wrong-host' });
  });

  test('assets are compressed and cached forever, and the page is revalidated each time', async () => {
    const { address } = await start({ pageFolder: builtPage() });
    const asset = await send(address, '/assets/app-1.js', { headers: { 'accept-encoding': 'br, gzip' } });
    expect(asset).toMatchObject({
      text: 'brotli',
      headers: { 'content-encoding': 'br', 'cache-control': 'public, max-age=31536000, immutable' },
    });
    expect(asset.headers['content-type']).toMatch('javascript');
    expect((await send(address, '/assets/app-1.js')).text).toBe('plain');
    for (const target of ['/', '/recall/set-1']) {
      const page = await send(address, target, { headers: html });
      expect([page.status, page.text, page.headers['cache-control']]).toEqual([200, '<!doctype html>', 'no-cache']);
    }
  });

  test('another site can open the page by a link but reach no API, however its path is written', async () => {
    const { address } = await start({ pageFolder: builtPage() });
    const link = { ...html, ...bearer, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
    const statusOf = async (target: string) => (await send(address, target, { headers: link })).status;
    expect(await statusOf('/recall/set-1')).toBe(200);
    for (const target of ['/api/things/a', '/%61pi/things/a', '/api%2fthings', '/api', '/api?a', '/ws'])
      expect([target, await statusOf(target)]).toEqual([target, 403]);
  });

  test('no answer of the API can be cached', async () => {
    const { address } = await start({ pageFolder: builtPage() });
    const answers = await Promise.all([
      send(address, '/api/things/a', { headers: bearer }),
      send(address, '/api/files/a', { headers: bearer }),
      send(address, '/api/openapi.json'),
      send(address, '/%61pi/things/a', { headers: bearer }),
      send(address, '/api/things/a'),
      send(address, '/api/things/bug', { method: 'DELETE', headers: bearer }),
      send(address, '/api/nothing'),
      send(address, '/api/%'),
      send(address, '/api/things/a', { headers: { host: 'evil.example' } }),
      send(address, '/api/sign-in', { json: { token: TOKEN } }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 401, 500, 404, 400, 421, 200]);
    expect(answers.map(({ headers }) => headers['cache-control'])).toEqual(Array(10).fill('no-store'));
  });

  test('a path that is neither a file nor a view is not found', async () => {
    const { address } = await start({ pageFolder: builtPage() });
    const targets: [string, Sent][] = [
      ['/api/nothing', { headers: html }],
      ['/assets/app-2.js', { headers: html }],
      ['/nothing.json', {}],
      ['/recall', { method: 'POST', headers: html }],
      ['/..%2f..%2fetc/passwd', {}],
    ];
    for (const [target, sent] of targets) expect((await send(address, target, sent)).status).toBe(404);
  });

  test('the page runs only its own scripts, cannot be framed, and sends no referrer', async () => {
    const { address } = await start({ pageFolder: builtPage() });
    const { headers } = await send(address, '/', { headers: html });
    const policy = String(headers['content-security-policy']);
    for (const rule of ['default-src', 'script-src']) expect(policy.split(';')).toContain(`${rule} 'self'`);
    for (const rule of ['object-src', 'base-uri', 'frame-ancestors'])
      expect(policy.split(';')).toContain(`${rule} 'none'`);
    expect(policy).not.toContain('upgrade-insecure-requests');
    expect(headers).toMatchObject({
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
    expect(headers['strict-transport-security']).toBeUndefined();
  });
});

describe('sockets and stopping', () => {
  test('a frame over the limit closes only its socket', async () => {
    const { address, sockets, logged } = await start();
    const socket = await opened(address);
    const closed = new Promise((resolve) => socket.on('close', (code, why) => resolve([code, why.toString()])));
    socket.on('error', () => {});
    socket.send('x'.repeat(1024 * 1024 + 1));
    expect(await closed).toEqual([1009, 'a frame has at most 1 MiB']);
    expect(logged).toEqual([]);
    expect((await send(address, '/healthz')).status).toBe(200);
    expect(sockets).toEqual([{ person: 'ada', signIn: null }]);
  });

  test('stopping finishes running requests, closes sockets, and does not wait for a frozen client', async () => {
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
    const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
    const slow = route({
      method: 'GET',
      path: '/api/slow',
      summary: 'Slow',
      answer: z.object({ done: z.boolean() }),
      async handle() {
        arrive();
        await finished;
        return { done: true };
      },
    });
    const { address, port, close } = await start({ routes: [slow] });
    const socket = await opened(address);
    const closed = new Promise<number>((resolve) => socket.on('close', resolve));
    // Never answers the close, because nothing reads from it.
    await upgradedByHand(port, `Authorization: Bearer ${TOKEN}\r\n`);
    const answer = send(address, '/api/slow', { headers: bearer });
    await arrived;

    const closing = close();
    finish();
    expect((await answer).text).toBe('{"done":true}');
    expect(await closed).toBe(1001);
    await closing;
    await expect(send(address, '/healthz')).rejects.toThrow('ECONNREFUSED');
  });

  test('a port in use is reported with the setting to change', async () => {
    const { port } = await start();
    await expect(start({ port: Number(port) })).rejects.toThrow(
      `Port ${port} on 127.0.0.1 is in use. Stop what uses it, or choose another one with WARREN_PORT.`,
    );
  });
});

describe('silent connections', () => {
  /** Opens a connection, sends this text, and waits. */
  async function silent(port: string, sent = ''): Promise<TcpSocket> {
    const raw = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true });
    onTestFinished(() => void raw.destroy());
    raw.on('error', () => {});
    raw.resume();
    await once(raw, 'connect');
    raw.write(sent);
    return raw;
  }
  const HALF = 'GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX-';
  const whole = (port: string) => `GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`;

  test('signed-in people connect and stay connected, however many silent strangers wait', async () => {
    const { address, port } = await start({ connectionLimits: { max: 60, headersMs: 300_000 } });
    const socket = await opened(address);
    let ended = 0;
    for (let count = 0; count < 300; count += 1) {
      const raw = await silent(port, ['', HALF, whole(port)][count % 3]);
      raw.on('close', () => (ended += 1));
      raw.on('end', () => raw.destroy());
    }
    await expect.poll(() => ended).toBeGreaterThanOrEqual(240);
    expect(await upgrade(address, '/ws', bearer)).toBe('hello');
    expect((await send(address, '/api/things/a', { headers: bearer })).status).toBe(200);
    expect(socket.readyState).toBe(WebSocket.OPEN);
  });

  test('a person who holds all connections loses their own, and others connect and stay connected', async () => {
    const { address } = await start({
      connectionLimits: { max: 6, headersMs: 300_000 },
      identify: ({ bearer: person = '' }) => Promise.resolve({ person, signIn: null, credential: person }),
    });
    const open = (person: string) => opened(address, { authorization: `Bearer ${person}` });
    const eves: WebSocket[] = [];
    while (eves.length < 20) eves.push(await open('eve'));
    const ada = await open('ada');
    while (eves.length < 40) eves.push(await open('eve'));
    expect((await send(address, '/api/things/a', { headers: { authorization: 'Bearer bob' } })).status).toBe(200);
    expect([ada, eves.at(-1)].map((socket) => socket?.readyState)).toEqual([WebSocket.OPEN, WebSocket.OPEN]);
    await expect.poll(() => eves.filter((socket) => socket.readyState === WebSocket.OPEN).length).toBeLessThan(6);
  });

  test('a client that sends no headers, or incomplete ones, is disconnected in time', async () => {
    const { address, port } = await start({ connectionLimits: { max: 1_000, headersMs: 400 } });
    const socket = await opened(address);
    const ends = Array.from({ length: 200 }, async (_, index) =>
      once(await silent(port, index % 2 ? '' : HALF), 'end'),
    );
    await Promise.all(ends);
    expect(socket.readyState).toBe(WebSocket.OPEN);
  });

  test('a refused upgrade is disconnected even if the client keeps its end open', async () => {
    const { port } = await start({ connectionLimits: { max: 1_000, headersMs: 300_000 } });
    const raw = await silent(
      port,
      `GET /ws HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
        'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
    );
    await once(raw, 'end');
    // Once the server has closed its end, later data is answered with a reset.
    const reset = new Promise((resolve) => raw.once('close', resolve));
    const pushing = setInterval(() => raw.write('x'), 20);
    onTestFinished(() => clearInterval(pushing));
    await reset;
  });
});
