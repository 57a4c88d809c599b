import { setTimeout } from 'node:timers/promises';

import type { SetSummary } from '#modes/recall/sets/protocol.ts';

import { apiOf } from '../fixtures/server/child-server.ts';
import { atMost, type Row } from './row.ts';
import { type LaunchedServer, launchServer } from './support/launched-server.ts';
import { workedMs } from './support/processor-time.ts';
import { withTemporaryHome } from './support/temporary-home.ts';
import { createVocabulary } from './support/vocabulary.ts';

const BUDGET_MS = 50;
/** The maximum length of a note. */
const LENGTH = 9_900_000;
const ASK_EVERY_MS = 3;
const LOOK_EVERY_MS = 500;

const sentence = (index: number) => `Caffeine number ${index} is a stimulant that blocks receptors in the brain.`;
const sentences = (count: number, from = 0) => Array.from({ length: count }, (_, index) => sentence(from + index));

/** The most expensive texts for the code that cleans, divides and indexes a note. */
const NOTES: Readonly<Record<string, () => string>> = {
  words: () => prose(LENGTH),
  lines: () => 'a\n'.repeat(LENGTH / 2),
  'lines of Windows': () => 'a\r\n'.repeat(LENGTH / 3),
  bullets: () => '- a b c\n'.repeat(LENGTH / 8),
  quotes: () => '"'.repeat(LENGTH),
  'Chinese characters': () => '漢'.repeat(LENGTH / 2),
};

/**
 * The server's longest block of work beside another request, for the most expensive text of each route for new content.
 */
export function waysIn(): Promise<readonly Row[]> {
  return withTemporaryHome(async (home) => {
    const server = await launchServer('bin/warren start', home);
    const call = apiOf(server);
    const worst = new Map<string, number>();
    const measure = async (name: string, work: () => Promise<unknown>) => {
      worst.set(name, await longestStretch(server, work));
    };
    try {
      // The first answers load the code.
      await longestStretch(server, () => addNote(server, prose(200_000)));
      for (const [name, content] of Object.entries(NOTES))
        await measure(`a note of ${name}`, () => addNote(server, content()));
      await measure('a search', () => call('GET', `/api/library/search?q=${'word '.repeat(400)}`));
      const { id } = await call<SetSummary>('POST', '/api/recall/sets', { title: 'Large' });
      const paste = (text: string) => call('POST', `/api/recall/sets/${id}/paste`, { text });
      await measure('a paste of points', () => paste(sentences(9_990).join('\n')));
      await paste(sentences(9_000, 10_000).join('\n'));
      await measure('a set of 19,000 points', () => call('GET', `/api/recall/sets/${id}`));
      const written = {
        text: sentences(600)
          .map((each) => `- ${each}\n`)
          .join(''),
      };
      await measure('writing points', () => call('POST', `/api/recall/sets/${id}/write-points`, written));
    } finally {
      await server.stop();
    }
    const slowest = [...worst].toSorted(([, one], [, other]) => other - one);
    const listed = slowest.slice(0, 4).map(([name, ms]) => `${name} ${ms.toFixed(0)}`);
    return [
      atMost(BUDGET_MS, {
        name: 'ways-in',
        what: `processor time of the server while another request waits, worst of ${slowest.length} ways in (${listed.join(', ')})`,
        value: slowest[0]?.[1] ?? Number.NaN,
        unit: 'ms',
      }),
    ];
  });
}

function prose(length: number): string {
  const vocabulary = createVocabulary();
  const parts: string[] = [];
  for (let written = 0; written < length; written += parts.at(-1)?.length ?? 0)
    parts.push(`${vocabulary.text(12)}.${parts.length % 5 === 0 ? '\n\n' : ' '}`);
  return parts.join('').slice(0, length);
}

/** Adds a note, and waits until it is indexed. */
async function addNote(server: LaunchedServer, content: string): Promise<void> {
  const call = apiOf(server);
  await call('POST', '/api/library/sources', { sources: [{ content }] });
  const isIndexing = async () => {
    const { sources } = await call<{ sources: readonly { progress: unknown }[] }>('GET', '/api/library/sources');
    return sources.some(({ progress }) => progress !== null);
  };
  while (await isIndexing()) await setTimeout(LOOK_EVERY_MS);
}

/** Sends other requests in sequence meanwhile. */
async function longestStretch({ process: { pid = 0 }, url }: LaunchedServer, work: () => Promise<unknown>) {
  let isOver = false;
  let longest = 0;
  const asking = (async () => {
    while (!isOver) {
      const before = workedMs(pid);
      await (await fetch(`${url}/healthz`)).text();
      longest = Math.max(longest, workedMs(pid) - before);
      await setTimeout(ASK_EVERY_MS);
    }
  })();
  await work();
  isOver = true;
  await asking;
  return longest;
}
