import { setTimeout } from 'node:timers/promises';

import { atMost, type Row } from './row.ts';
import { type LaunchedServer, launchServer } from './support/launched-server.ts';
import { withTemporaryHome } from './support/temporary-home.ts';
import { createVocabulary } from './support/vocabulary.ts';

const BUDGET_MS = 50;
const LENGTH = 10_000_000;
const ASK_EVERY_MS = 5;
const LOOK_EVERY_MS = 500;

/** The longest time that others wait while a note is added that is as long as one may be, and while it is indexed. */
export function longNote(): Promise<readonly Row[]> {
  return withTemporaryHome(async (home) => {
    const server = await launchServer('bin/warren start', home);
    try {
      // The first answers load the code.
      await slowestWhile(server, () => add(server, note(100_000)));
      const slowest = await slowestWhile(server, async () => {
        await add(server, note(LENGTH));
        while (await isIndexing(server)) await setTimeout(LOOK_EVERY_MS);
      });
      return [
        atMost(BUDGET_MS, {
          name: 'long-note',
          what: `others wait while a note of ${LENGTH / 1_000_000} million characters is written and indexed, at most`,
          value: slowest,
          unit: 'ms',
        }),
      ];
    } finally {
      await server.stop();
    }
  });
}

function note(length: number): string {
  const vocabulary = createVocabulary();
  const sentences: string[] = [];
  for (let written = 0; written < length;) {
    const sentence = `${vocabulary.text(12)}.${sentences.length % 5 === 0 ? '\n\n' : ' '}`;
    sentences.push(sentence);
    written += sentence.length;
  }
  return sentences.join('').slice(0, length);
}

async function slowestWhile(server: LaunchedServer, work: () => Promise<void>): Promise<number> {
  let isOver = false;
  let slowest = 0;
  const asking = (async () => {
    while (!isOver) {
      const began = performance.now();
      await ask(server, '/api/library/search?q=word&by=words');
      slowest = Math.max(slowest, performance.now() - began);
      await setTimeout(ASK_EVERY_MS);
    }
  })();
  await work();
  isOver = true;
  await asking;
  return slowest;
}

async function add(server: LaunchedServer, content: string): Promise<void> {
  await ask(server, '/api/library/sources', { sources: [{ content }] });
}

async function isIndexing(server: LaunchedServer): Promise<boolean> {
  const { sources } = (await ask(server, '/api/library/sources')) as { sources: readonly { progress: unknown }[] };
  return sources.some(({ progress }) => progress !== null);
}

async function ask({ url, token }: LaunchedServer, path: string, body?: object): Promise<unknown> {
  const answer = await fetch(url + path, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}`);
  return answer.json();
}
