import { describe, expect, inject, test } from 'vitest';

import { createPerson } from '#account/server/people.ts';
import { createLiveClient } from '#session/web/client/create-live-client.ts';

import { beginSession } from '../../fixtures/server/begin-session.ts';
import { apiOf, type ChildServer } from '../../fixtures/server/child-server.ts';
import { openCluster } from '../../fixtures/server/cluster.ts';
import { livePorts } from '../../fixtures/server/live-ports.ts';
import type { Server } from '../../fixtures/server/start-server.ts';
import { until } from '../../fixtures/spine/world.ts';
import { withPeople } from './people/with-people.ts';

const socketFolder = inject('postgres') ?? '';
const POINTS = ['Adenosine builds up while we are awake.', 'Caffeine blocks adenosine receptors.'];
/** Number of rounds. Each replaces every server. In `test:long` the servers are processes, and times are printed. */
const ROUNDS = Number(process.env['WARREN_UPGRADES'] ?? 1);
const isLong = ROUNDS > 1;
const PERSONS = isLong ? 20 : 4;
/** The pause between an answer and the next message. */
const PAUSE_MS = 300;

/**
 * The socket side of one person's page, which sends a message once the last one is answered. It connects to any of the
 * servers, as behind a load balancer without stickiness.
 */
function openPage({ servers, token, session }: { servers: readonly string[]; token: string; session: string }) {
  const said = new Map<string, number>();
  const acknowledgedAfterMs: number[] = [];
  const withoutServerMs: number[] = [];
  const refusals: string[] = [];
  let lostAt: number | null = null;
  let wasLost = false;
  let isOver = false;
  const client = createLiveClient({
    ...livePorts({ url: () => servers[Math.floor(Math.random() * servers.length)] ?? '', token }),
    outbox: {
      all: () => Promise.resolve([]),
      put(entry) {
        if (!said.has(entry.id)) said.set(entry.id, performance.now());
        if (entry.status === 'refused') refusals.push(entry.problem ?? '');
        return Promise.resolve();
      },
      remove(id) {
        acknowledgedAfterMs.push(performance.now() - (said.get(id) ?? 0));
        return Promise.resolve();
      },
    },
  });
  client.onStatus(() => {
    const status = client.status();
    if (status === 'lost') wasLost = true;
    if (status !== 'live') lostAt ??= performance.now();
    else if (lostAt !== null) {
      withoutServerMs.push(performance.now() - lostAt);
      lostAt = null;
    }
  });
  const isAnswered = () => {
    const { state, pending, isCurrent } = client.view(session);
    return isCurrent && state?.turn === null && pending.length === 0;
  };
  let isPausing = false;
  client.onView(session, () => {
    if (isPausing || !isAnswered()) return;
    isPausing = true;
    setTimeout(() => {
      isPausing = false;
      if (!isOver && isAnswered()) client.say(session, `Nothing comes to my mind at attempt ${said.size}.`);
    }, PAUSE_MS);
  });
  client.hold(session);
  return {
    session,
    said,
    acknowledgedAfterMs,
    withoutServerMs,
    refusals,
    wasLost: () => wasLost,
    /** Resolves once the last message is answered. */
    async end(): Promise<void> {
      isOver = true;
      await until(isAnswered, 'the last message is answered');
      client.close();
    },
  };
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0);
}

describe.skipIf(socketFolder === '')('an upgrade of three servers, one after the other', () => {
  test(
    'no message fails, and each is answered exactly once',
    async () => {
      const cluster = await openCluster(socketFolder);
      const start = (): Promise<Server | ChildServer> =>
        isLong ? cluster.startChild() : cluster.start({ WARREN_DRAIN_S: '120' });
      const stop = async (server: Server | ChildServer) => {
        if ('stop' in server) return expect(await server.stop()).toBe(0);
        await server.drain();
        await server.close();
      };
      const running: (Server | ChildServer)[] = [await start(), await start(), await start()];
      const servers = running.map(({ url }) => url);
      const [first] = running;
      const environment = { ...cluster.environment, WARREN_HOME: (await cluster.start()).home };
      const people = await withPeople(environment, async ({ people: deps }) => {
        const tokens = [first?.token ?? ''];
        while (tokens.length < PERSONS)
          tokens.push((await createPerson(deps, { name: `person ${tokens.length}` })).token);
        return tokens;
      });
      const pages: ReturnType<typeof openPage>[] = [];
      for (const [index, token] of people.entries()) {
        const url = servers[index % servers.length] ?? '';
        const { session } = await beginSession(apiOf({ url, token }), POINTS, 'Caffeine');
        pages.push(openPage({ servers, token, session }));
      }
      const whenEachSaidMore = async () => {
        const before = pages.map(({ acknowledgedAfterMs }) => acknowledgedAfterMs.length);
        await until(
          () => pages.every(({ acknowledgedAfterMs }, index) => acknowledgedAfterMs.length > (before[index] ?? 0)),
          'each page goes on',
        );
      };
      for (let round = 0; round < ROUNDS; round += 1)
        for (const index of servers.keys()) {
          await whenEachSaidMore();
          const old = running[index];
          // Like a load balancer that checks whether a server is ready.
          const next = await start();
          servers[index] = next.url;
          running[index] = next;
          if (old) await stop(old);
        }
      await whenEachSaidMore();
      await Promise.all(pages.map((page) => page.end()));

      expect(pages.flatMap(({ refusals }) => refusals)).toEqual([]);
      const { rows } = await cluster.client.query<{ session_id: string; type: string; body: string }>(
        "select session_id, type, body from events where type in ('user_message', 'reply_started', 'assistant_complete', 'assistant_interrupted')",
      );
      for (const { session, said } of pages) {
        const events = rows
          .filter(({ session_id: id }) => id === session)
          .map(({ type, body }) => ({ type, ...(JSON.parse(body) as { messageId: string; replyTo?: string }) }));
        const messages = events.filter(({ type }) => type === 'user_message').map(({ messageId }) => messageId);
        expect(messages.toSorted()).toEqual([...said.keys()].toSorted());
        const replies = events.filter(({ type, replyTo }) => type === 'reply_started' && said.has(replyTo ?? ''));
        expect(replies.map(({ replyTo }) => replyTo ?? '').toSorted()).toEqual(messages.toSorted());
        const whole = new Set(
          events.filter(({ type }) => type === 'assistant_complete').map(({ messageId }) => messageId),
        );
        expect(replies.filter(({ messageId }) => !whole.has(messageId))).toEqual([]);
        expect(events.filter(({ type }) => type === 'assistant_interrupted')).toEqual([]);
      }
      if (!isLong) return;
      const [acknowledged, without] = [
        pages.flatMap(({ acknowledgedAfterMs }) => acknowledgedAfterMs),
        pages.flatMap(({ withoutServerMs }) => withoutServerMs),
      ];
      process.stdout.write(
        `${acknowledged.length} messages acknowledged: median ${percentile(acknowledged, 0.5)} ms, ` +
          `p99 ${percentile(acknowledged, 0.99)} ms, longest ${percentile(acknowledged, 1)} ms. ` +
          `${without.length} moves: without a server for ${percentile(without, 0.5)} ms at the median, ` +
          `longest ${percentile(without, 1)} ms. ${pages.filter((page) => page.wasLost()).length} pages showed that.\n`,
      );
    },
    180_000 * ROUNDS,
  );
});
