import { createWordSearch } from '#platform/library-search/words/create-word-search.ts';

import { atMost, type Row } from './row.ts';
import { median, percentile } from './statistics.ts';
import { launchServer } from './support/launched-server.ts';
import { workedMs } from './support/processor-time.ts';
import { seedLibrary } from './support/seed-library.ts';
import { seedFirstPerson, withStore } from './support/store.ts';
import { withTemporaryHome } from './support/temporary-home.ts';
import { createVocabulary } from './support/vocabulary.ts';

const SOURCES = 20_000;
const BUDGET_MS = 50;
/** For frequent and rare words: the first is in two of three sources, the last in one of two hundred. */
const RANKS = [6, 40, 200, 1_000, 3_000];
const MIN_TYPED = 2;
const WARM_UP = 5;

/** Points, in sets of 1,000. */
const SETS = 20;
const POINTS_PER_SET = 1_000;
const WORDS_PER_POINT = 12;

/**
 * Search by words after each typed letter over 20,000 sources, from the request to the last byte; and all requests of
 * the palette, over these sources and 20,000 points.
 */
export function searchAsYouType(): Promise<readonly Row[]> {
  return withTemporaryHome(async (home) => {
    const { token } = await withStore(home, async (store) => {
      const person = await seedFirstPerson(store, home);
      const words = createWordSearch(store, (message, cause) => {
        throw new Error(message, { cause });
      });
      await seedLibrary(store, { person: person.id, sources: SOURCES, passagesPerSource: 1, models: [], words });
      await words.close();
      return person;
    });
    const { times, found, cpuMs } = await timesOf(home, token);
    const what = `search by words over ${SOURCES} sources, after each of ${times.length} letters`;
    return [
      atMost(BUDGET_MS, { name: 'search-as-you-type', what: `${what}, median`, value: median(times), unit: 'ms' }),
      atMost(BUDGET_MS, {
        name: 'search-as-you-type-p95',
        what: `${what}, p95`,
        value: percentile(times, 0.95),
        unit: 'ms',
      }),
      atMost(BUDGET_MS, {
        name: 'palette-find-p95',
        what: `points, sources, highlights and drafts for the palette, over ${SETS * POINTS_PER_SET} points, p95`,
        value: percentile(found, 0.95),
        unit: 'ms',
      }),
      atMost(BUDGET_MS, {
        name: 'palette-find-cpu',
        what: 'the processor time of the server’s main thread for each of these letters, mean',
        value: cpuMs,
        unit: 'ms',
      }),
    ];
  });
}

interface Times {
  readonly times: readonly number[];
  readonly found: readonly number[];
  /** The server’s main thread, for each letter in the palette. */
  readonly cpuMs: number;
}

async function timesOf(home: string, token: string): Promise<Times> {
  const server = await launchServer('bin/warren start', home);
  try {
    const ask = (query: string) => timeOf(`${server.url}/api/library/search?${textOf(query)}`, token);
    for (const query of queries().slice(0, WARM_UP)) await ask(query);
    const times: number[] = [];
    for (const query of queries()) times.push(await ask(query));
    await addPoints(server.url, token);
    const find = (query: string) => timeOfPalette(server.url, token, query);
    for (const query of queries().slice(0, WARM_UP)) await find(query);
    const found: number[] = [];
    const pid = server.process.pid ?? 0;
    const before = workedMs(pid);
    for (const query of queries()) found.push(await find(query));
    const cpuMs = (workedMs(pid) - before) / found.length;
    return { times, found, cpuMs };
  } finally {
    await server.stop();
  }
}

/** Two words each, extended letter by letter. */
function queries(): readonly string[] {
  const vocabulary = createVocabulary();
  return RANKS.flatMap((rank, index) => {
    const query = `${vocabulary.word(rank)} ${vocabulary.word(RANKS[(index + 1) % RANKS.length] ?? rank)}`;
    return Array.from({ length: query.length - MIN_TYPED + 1 }, (_, typed) => query.slice(0, typed + MIN_TYPED));
  });
}

function textOf(query: string): string {
  return new URLSearchParams({ q: query, by: 'words', limit: '50' }).toString();
}

async function timeOf(url: string, token: string): Promise<number> {
  const began = performance.now();
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  const { hits } = (await answer.json()) as { hits?: unknown[] };
  if (!hits?.length) throw new Error(`${url} found nothing (${answer.status})`);
  return performance.now() - began;
}

async function addPoints(url: string, token: string): Promise<void> {
  const vocabulary = createVocabulary();
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const post = async (path: string, body: object) => {
    const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path} was answered with ${response.status}: ${await response.text()}`);
    return (await response.json()) as { id: string };
  };
  let next = 0;
  const word = () => vocabulary.word(((next += 7_919) * 31) % MAX_RANK);
  for (let set = 0; set < SETS; set += 1) {
    const { id } = await post('/api/recall/sets', { title: `Set ${set}` });
    const points = Array.from({ length: POINTS_PER_SET }, () =>
      Array.from({ length: WORDS_PER_POINT }, word).join(' '),
    );
    await post(`/api/recall/sets/${id}/paste`, { text: points.join('\n') });
  }
}

const MAX_RANK = 4_000;

async function timeOfPalette(url: string, token: string, query: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  const q = new URLSearchParams({ q: query }).toString();
  const paths = [
    `/api/recall/points?${q}`,
    `/api/library/search?${q}&by=words&limit=8`,
    `/api/library/highlights?${q}&limit=8`,
    '/api/drafts',
  ];
  const began = performance.now();
  const answers = await Promise.all(paths.map((path) => fetch(`${url}${path}`, { headers })));
  const found = (await Promise.all(answers.map((answer) => answer.json()))) as {
    points?: unknown[];
    hits?: unknown[];
  }[];
  const took = performance.now() - began;
  const failed = answers.find(({ ok }) => !ok);
  if (failed) throw new Error(`${failed.url} was answered with ${failed.status}`);
  if (!found.some(({ points, hits }) => points?.length || hits?.length)) throw new Error(`“${query}” found nothing`);
  return took;
}
