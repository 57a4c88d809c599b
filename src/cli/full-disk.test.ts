import path from 'node:path';

import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';

import type { DownMessage } from '#session/protocol.ts';

import { mountSmallDisk } from '../../fixtures/database/small-disk.ts';
import { beginSession } from '../../fixtures/server/begin-session.ts';
import { apiOf, startChildServer } from '../../fixtures/server/child-server.ts';
import { startServer } from '../../fixtures/server/start-server.ts';
import { connect } from '../../fixtures/server/wire-client.ts';

const POINTS = ['Adenosine builds up while we are awake.', 'Caffeine blocks adenosine receptors.'];
const LONG = 'I do not know. '.repeat(2_000);

async function signIn({ url, token }: { url: string; token: string }): Promise<Response> {
  return fetch(`${url}/api/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
}

const cookieOf = (answer: Response): string => answer.headers.get('set-cookie')?.split(';')[0] ?? '';

const listed = async (url: string, cookie: string) =>
  (await fetch(`${url}/api/sessions`, { headers: { cookie } })).status;

/** Opens a session with a cookie, as a browser does, and resolves with the snapshot. */
async function read(url: string, cookie: string, session: string): Promise<DownMessage> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, { headers: { cookie, origin: url } });
  onTestFinished(() => socket.terminate());
  return new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.on('open', () => socket.send(JSON.stringify({ type: 'subscribe', id: 'read', session })));
    socket.on('message', (data: Buffer) => {
      const message = JSON.parse(data.toString()) as DownMessage;
      if (message.type === 'session_snapshot' || message.type === 'error') resolve(message);
    });
  });
}

test('on a full disk people can read, sign-in and writes are refused, readyz gives the reason, and free space ends it', async (context) => {
  const disk = mountSmallDisk(96);
  if (!disk) return context.skip('only root may mount a small disk');
  const home = path.join(disk.folder, 'home');
  const first = await startServer({ home });
  const { session } = await beginSession(apiOf(first), POINTS, 'Caffeine');
  await first.close();

  // The session is not in memory: reading it loads it, which acquires the right to append to it.
  const server = await startChildServer({ home });
  onTestFinished(() => server.kill());
  const cookie = cookieOf(await signIn(server));
  disk.fill();
  const client = await connect(server);
  onTestFinished(() => client.socket.terminate());
  const say = (content: string) => client.ask({ type: 'user_message', session, content });
  await expect.poll(async () => (await say(LONG)).type).toBe('error');
  expect(await say(LONG)).toMatchObject({ kind: 'disk-full' });

  const refused = await signIn(server);
  expect(refused.status).toBe(507);
  expect(await refused.json()).toMatchObject({
    kind: 'disk-full',
    message: 'You could not be signed in. The disk is full: nothing was written. Make room, then try again.',
  });
  expect(await listed(server.url, cookie)).toBe(200);
  expect(await read(server.url, cookie, session)).toMatchObject({ type: 'session_snapshot', session });
  const ready = await fetch(`${server.url}/readyz`);
  expect(ready.status).toBe(503);
  expect(await ready.json()).toMatchObject({ ok: false, problems: [{ part: 'disk' }] });

  disk.clear();
  expect(await say('I do not know.')).toMatchObject({ type: 'accepted' });
  await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).toBe(200);
  const later = cookieOf(await signIn(server));
  expect(await listed(server.url, later)).toBe(200);
});
