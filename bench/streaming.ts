import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

import type { WebSocket } from 'ws';

import type { OpenStore } from '#platform/database/open-store.ts';

import { atMost, type Row } from './row.ts';
import { percentile } from './statistics.ts';
import { beginSessions } from './support/begin-sessions.ts';
import { machineMicroseconds } from './support/clock.ts';
import { forkMetered } from './support/metered-process.ts';
import { ReplyReader } from './support/reply-reader.ts';
import { type Script, stampsIn } from './support/script.ts';
import { closeAll, openSocket } from './support/socket.ts';
import { type Seeded, seedPerson, withStore } from './support/store.ts';
import { withTemporaryHome } from './support/temporary-home.ts';

const PEOPLE = 20;
const SESSIONS_EACH = 10;
const CHUNKS = 500;
const WARM_UP_CHUNKS = 25;
/** Spreads the starts, because people do not all press Enter in the same millisecond. */
const BEGUN_WITHIN_MS = 1_000;
const PER_SECOND = 50;
const CHARACTERS = 24;
const WITHIN_MS = 120_000;
const BUDGET_P99_MS = 50;
const BUDGET_MB = 300;

/** Two hundred sessions with simultaneous replies, each read over its own socket. */
export function streaming(): Promise<readonly Row[]> {
  return withTemporaryHome(async (home) => {
    const conversations = await withStore(home, seed);
    const server = await forkMetered('bench-server.ts', [home]);
    const listeners: Listener[] = [];
    for (const conversation of conversations) listeners.push(await listen(server.url, conversation));
    // A freshly started server has not compiled its code yet.
    await hear(listeners, WARM_UP_CHUNKS);
    for (const { latencies } of listeners) latencies.length = 0;
    await server.start();
    await hear(listeners, CHUNKS);
    const measured = await server.stop();
    await closeAll(listeners.map(({ socket }) => socket));
    await server.end();

    const count = listeners.length;
    const latencies = listeners.flatMap((listener) => listener.latencies);
    const missing = listeners.reduce((sum, { reader }) => sum + reader.lost, 0);
    const lost = missing + (count * CHUNKS - latencies.length);
    const seconds = CHUNKS / PER_SECOND + BEGUN_WITHIN_MS / 1_000;
    const cores = (measured.cpuSeconds / seconds).toFixed(2);
    return [
      atMost(0, {
        name: 'streaming-lost',
        what: `chunks and events lost; ${count} sessions at once, ${PER_SECOND} chunks/s each, ${CHUNKS} chunks`,
        value: lost,
        unit: 'frames',
      }),
      atMost(BUDGET_P99_MS, {
        name: 'streaming-latency',
        what: `from the time a chunk was due to its reader, p99 (p50 ${percentile(latencies, 0.5).toFixed(1)} ms, ${cores} of a core)`,
        value: percentile(latencies, 0.99),
        unit: 'ms',
      }),
      atMost(BUDGET_MB, {
        name: 'streaming-memory',
        what: 'most that the server held meanwhile',
        value: measured.peakResidentMb,
        unit: 'MB',
      }),
    ];
  });
}

interface Conversation {
  readonly session: string;
  readonly token: string;
}

interface Listener extends Conversation {
  readonly socket: WebSocket;
  readonly reader: ReplyReader;
  /** Milliseconds after the time at which each chunk was due. */
  readonly latencies: number[];
  onComplete: () => void;
}

async function listen(url: string, { session, token }: Conversation): Promise<Listener> {
  const latencies: number[] = [];
  const reader = new ReplyReader({
    onNew(text) {
      const now = machineMicroseconds();
      for (const due of stampsIn(text)) latencies.push((now - due) / 1_000);
    },
    onComplete: () => listener.onComplete(),
  });
  const socket = await openSocket({ url, token }, (frame) => reader.read(frame));
  const listener: Listener = { session, token, socket, reader, latencies, onComplete: () => {} };
  socket.send(JSON.stringify({ type: 'subscribe', id: randomUUID(), session }));
  return listener;
}

/** Starts a reply in every session, all within a second, and waits until the last one is over. */
async function hear(listeners: readonly Listener[], chunks: number): Promise<void> {
  const script: Script = { kind: 'paced', chunks, perSecond: PER_SECOND, characters: CHARACTERS };
  const content = JSON.stringify(script);
  const replies = listeners.map(async (listener) => {
    await delay(Math.random() * BEGUN_WITHIN_MS);
    const { socket, session } = listener;
    const complete = new Promise<void>((resolve) => (listener.onComplete = resolve));
    socket.send(JSON.stringify({ type: 'user_message', id: randomUUID(), session, content }));
    await complete;
  });
  await within(WITHIN_MS, Promise.all(replies));
}

async function seed(store: OpenStore): Promise<Conversation[]> {
  const people: Seeded[] = [];
  for (let index = 0; index < PEOPLE; index += 1) people.push(await seedPerson(store, `reader ${index}`));
  const owners = people.flatMap((person) => Array.from({ length: SESSIONS_EACH }, () => person));
  const sessions = await beginSessions(
    store,
    owners.map(({ id }) => id),
  );
  return owners.map(({ token }, index) => ({ token, session: sessions[index] ?? '' }));
}

async function within(limitMs: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Not every reply was over within ${limitMs / 1_000} s.`)), limitMs);
  });
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}
