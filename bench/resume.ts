import { randomUUID } from 'node:crypto';

import { WebSocket } from 'ws';

import type { DownMessage } from '#session/protocol.ts';

import { atMost, type Row } from './row.ts';
import { percentile } from './statistics.ts';
import { type LongSession, seedLongSession } from './support/long-session.ts';
import { forkMetered } from './support/metered-process.ts';
import { closeAll } from './support/socket.ts';
import { seedPerson, withStore } from './support/store.ts';
import { withTemporaryHome } from './support/temporary-home.ts';

const MESSAGES = 3_000;
const MISSED = 500;
const FAR_MISSED = 4_000;
const RUNS = 100;
const AT_ONCE = 50;
const BUDGET_MS = 500;

interface Gap {
  readonly url: string;
  readonly token: string;
  readonly session: LongSession;
  readonly missed: number;
}

/** A client that reconnects: from opening its socket to the last event that it missed. */
export function resume(): Promise<readonly Row[]> {
  return withTemporaryHome(async (home) => {
    const { token, session } = await withStore(home, async (store) => {
      const person = await seedPerson(store, 'reader');
      return { token: person.token, session: await seedLongSession(store, person.id, { messages: MESSAGES }) };
    });
    const server = await forkMetered('bench-server.ts', [home]);
    const gap = { url: server.url, token, session };
    const first = await comeBack({ ...gap, missed: MISSED });
    const near: number[] = [];
    const far: number[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      near.push(await comeBack({ ...gap, missed: MISSED }));
      far.push(await comeBack({ ...gap, missed: FAR_MISSED }));
    }
    const together = await Promise.all(Array.from({ length: AT_ONCE }, () => comeBack({ ...gap, missed: MISSED })));
    await server.end();
    const row = (name: string, what: string, times: readonly number[]) =>
      atMost(BUDGET_MS, { name, what, value: percentile(times, 0.95), unit: 'ms' });
    return [
      row(
        'resume',
        `${MISSED} events missed, p95 of ${RUNS} (the first after a start, which loads the session: ${first.toFixed(0)} ms)`,
        near,
      ),
      row('resume-far', `${FAR_MISSED} events missed, made up for by a snapshot, p95 of ${RUNS}`, far),
      row(
        'resume-together',
        `${MISSED} events missed by each of ${AT_ONCE} sockets that come back in the same instant, p95`,
        together,
      ),
    ];
  });
}

/** Milliseconds until nothing is missing. Throws if an event arrived twice, not at all or out of order. */
async function comeBack({ url, token, session: { session, head }, missed }: Gap): Promise<number> {
  const began = performance.now();
  let seq = head - missed;
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, {
    perMessageDeflate: false,
    headers: { authorization: `Bearer ${token}` },
  });
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject);
    socket.on('open', () => socket.send(JSON.stringify({ type: 'subscribe', id: randomUUID(), session, after: seq })));
    socket.on('message', (data: Buffer) => {
      const message = JSON.parse(data.toString()) as DownMessage;
      if (message.type === 'error') reject(new Error(message.message));
      if (message.type === 'session_snapshot') seq = message.seq;
      else if ('seq' in message && message.type !== 'accepted') {
        if (message.seq !== seq + 1) reject(new Error(`Event ${message.seq} followed ${seq}.`));
        seq = message.seq;
      }
      if (seq === head) resolve();
    });
  });
  const took = performance.now() - began;
  await closeAll([socket]);
  return took;
}
