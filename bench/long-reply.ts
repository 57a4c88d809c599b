import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

import type { DownMessage } from '#session/protocol.ts';

import { type ChildServer, startChildServer } from '../fixtures/server/child-server.ts';
import { atMost, type Row } from './row.ts';
import { median } from './statistics.ts';
import { seedLongSession } from './support/long-session.ts';
import { forkMetered } from './support/metered-process.ts';
import { closeAll, openSocket } from './support/socket.ts';
import { seedFirstPerson, withStore } from './support/store.ts';
import { withTemporaryHome } from './support/temporary-home.ts';

const SHORT = 100;
const LONG = 10_000;
const TURNS = 25;
/** The first turns load the SDK and the sessions. */
const WARM_UP = 5;
const MAX_RATIO = 1.5;
const MAX_WAIT_MS = 20;
const PING_EVERY_MS = 2;

/**
 * The time to the first words of a reply in a very long session, compared with a short one, turn by turn, through a
 * production server and a double of the provider that answers at once; and the delay for another client meanwhile.
 */
export function longReply(): Promise<readonly Row[]> {
  return withTemporaryHome(async (home) => {
    const { short, long } = await withStore(home, async (store) => {
      const { id } = await seedFirstPerson(store, home);
      return {
        short: await seedLongSession(store, id, { messages: SHORT }),
        long: await seedLongSession(store, id, { messages: LONG }),
      };
    });
    const double = await forkMetered('model-double.ts', []);
    try {
      const environment = { ANTHROPIC_API_KEY: 'sk-ant-bench', ANTHROPIC_BASE_URL: double.url };
      const server = await startChildServer({ home, program: 'launcher', environment });
      try {
        const times = { short: [] as Turn[], long: [] as Turn[] };
        const [inShort, inLong] = [await openTurns(server, short.session), await openTurns(server, long.session)];
        for (let turn = 0; turn < TURNS; turn += 1) {
          const [one, other] = [await inShort.next(), await inLong.next()];
          if (turn < WARM_UP) continue;
          times.short.push(one);
          times.long.push(other);
        }
        await Promise.all([inShort.close(), inLong.close()]);
        return rowsOf(times);
      } finally {
        await server.stop();
      }
    } finally {
      await double.end();
    }
  });
}

/** Milliseconds to the first words, and the longest delay of another client until the end of the reply. */
interface Turn {
  readonly firstMs: number;
  readonly waitMs: number;
}

function rowsOf({ short, long }: { readonly short: readonly Turn[]; readonly long: readonly Turn[] }): readonly Row[] {
  const [first, peer] = [median(long.map(({ firstMs }) => firstMs)), median(short.map(({ firstMs }) => firstMs))];
  const [wait, calm] = [median(long.map(({ waitMs }) => waitMs)), median(short.map(({ waitMs }) => waitMs))];
  const messages = LONG.toLocaleString('en');
  return [
    atMost(MAX_RATIO, {
      name: 'long-reply',
      what: `first words of a reply in a session of ${messages} messages (median ${first.toFixed(1)} ms) over those in one of ${SHORT} (${peer.toFixed(1)} ms)`,
      value: first / peer,
      unit: '×',
    }),
    atMost(MAX_WAIT_MS, {
      name: 'long-reply-others',
      what: `the longest that another socket waited for an answer during a reply in a session of ${messages} messages, median of ${long.length}`,
      value: wait,
      unit: 'ms',
      peer: { what: `the same in a session of ${SHORT} messages`, value: calm },
    }),
  ];
}

async function openTurns(
  server: ChildServer,
  session: string,
): Promise<{ next(): Promise<Turn>; close(): Promise<void> }> {
  let first = 0;
  let settle: PromiseWithResolvers<void> | null = null;
  const own = await openSocket(server, (frame) => {
    const message = JSON.parse(frame.toString()) as DownMessage;
    if (message.type === 'error' || message.type === 'assistant_interrupted')
      settle?.reject(new Error(`A turn failed: ${frame.toString()}`));
    if (message.type === 'assistant_chunk' && first === 0) first = performance.now();
    if (message.type === 'assistant_complete') settle?.resolve();
  });
  own.send(JSON.stringify({ type: 'subscribe', id: randomUUID(), session }));
  const other = await openOther(server);
  return {
    async next() {
      first = 0;
      settle = Promise.withResolvers();
      const watch = new AbortController();
      const longest = other.longestUntil(watch.signal);
      const began = performance.now();
      const content = 'Coffee is a drink that people like.';
      own.send(JSON.stringify({ type: 'user_message', id: randomUUID(), session, content }));
      await settle.promise;
      watch.abort();
      return { firstMs: first - began, waitMs: await longest };
    },
    close: () => closeAll([own, other.socket]),
  };
}

/** A socket that repeats a request to the server. */
async function openOther(server: ChildServer) {
  let answered: (() => void) | null = null;
  const socket = await openSocket(server, (frame) => {
    if ((JSON.parse(frame.toString()) as DownMessage).type === 'pong') answered?.();
  });
  return {
    socket,
    async longestUntil(signal: AbortSignal): Promise<number> {
      let longest = 0;
      while (!signal.aborted) {
        const pong = new Promise<void>((resolve) => (answered = resolve));
        const asked = performance.now();
        socket.send(JSON.stringify({ type: 'ping', id: randomUUID() }));
        await pong;
        longest = Math.max(longest, performance.now() - asked);
        await delay(PING_EVERY_MS);
      }
      return longest;
    },
  };
}
