import { setTimeout as delay } from 'node:timers/promises';

import { minilm } from '#platform/embedding/embedded/embedded-embedder.ts';
import { createWordSearch } from '#platform/library-search/words/create-word-search.ts';

import { startChildServer } from '../fixtures/server/child-server.ts';
import { atMost, type Row } from './row.ts';
import { median, percentile } from './statistics.ts';
import { machineMicroseconds } from './support/clock.ts';
import { openExplore } from './support/explore-turns.ts';
import { forkMetered } from './support/metered-process.ts';
import { residentMb } from './support/resident.ts';
import { stampsIn } from './support/script.ts';
import { bucketId, seedLibrary } from './support/seed-library.ts';
import { seedFirstPerson, withStore } from './support/store.ts';
import { withTemporaryHome } from './support/temporary-home.ts';

const SOURCES = 500;
const TURNS = 25;
const PREVIEWS = 30;
const WARM_UP = 5;
const SESSIONS = 50;
const SETTLE_MS = 3_000;
/** Sent repeatedly. Its vector is computed once, so the embedder's own time is not measured. */
const MESSAGE = 'What do these sources have in common, and what is missing?';

/** Explore with 500 sources in its bucket: the time to the provider, the preview, and the memory of many sessions. */
export function explore(): Promise<readonly Row[]> {
  return withTemporaryHome(async (home) => {
    const person = await withStore(home, async (store) => {
      const seeded = await seedFirstPerson(store, home);
      const words = createWordSearch(store, (message, cause) => console.error(message, cause));
      const library = {
        person: seeded.id,
        sources: SOURCES,
        passagesPerSource: 2,
        buckets: 1,
        models: [minilm],
        words,
      };
      await seedLibrary(store, library);
      await words.close();
      return seeded;
    });
    const double = await forkMetered('model-double.ts', []);
    const environment = { ANTHROPIC_API_KEY: 'sk-ant-bench', ANTHROPIC_BASE_URL: double.url };
    const server = await startChildServer({ home, program: 'launcher', environment });
    try {
      const choice = {
        bucketId: bucketId(person.id, 0),
        includeAllBuckets: true,
        manualSourceIds: [],
        excludedSourceIds: [],
      };
      const calls: number[] = [];
      while (calls.length < TURNS + WARM_UP) calls.push(await timeToProvider(server, choice));
      const previews = await timePreviews(server, choice);
      return [
        atMost(60, {
          name: 'explore-first-call',
          what: `a message with ${SOURCES} sources in the bucket to the provider’s call, beside the embedder, median of ${TURNS}`,
          value: median(calls.slice(WARM_UP)),
          unit: 'ms',
        }),
        atMost(80, {
          name: 'explore-preview',
          what: `preview of ${SOURCES} sources, p95 of ${previews.length}`,
          value: percentile(previews, 0.95),
          unit: 'ms',
        }),
        await memoryOfSessions(server, choice),
      ];
    } finally {
      await server.stop();
      await double.end();
    }
  });
}

type Server = Awaited<ReturnType<typeof startChildServer>>;

/** Milliseconds from sending the first message of a new session to the call to the provider. */
async function timeToProvider(server: Server, choice: object): Promise<number> {
  const turns = await openExplore(server, choice);
  const sent = machineMicroseconds();
  const { content } = await turns.say(MESSAGE);
  await turns.close();
  const arrived = stampsIn(content)[0];
  if (arrived === undefined) throw new Error(`The reply holds no time: ${content}`);
  return (arrived - sent) / 1_000;
}

async function timePreviews(server: Server, choice: object): Promise<readonly number[]> {
  const times: number[] = [];
  for (let typed = 0; typed < PREVIEWS + WARM_UP; typed += 1) {
    const text = MESSAGE.slice(0, 10 + typed);
    const began = performance.now();
    const response = await fetch(`${server.url}/api/explore/preview`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...choice, session: null, voice: { personId: null }, text }),
    });
    const { sources } = (await response.json()) as { sources: readonly unknown[] };
    if (sources.length < SOURCES) throw new Error(`The preview has ${sources.length} sources.`);
    times.push(performance.now() - began);
  }
  return times.slice(WARM_UP);
}

async function memoryOfSessions(server: Server, choice: object): Promise<Row> {
  const pid = server.process.pid ?? 0;
  const before = await residentMb(pid);
  const open = [];
  while (open.length < SESSIONS) {
    const turns = await openExplore(server, choice);
    await turns.say(MESSAGE);
    open.push(turns);
  }
  await delay(SETTLE_MS);
  const after = await residentMb(pid);
  for (const turns of open) await turns.close();
  const what = `memory of ${SESSIONS} open explore sessions with ${SOURCES} sources in context, beside the server before them (${before.toFixed(0)} MB)`;
  return atMost(150, { name: 'explore-sessions', what, value: after - before, unit: 'MB' });
}
