import { setTimeout as delay } from 'node:timers/promises';

import { minilm } from '#platform/embedding/embedded/embedded-embedder.ts';
import { createWordSearch } from '#platform/library-search/words/create-word-search.ts';

import { programOf } from '../fixtures/server/program.ts';
import { atMost, type Row } from './row.ts';
import { median, percentile } from './statistics.ts';
import { type LaunchedServer, launchServer } from './support/launched-server.ts';
import { createRandom } from './support/random.ts';
import { residentMb } from './support/resident.ts';
import { seedLibrary } from './support/seed-library.ts';
import { seedFirstPerson, withStore } from './support/store.ts';
import { withTemporaryHome } from './support/temporary-home.ts';
import { createVocabulary } from './support/vocabulary.ts';

const SOURCES = 20_000;
const PASSAGES_PER_SOURCE = 5;
const OF = `${(SOURCES * PASSAGES_PER_SOURCE).toLocaleString('en')} passages`;
const STARTS = 5;
const QUERIES = 100;
/** Ranks of the words in queries. More frequent words carry little information. */
const RANKS = { from: 100, to: 20_000 };
/** The embedder's thread ends after a minute without work. */
const EMBEDDER_ENDED_AFTER_MS = 70_000;

/** A server with a library of 100,000 passages: its start, its searches and its memory. */
export function largeLibrary(): Promise<readonly Row[]> {
  return withTemporaryHome(async (home) => {
    await withStore(home, async (store) => {
      const words = createWordSearch(store, (message, cause) => console.error(message, cause));
      await seedLibrary(store, {
        person: (await seedFirstPerson(store, home)).id,
        sources: SOURCES,
        passagesPerSource: PASSAGES_PER_SOURCE,
        models: [minilm],
        words,
      });
      await words.close();
    });
    const starts: number[] = [];
    while (starts.length < STARTS) {
      const server = await launchServer('npm start', home);
      await server.stop();
      if (!server.hasBuilt) starts.push(server.readyAfterMs);
    }
    const server = await launchServer('bin/warren start', home);
    try {
      return [
        atMost(700, {
          name: 'large-library-start',
          what: `npm start to the ready line with ${OF}, median of ${STARTS}`,
          value: median(starts),
          unit: 'ms',
        }),
        ...(await timeSearches(server)),
        await timeTool(server),
        await memoryOf(server),
      ];
    } finally {
      await server.stop();
    }
  });
}

async function timeSearches(server: LaunchedServer): Promise<readonly Row[]> {
  const queries = queriesOf(QUERIES);
  const began = performance.now();
  await search(server, queries[0] ?? '', 'both');
  const first = performance.now() - began;
  // Each query is embedded here, so that later only the search is measured.
  for (const query of queries) await search(server, query, 'both');
  const rows = [
    atMost(15_000, {
      name: 'large-library-first-search',
      what: `the first search by meaning over ${OF}, which loads the embedder and the vectors`,
      value: first,
      unit: 'ms',
    }),
  ];
  for (const [by, budgets] of [
    ['both', { p50: 50, p99: 150 }],
    ['words', { p50: 50, p99: 150 }],
  ] as const) {
    const took: number[] = [];
    for (const query of queries) took.push(await timed(() => search(server, query, by)));
    for (const [name, share] of [
      ['p50', 0.5],
      ['p99', 0.99],
    ] as const)
      rows.push(
        atMost(budgets[name], {
          name: `large-library-${by}-${name}`,
          what: `search by ${by === 'both' ? 'words and meaning' : 'words'} over ${OF}, without embedding, ${name}`,
          value: percentile(took, share),
          unit: 'ms',
        }),
      );
  }
  return rows;
}

/** The extra time of a program's search compared with the page's, for each query in turn. */
async function timeTool(server: LaunchedServer): Promise<Row> {
  const response = await fetch(`${server.url}/api/access-tokens`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'bench', scopes: ['read'] }),
  });
  const { token } = (await response.json()) as { token: string };
  const program = programOf({ url: server.url, token });
  const more: number[] = [];
  for (const [index, query] of queriesOf(QUERIES).entries()) {
    const ofPage = () => timed(() => search(server, query, 'both'));
    const ofTool = () =>
      timed(async () => {
        const { text, isError } = await program.call('search_library', { query });
        if (isError) throw new Error(text);
      });
    // The order alternates, so that the second search does not always find its data in memory.
    const [first, second] = index % 2 === 0 ? [ofPage, ofTool] : [ofTool, ofPage];
    const [one, other] = [await first(), await second()];
    more.push(first === ofTool ? one - other : other - one);
  }
  return atMost(20, {
    name: 'large-library-tool',
    what: `what search_library takes over ${OF} beyond the page’s own search, p50 of ${QUERIES} queries`,
    value: percentile(more, 0.5),
    unit: 'ms',
  });
}

async function timed(work: () => Promise<void>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

async function memoryOf(server: LaunchedServer): Promise<Row> {
  await delay(EMBEDDER_ENDED_AFTER_MS);
  return atMost(450, {
    name: 'large-library-memory',
    what: `resident with ${OF} searched and the embedder ended`,
    value: await residentMb(server.process.pid ?? 0),
    unit: 'MB',
  });
}

async function search({ url, token }: LaunchedServer, query: string, by: 'words' | 'both'): Promise<void> {
  const response = await fetch(`${url}/api/library/search?by=${by}&q=${encodeURIComponent(query)}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const answer = (await response.json()) as { meaning: { state: string; problem: { message: string } | null } };
  if (!response.ok) throw new Error(`The search was answered with ${response.status}.`);
  if (by === 'both' && answer.meaning.state !== 'used')
    throw new Error(`Meaning was ${answer.meaning.state}: ${answer.meaning.problem?.message ?? ''}`);
}

function queriesOf(count: number): readonly string[] {
  const vocabulary = createVocabulary();
  const random = createRandom(7);
  const rank = () => Math.floor(RANKS.from * (RANKS.to / RANKS.from) ** random());
  return Array.from({ length: count }, () => [rank(), rank(), rank()].map((each) => vocabulary.word(each)).join(' '));
}
