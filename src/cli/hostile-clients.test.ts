import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect as connectTcp, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

import fc from 'fast-check';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

import { readSettings } from '#composition/server/settings.ts';

import { beginSession } from '../../fixtures/server/begin-session.ts';
import { apiOf, type ChildServer, startChildServer } from '../../fixtures/server/child-server.ts';
import { startServer } from '../../fixtures/server/start-server.ts';
import { connect } from '../../fixtures/server/wire-client.ts';

/** A real server with hostile clients. `WARREN_HOSTILE_FRAMES` sets the number of frames of the long test. */
const home = mkdtempSync(path.join(tmpdir(), 'warren-hostile-'));
const draft = path.join(home, 'warren.db.0a1b2c3d.part');
const FRAMES = Number(process.env['WARREN_HOSTILE_FRAMES'] ?? 300);
const PING_MB = FRAMES > 300 ? 400 : 60;
let server: ChildServer;

beforeAll(async () => {
  writeFileSync(draft, 'torn');
  server = await startChildServer({ home, environment: { WARREN_TRUSTED_PROXIES: '127.0.0.1' } });
});
afterAll(async () => {
  expect(await server.stop()).toBe(0);
  expect(server.errors()).toBe('');
  rmSync(home, { recursive: true, force: true, maxRetries: 10 });
});

test('unfinished files of a killed writer are removed at the start', () => {
  expect(existsSync(draft)).toBe(false);
});

