import { setTimeout as delay } from 'node:timers/promises';

import type { DeckProgress } from '#modes/recall/sets/protocol.ts';

import { type AnkiCollection, basicCollection } from '../fixtures/anki/collection.ts';
import { ankiPackage } from '../fixtures/anki/write-package.ts';
import { atMost, type Row } from './row.ts';
import { launchServer } from './support/launched-server.ts';
import { residentMb } from './support/resident.ts';
import { seedFirstPerson, withStore } from './support/store.ts';
import { withTemporaryHome } from './support/temporary-home.ts';

const NOTES = 20_000;
const REVIEWS_PER_CARD = 15;
const DAY_MS = 86_400_000;
const LOOK_EVERY_MS = 100;
const ASK_EVERY_MS = 20;
const P99 = 0.99;

/** An import of a large package, from its start to its end, and what others notice of it. */
export function importDeck(): Promise<readonly Row[]> {
  return withTemporaryHome(async (home) => {
    const { token } = await withStore(home, (store) => seedFirstPerson(store, home));
    const server = await launchServer('bin/warren start', home);
    const ask = async <Answer>(method: string, path: string, body?: Uint8Array<ArrayBuffer>): Promise<Answer> => {
      const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/octet-stream' }) };
      const response = await fetch(`${server.url}/api${path}`, { method, headers, ...(body && { body }) });
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
      return (await response.json()) as Answer;
    };
    try {
      const bytes = new Uint8Array(ankiPackage(largeCollection(), { form: 'anki21b' }));
      const { file } = await ask<{ file: string }>('POST', '/recall/decks/files', bytes);
      const answers: number[] = [];
      let resident = 0;
      let progress: DeckProgress = { state: 'running', done: 0, total: 0 };
      const others = (async () => {
        while (progress.state === 'running') {
          const asked = performance.now();
          await ask('GET', '/recall/sets');
          answers.push(performance.now() - asked);
          await delay(ASK_EVERY_MS);
        }
      })();
      const began = performance.now();
      progress = await ask<DeckProgress>('POST', `/recall/decks?file=${file}&name=large.apkg`);
      while (progress.state === 'running') {
        resident = Math.max(resident, await residentMb(server.process.pid ?? 0));
        await delay(LOOK_EVERY_MS);
        progress = await ask<DeckProgress>('GET', '/recall/decks/progress');
      }
      const seconds = (performance.now() - began) / 1_000;
      await others;
      if (progress.state !== 'done') throw new Error(JSON.stringify(progress));
      answers.sort((one, other) => one - other);
      const what = `${NOTES} notes with ${NOTES * REVIEWS_PER_CARD} reviews`;
      return [
        atMost(60, { name: 'import-deck', what: `importing ${what}`, value: seconds, unit: 's' }),
        atMost(400, { name: 'import-deck-memory', what: 'the server meanwhile', value: resident, unit: 'MB' }),
        atMost(50, {
          name: 'import-deck-others',
          what: 'answers to others meanwhile, p99',
          value: answers[Math.floor(answers.length * P99)] ?? 0,
          unit: 'ms',
        }),
      ];
    } finally {
      await server.stop();
    }
  });
}

function largeCollection(): AnkiCollection {
  const now = Date.now();
  const words = Array.from({ length: NOTES }, (_, index) => index);
  const collection = basicCollection(
    words.map((index) => [`What is number ${index} called?`, `It is called thing ${index}.`] as const),
  );
  return {
    ...collection,
    cards: collection.cards.map((card) => ({
      ...card,
      type: 2,
      queue: 2,
      due: 300 + (card.id % 60),
      ivl: 40,
      factor: 2_500,
      reps: REVIEWS_PER_CARD,
    })),
    reviews: collection.cards.flatMap(({ id: card }, index) =>
      Array.from({ length: REVIEWS_PER_CARD }, (_, nth) => ({
        id: now - (REVIEWS_PER_CARD - nth) * 40 * DAY_MS + index,
        card,
        ease: nth % 7 === 3 ? 1 : 3,
        type: nth === 0 ? 0 : 1,
        time: 5_000,
      })),
    ),
  };
}
