import { randomUUID } from 'node:crypto';

import { Anthropic } from '@anthropic-ai/sdk';

import type { DownMessage, SessionSummary } from '#session/protocol.ts';

import { apiOf, type ChildServer, startChildServer } from '../fixtures/server/child-server.ts';
import { atMost, type Row } from './row.ts';
import { median, percentile } from './statistics.ts';
import { machineMicroseconds } from './support/clock.ts';
import { forkMetered } from './support/metered-process.ts';
import { stampsIn } from './support/script.ts';
import { closeAll, openSocket } from './support/socket.ts';
import { withTemporaryHome } from './support/temporary-home.ts';

const SESSIONS = 12;
const TURNS = 25;
/** Per session: the very first turn loads the SDK, and each later session its own data. */
const WARM_UP = 5;
const P50_MS = 2;
const P99_MS = 13;

/**
 * The time that Warren adds before a reply's first sentence is complete (it shows whole sentences), compared with a
 * direct call of the provider's SDK to the same double. Measured from the moment the evaluator's answer leaves the
 * double until that sentence is on the socket, through a production server, with all intermediate writes on disk. Turns
 * and direct calls alternate.
 */
export function firstToken(): Promise<readonly Row[]> {
  return withTemporaryHome(async (home) => {
    const double = await forkMetered('model-double.ts', []);
    try {
      const environment = { ANTHROPIC_API_KEY: 'sk-ant-bench', ANTHROPIC_BASE_URL: double.url };
      const server = await startChildServer({ home, program: 'launcher', environment });
      try {
        return rowsOf(await alternate(server, double.url));
      } finally {
        await server.stop();
      }
    } finally {
      await double.end();
    }
  });
}

interface Times {
  /** Milliseconds of each direct call, and the extra milliseconds of the turn after it. */
  readonly direct: readonly number[];
  readonly added: readonly number[];
}

async function alternate(server: ChildServer, provider: string): Promise<Times> {
  const client = new Anthropic({ apiKey: 'sk-ant-bench', baseURL: provider, maxRetries: 0, openTelemetry: false });
  const direct: number[] = [];
  const added: number[] = [];
  for (let session = 0; session < SESSIONS; session += 1) {
    const turns = await openTurns(server);
    for (let turn = 0; turn < TURNS; turn += 1) {
      const alone = await callDirectly(client);
      const through = await turns.next();
      if (turn < WARM_UP) continue;
      direct.push(alone);
      added.push(through - alone);
    }
    await turns.close();
  }
  return { direct, added };
}

function rowsOf({ direct, added }: Times): readonly Row[] {
  const peer = { what: 'a direct call of the SDK, p50', value: median(direct) };
  const what = `added to the time to the end of the first sentence, over ${added.length} direct calls, from the evaluator’s answer on`;
  return [
    atMost(P50_MS, { name: 'first-token', what: `${what}, p50`, value: median(added), unit: 'ms', peer }),
    atMost(P99_MS, { name: 'first-token-p99', what: `${what}, p99`, value: percentile(added, 0.99), unit: 'ms' }),
  ];
}

/** Milliseconds from the call to the first piece, which ends the first sentence. */
async function callDirectly(client: Anthropic): Promise<number> {
  const began = machineMicroseconds();
  let first = 0;
  const events = await client.messages.create({
    model: 'claude-opus-5-5',
    max_tokens: 4_096,
    messages: [{ role: 'user', content: 'Caffeine is in coffee.' }],
    stream: true,
  });
  for await (const event of events)
    if (event.type === 'content_block_delta' && first === 0) first = machineMicroseconds();
  return (first - began) / 1_000;
}

/** Turns of a new session: milliseconds from the evaluator's answer to the first sentence on the socket. */
async function openTurns(server: ChildServer): Promise<{ next(): Promise<number>; close(): Promise<void> }> {
  const api = apiOf(server);
  const set = await api<{ id: string }>('POST', '/api/recall/sets', { title: 'Coffee' });
  const text = 'Adenosine builds up while we are awake.\nCaffeine blocks adenosine receptors.';
  await api('POST', `/api/recall/sets/${set.id}/paste`, { text });
  const begin = { id: randomUUID(), mode: 'recall', setId: set.id };
  const { session } = await api<SessionSummary>('POST', '/api/sessions', begin);

  let first: number | null = null;
  let words = '';
  let settle: { resolve(milliseconds: number): void; reject(error: Error): void } | null = null;
  const socket = await openSocket(server, (frame) => {
    const arrived = machineMicroseconds();
    const message = JSON.parse(frame.toString()) as DownMessage;
    if (message.type === 'error' || message.type === 'assistant_interrupted')
      settle?.reject(new Error(`A turn failed: ${frame.toString()}`));
    if (message.type === 'assistant_chunk') {
      first ??= arrived;
      words += message.text;
    }
    if (message.type !== 'assistant_complete' || first === null) return;
    const left = stampsIn(words)[0];
    if (left === undefined) settle?.reject(new Error(`The reply holds no time: ${words}`));
    else settle?.resolve((first - left) / 1_000);
  });
  socket.send(JSON.stringify({ type: 'subscribe', id: randomUUID(), session, after: 0 }));
  return {
    async next() {
      first = null;
      words = '';
      return await new Promise((resolve, reject) => {
        settle = { resolve, reject };
        const content = 'Coffee is a drink that people like.';
        socket.send(JSON.stringify({ type: 'user_message', id: randomUUID(), session, content }));
      });
    },
    close: () => closeAll([socket]),
  };
}
