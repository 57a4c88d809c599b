import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

import { expect, test } from 'vitest';
import { WebSocket } from 'ws';

import { echoContribution } from '../../fixtures/echo/echo-contribution.ts';
import { apiOf } from '../../fixtures/server/child-server.ts';
import { startServer } from '../../fixtures/server/start-server.ts';
import { connect, type WireClient } from '../../fixtures/server/wire-client.ts';
import { until } from '../../fixtures/spine/world.ts';
import { serverModes } from '../modes/server-modes.ts';

/**
 * Number of readers that stop reading, over real sockets. The kernel buffers some megabytes for each before the server
 * notices.
 */
const STALLED = Number(process.env['WARREN_STALLED_READERS'] ?? 10);
const SESSIONS = 24;
const SAID = 12;
const RETRY_AFTER_MS = 250;

interface Place {
  readonly session: string;
  readonly seq: number;
}

function hasHeard({ messages }: WireClient, { session, seq }: Place): boolean {
  return messages.some(
    (each) => each.type !== 'accepted' && 'seq' in each && each.session === session && each.seq >= seq,
  );
}

test(
  'other readers receive everything beside stalled ones, which catch up once they read again',
  async () => {
    const at = await startServer({ modes: [...serverModes, echoContribution()] });
    const api = apiOf(at);
    const begin = async () =>
      (await api<{ session: string }>('POST', '/api/sessions', { id: randomUUID(), mode: 'echo' })).session;
    /** Sends a message and waits until the sender receives it. */
    const say = async (session: string, content: string) => {
      const ask = () => speaker.ask({ type: 'user_message', session, content });
      let answer = await ask();
      // A large frame counts as several. A page also sends it again.
      while (answer.type === 'error' && answer.kind === 'too-many') {
        await wait(RETRY_AFTER_MS);
        answer = await ask();
      }
      const seq = 'seq' in answer ? answer.seq : Number.POSITIVE_INFINITY;
      await until(() => hasHeard(speaker, { session, seq }), 'the speaker hears what was said');
      return { session, seq };
    };
    const subscribed = async (session: string) => {
      const reader = await connect(at);
      await reader.ask({ type: 'subscribe', session });
      return reader;
    };
    const speaker = await connect(at);
    const sessions = await Promise.all(Array.from({ length: SESSIONS }, begin));
    for (const session of sessions) await speaker.ask({ type: 'subscribe', session });
    const [one = ''] = sessions;
    let stalled = await Promise.all(Array.from({ length: STALLED }, () => subscribed(one)));
    for (const { socket } of stalled) socket.pause();

    // Exceeds the kernel's buffer for each reader. One reader follows all sessions and gets their snapshots in turns.
    for (let turn = 0; turn < SAID; turn += 1) await say(one, `${turn} ${'y'.repeat(240_000)}`);
    for (const session of sessions.slice(1)) await say(session, 'z'.repeat(240_000));
    const follower = await connect(at);
    follower.socket.pause();
    const answers = sessions.map((session) => follower.ask({ type: 'subscribe', session }));
    const last = await say(one, 'the last word');

    for (const { socket } of [...stalled, follower]) socket.resume();
    for (const answer of await Promise.all(answers)) expect(answer).toMatchObject({ type: 'accepted' });
    for (const session of sessions) await follower.find('session_snapshot', (each) => each.session === session);
    // Together they leave more unread than the server keeps. It closes some, and they reconnect as a page does.
    const comeBack = async (reader: WireClient) =>
      reader.socket.readyState === WebSocket.OPEN ? reader : subscribed(one);
    await until(async () => {
      stalled = await Promise.all(stalled.map(comeBack));
      return [...stalled, follower].every((reader) => hasHeard(reader, last));
    }, 'all have caught up');
    for (const reader of [speaker, ...stalled, follower]) await reader.close();
  },
  STALLED * 1_000 + 300_000,
);
