import { randomUUID } from 'node:crypto';

import type { WebSocket } from 'ws';

import { atLeast, atMost, type Row } from './row.ts';
import { beginSessions } from './support/begin-sessions.ts';
import type { Measured } from './support/meter.ts';
import { forkMetered, type MeteredProcess } from './support/metered-process.ts';
import { ReplyReader } from './support/reply-reader.ts';
import type { Script } from './support/script.ts';
import { closeAll, openSocket } from './support/socket.ts';
import { seedPerson, withStore } from './support/store.ts';
import { withTemporaryHome } from './support/temporary-home.ts';

const SUBSCRIBERS = 100;
const REPLIES = 6;
const CHUNKS = 1_000;
const CHARACTERS = 24;
const BUDGET_PER_SECOND_A_CORE = 100_000;
const BUDGET_LAG_MS = 20;
/** Offset of the message type in its frame: `{"type":"`. */
const TYPE_AT = 9;

/** One streaming reply, read by many sockets: throughput per processor time of the server. */
export async function fanOut(): Promise<readonly Row[]> {
  const own = await withTemporaryHome(measureSpine);
  const bare = await measureRelay();
  const shape = `${SUBSCRIBERS} sockets on one session, ${REPLIES} replies of ${CHUNKS} chunks, as fast as they are read`;
  return [
    atLeast(BUDGET_PER_SECOND_A_CORE, {
      name: 'fan-out',
      what: `chunks delivered a second of server processor time; ${shape}`,
      value: own.chunks / own.measured.cpuSeconds,
      unit: 'chunks/s/core',
      peer: { what: 'a bare ws relay of the same frames', value: bare.chunks / bare.measured.cpuSeconds },
    }),
    atMost(BUDGET_LAG_MS, {
      name: 'fan-out-lag',
      what: 'event-loop lag of the server meanwhile, p99',
      value: own.measured.lagP99Ms,
      unit: 'ms',
      peer: { what: 'the bare relay', value: bare.measured.lagP99Ms },
    }),
  ];
}

interface FannedOut {
  readonly chunks: number;
  readonly measured: Measured;
}

async function measureSpine(home: string): Promise<FannedOut> {
  const { token, session } = await withStore(home, async (store) => {
    const person = await seedPerson(store, 'reader');
    const [begun = ''] = await beginSessions(store, [person.id]);
    return { token: person.token, session: begun };
  });
  const server = await forkMetered('bench-server.ts', [home]);
  let chunks = 0;
  let complete = 0;
  let onAll = () => {};
  const onComplete = () => {
    complete += 1;
    if (complete % SUBSCRIBERS === 0) onAll();
  };
  // The first socket reads everything, which proves that the output counted on the others is complete.
  const reader = new ReplyReader({ onComplete });
  const sockets = [await openSocket({ url: server.url, token }, (frame) => reader.read(frame))];
  while (sockets.length < SUBSCRIBERS)
    sockets.push(
      await openSocket({ url: server.url, token }, (frame) => {
        const type = frame.toString('latin1', TYPE_AT, TYPE_AT + 18);
        if (type.startsWith('assistant_chunk"')) chunks += 1;
        else if (type === 'assistant_complete') onComplete();
      }),
    );
  for (const socket of sockets) socket.send(JSON.stringify({ type: 'subscribe', id: randomUUID(), session }));
  async function hear(count: number): Promise<void> {
    const content = JSON.stringify({ kind: 'flat-out', chunks: count, characters: CHARACTERS } satisfies Script);
    const all = new Promise<void>((resolve) => (onAll = resolve));
    sockets[0]?.send(JSON.stringify({ type: 'user_message', id: randomUUID(), session, content }));
    await all;
  }
  await hear(CHUNKS);
  const before = chunks + reader.chunks;
  await server.start();
  for (let reply = 0; reply < REPLIES; reply += 1) await hear(CHUNKS);
  const measured = await server.stop();
  const delivered = chunks + reader.chunks - before;
  await closeAll(sockets);
  await server.end();
  if (reader.lost > 0) throw new Error(`${reader.lost} frames were missing from a reply.`);
  return { chunks: delivered, measured };
}

async function measureRelay(): Promise<FannedOut> {
  const relay: MeteredProcess = await forkMetered('relay.ts', []);
  let chunks = 0;
  let complete = 0;
  let onAll = () => {};
  const sockets: WebSocket[] = [];
  while (sockets.length < SUBSCRIBERS)
    sockets.push(
      await openSocket(relay, (data) => {
        if (data.length > 4) chunks += 1;
        else if ((complete += 1) % SUBSCRIBERS === 0) onAll();
      }),
    );
  const id = randomUUID();
  const text = ''.padEnd(CHARACTERS, '.');
  const frame = JSON.stringify({
    type: 'assistant_chunk',
    session: id,
    messageId: id,
    thread: 'trunk',
    offset: 12_000,
    text,
  });
  async function hear(): Promise<void> {
    const all = new Promise<void>((resolve) => (onAll = resolve));
    sockets[0]?.send(JSON.stringify({ chunks: CHUNKS, frame }));
    await all;
  }
  await hear();
  const before = chunks;
  await relay.start();
  for (let reply = 0; reply < REPLIES; reply += 1) await hear();
  const measured = await relay.stop();
  const delivered = chunks - before;
  await closeAll(sockets);
  await relay.end();
  return { chunks: delivered, measured };
}