test('400 wrong tokens find no right one and do not affect signed-in people', async () => {
  const signIn = (token: string, from: string) =>
    fetch(`${server.url}/api/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
      body: JSON.stringify({ token }),
    });
  const mine = await signIn(server.token, '203.0.113.1');
  const cookie = mine.headers.get('set-cookie')?.split(';')[0] ?? '';
  const statuses = new Map<number, number>();
  for (let round = 0; round < 400; round += 50) {
    const answers = await Promise.all(Array.from({ length: 50 }, () => signIn(randomUUID(), '203.0.113.66')));
    for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  // The tokens without a delay, and one after each of a few delays, on a machine of any speed.
  expect(statuses.get(401)).toBeLessThan(60);
  // Waits for a delay that outlasts the next request. Each checked wrong token makes it longer.
  await expect
    .poll(async () => {
      const answer = await signIn('wrong', '203.0.113.66');
      const { retryAfterMs = Infinity } = (await answer.json()) as { retryAfterMs?: number };
      return answer.status === 401 || retryAfterMs > 4_000;
    })
    .toBe(true);
  expect((await signIn(server.token, '203.0.113.66')).status).toBe(429);
  expect((await fetch(`${server.url}/api/me`, { headers: { cookie, 'x-forwarded-for': '203.0.113.66' } })).status).toBe(
    200,
  );
  expect((await signIn(server.token, '203.0.113.1')).status).toBe(200);
});

test('frames of any shape are answered, and other clients are served meanwhile', async () => {
  const { session } = await beginSession(apiOf(server), ['Caffeine blocks adenosine receptors.'], 'Hostile');
  const other = await connect(server);
  const json = fc.oneof(
    fc.json(),
    fc.string({ maxLength: 2_000 }),
    fc.integer({ min: 1, max: 250_000 }).map((depth) => '['.repeat(depth)),
    fc.integer({ min: 1, max: 40_000 }).map((depth) => '{"a":'.repeat(depth)),
    fc.integer({ min: 1, max: 250_000 }).map((digits) => `{"type":"ping","id":${'9'.repeat(digits)}}`),
    fc
      .tuple(fc.constantFrom('set_sources', 'answer_permission', 'subscribe', 'user_message'), fc.nat(60_000))
      .map(([type, count]) =>
        JSON.stringify({
          type,
          id: 'a',
          session,
          manualSourceIds: Array(count).fill(0),
          answers: Array(count).fill({}),
        }),
      ),
  );
  // Each socket has its own limit of frames.
  for (let sent = 0; sent < FRAMES; sent += 100) {
    const hostile = await connect(server);
    for (const frame of fc.sample(json, 100)) hostile.sendRaw(frame.slice(0, 1_000_000));
    expect(await other.ask({ type: 'ping' })).toMatchObject({ type: 'pong' });
    await expect.poll(() => hostile.messages.filter(({ type }) => type !== 'hello').length).toBeGreaterThanOrEqual(100);
    await hostile.close();
  }
  expect(await other.ask({ type: 'user_message', session, content: 'It blocks receptors.' })).toMatchObject({
    type: 'accepted',
  });
  await other.close();
});

/** A frame as a client sends it, masked with zeros unless it `isBare`. `length` overrides the declared length. */
function frame(first: number, payload: string | Buffer = '', { isBare = false, length = -1 } = {}): Buffer {
  const bytes = Buffer.from(payload);
  const claimed = length < 0 ? bytes.length : length;
  const head = Buffer.alloc(claimed < 126 ? 2 : 10, first);
  head[1] = (isBare ? 0 : 0x80) | (claimed < 126 ? claimed : 127);
  if (claimed >= 126) head.writeBigUInt64BE(BigInt(claimed), 2);
  return Buffer.concat([head, Buffer.alloc(isBare ? 0 : 4), bytes]);
}

/** A WebSocket whose bytes the test writes itself. `received`: the bytes after the upgrade so far. */
async function socketByHand(): Promise<{ raw: Socket; received: () => Buffer; ended: Promise<unknown> }> {
  const { hostname, port, host } = new URL(server.url);
  const raw = connectTcp({ host: hostname, port: Number(port), allowHalfOpen: true });
  onTestFinished(() => void raw.destroy());
  raw.on('error', () => {});
  raw.write(
    `GET /ws HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${server.token}\r\nUpgrade: websocket\r\n` +
      'Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
  );
  const parts: Buffer[] = [];
  raw.on('data', (data: Buffer) => parts.push(data));
  const received = () => Buffer.concat(parts);
  await expect.poll(() => received().includes('"hello"')).toBe(true);
  parts.length = 0;
  return { raw, received, ended: new Promise((resolve) => raw.once('close', resolve).once('end', resolve)) };
}

const [TEXT, MORE, PING, END] = [0x81, 0x80, 0x89, 0x88];

test.each<[string, () => Buffer | string]>([
  ['sends frames without a mask', () => frame(TEXT, 'x', { isBare: true })],
  ['sets a reserved bit', () => frame(0xc1, 'x')],
  ['uses an unknown kind of frame', () => frame(0x83, 'x')],
  ['divides a ping', () => frame(0x09, 'x')],
  ['sends a long ping', () => frame(PING, 'x'.repeat(126))],
  ['goes on with nothing', () => frame(MORE, 'x')],
  ['begins a message inside another', () => Buffer.concat([frame(0x01, '{'), frame(TEXT, 'x')])],
  ['claims 8 EB', () => frame(TEXT, 'x', { length: Number.MAX_SAFE_INTEGER })],
  ['sends broken UTF-8', () => frame(TEXT, Buffer.from([0xff, 0xfe]))],
  ['ends with a code that is none', () => frame(END, Buffer.from([0, 1]))],
  ['ends with broken words', () => frame(END, Buffer.from([3, 0xe8, 0xff]))],
  [
    'divides a message into 20,000',
    () => Buffer.concat([frame(0x01, '{'), ...Array<Buffer>(20_000).fill(frame(0, ' '))]),
  ],
  ['speaks HTTP', () => 'GET /api/me HTTP/1.1\r\n\r\n'],
  ['closes its end in the middle of a frame', () => frame(TEXT, 'x', { length: 100 })],
])('a socket that %s is closed, and no other client is affected', async (what, bytes) => {
  const other = await connect(server);
  const { raw, ended } = await socketByHand();
  raw.write(bytes());
  if (what.startsWith('closes')) raw.end();
  await ended;
  expect(await other.ask({ type: 'ping' })).toMatchObject({ type: 'pong' });
  await other.close();
});

test('a flood of pings whose answers are not read is not answered for ever', async () => {
  const other = await connect(server);
  const { raw, received } = await socketByHand();
  raw.pause();
  const pings = Buffer.concat(Array<Buffer>(10_000).fill(frame(PING, 'x'.repeat(125))));
  let sent = 0;
  // The kernel itself buffers up to some 10 MB of answers.
  for (; sent < PING_MB * 1_000_000; sent += pings.length) if (!raw.write(pings)) await once(raw, 'drain');
  expect(await other.ask({ type: 'ping' })).toMatchObject({ type: 'pong' });
  raw.write(frame(TEXT, '{"type":"ping","id":"last"}'));
  raw.resume();
  await expect.poll(() => received().includes('"last"')).toBe(true);
  expect(received().length).toBeLessThan(sent / 2);
  await other.close();
});

test('hundreds of silent connections lock nobody out', async () => {
  const { hostname, port } = new URL(server.url);
  for (let count = 0; count < 400; count += 1) {
    const raw = connectTcp(Number(port), hostname);
    onTestFinished(() => void raw.destroy());
    raw.on('error', () => {});
    await once(raw, 'connect');
    if (count % 2) raw.write('GET /ws HTTP/1.1\r\nHost: ');
  }
  const client = await connect(server);
  expect(await client.ask({ type: 'ping' })).toMatchObject({ type: 'pong' });
  await client.close();
});

test('an easily guessed token is refused at the start if other machines can reach the server', async () => {
  const environment = { WARREN_HOST: '0.0.0.0', WARREN_TOKEN: 'letmein' };
  await expect(startServer({ environment })).rejects.toThrow('WARREN_TOKEN has at least 20 characters');
  expect(readSettings({ HOME: '/', WARREN_TOKEN: 'letmein' }).token).toBe('letmein');
});
