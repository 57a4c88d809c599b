import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { expect, test } from 'vitest';

import { serverModes } from '#modes/server-modes.ts';
import type { SessionSummary } from '#session/protocol.ts';

import { temporaryFolder } from '../../../fixtures/database/temporary-folder.ts';
import { echoContribution } from '../../../fixtures/echo/echo-contribution.ts';
import type { EchoOptions } from '../../../fixtures/echo/echo-server.ts';
import { apiOf } from '../../../fixtures/server/child-server.ts';
import { startServer } from '../../../fixtures/server/start-server.ts';
import { connect } from '../../../fixtures/server/wire-client.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
const SESSIONS = 60;

/** A data folder, with servers on it in sequence. */
function dataFolder() {
  const home = temporaryFolder();
  return {
    start: async ({ aheadMs = 0, ...options }: EchoOptions & { readonly aheadMs?: number } = {}) => {
      const server = await startServer({
        home,
        environment: { WARREN_OFFLINE: '1' },
        modes: [...serverModes, echoContribution(options)],
        clock: { now: () => Date.now() + aheadMs, monotonic: () => performance.now() },
      });
      return { api: apiOf(server), url: server.url, connect: () => connect(server), close: () => server.close() };
    },
    rows: (query: string) => {
      const database = new DatabaseSync(path.join(home, 'warren.db'), { readOnly: true });
      try {
        return database.prepare(query).all();
      } finally {
        database.close();
      }
    },
  };
}

const begin = { mode: 'echo', options: {} };
const UNDER_WAY = 'select id from sessions where under_way = 1';

test('a server is ready before interrupted turns are recovered', async () => {
  const { start, rows } = dataFolder();
  const first = await start({
    async *reply(_said, _session, { signal }) {
      yield 'Well';
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
    },
  });
  const client = await first.connect();
  for (let n = 0; n < SESSIONS; n += 1) {
    const { session } = await first.api<SessionSummary>('POST', '/api/sessions', { id: randomUUID(), ...begin });
    await client.ask({ type: 'user_message', session, content: 'hello' });
  }
  await client.close();
  await first.close();
  expect(rows(UNDER_WAY)).toHaveLength(SESSIONS);

  const second = await start();
  expect(rows(UNDER_WAY).length).toBeGreaterThan(SESSIONS / 2);
  expect((await fetch(`${second.url}/readyz`)).status).toBe(200);
  await expect.poll(() => rows(UNDER_WAY)).toEqual([]);
  await second.close();
});

test.each([3, 100])('a server that starts with a clock %i days ahead ends and deletes nothing', async (days) => {
  const { start, rows } = dataFolder();
  const idle = { isAbandoned: () => Promise.resolve(true) };
  const status = () => rows('select status from sessions').map((row) => row['status']);
  const first = await start({ idle });
  const client = await first.connect();
  const { session } = await first.api<SessionSummary>('POST', '/api/sessions', { id: randomUUID(), ...begin });
  await client.ask({ type: 'subscribe', session });
  const said = { type: 'user_message', id: randomUUID(), session, content: 'hello' };
  const answer = await client.ask(said);
  await client.find('assistant_complete');
  await client.close();
  await first.close();

  const ahead = await start({ idle, aheadMs: days * DAY });
  const again = await ahead.connect();
  expect(await again.ask(said)).toEqual(answer);
  await again.close();
  await ahead.close();
  expect(status()).toEqual(['open']);

  // A jump no longer than a short pause is trusted.
  const later = await start({ idle, aheadMs: 45 * MINUTE });
  await expect.poll(status).toEqual(['complete']);
  await later.close();
});
