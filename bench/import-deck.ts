import { setTimeout as delay } from 'node:timers/promises';

import type { DeckProgress } from '#modes/recall/sets/protocol.ts';
import type { ExportState } from '#person-data/protocol.ts';

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

/** An import of a large package and its export, from start to end, and the latency of other requests meanwhile. */
export function importDeck(): Promise<readonly Row[]> {
  return withTemporaryHome(async (home) => {
    const { token } = await withStore(home, (store) => seedFirstPerson(store, home));
    const server = await launchServer('bin/warren start', home);
    const ask = async <Answer>(
      method: string,
      path: string,
      body?: Uint8Array<ArrayBuffer> | string,
    ): Promise<Answer> => {
      const type = typeof body === 'string' ? 'application/json' : 'application/octet-stream';
      const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': type }) };
      const response = await fetch(`${server.url}/api${path}`, { method, headers, ...(body && { body }) });
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
      return (await response.json()) as Answer;
    };
    try {
      const bytes = new Uint8Array(ankiPackage(largeCollection(), { form: 'anki21b' }));
      const { file } = await ask<{ file: string }>('POST', '/recall/decks/files', bytes);
      let resident = 0;
      let progress: DeckProgress = { state: 'running', done: 0, total: 0 };
      const others = answersTo(
        () => ask('GET', '/recall/sets'),
        () => progress.state === 'running',
      );
      const began = performance.now();
      progress = await ask<DeckProgress>('POST', `/recall/decks?file=${file}&name=large.apkg`);
      while (progress.state === 'running') {
        resident = Math.max(resident, await residentMb(server.process.pid ?? 0));
        await delay(LOOK_EVERY_MS);
        progress = await ask<DeckProgress>('GET', '/recall/decks/progress');
      }
      const seconds = (performance.now() - began) / 1_000;
      const p99OfImport = await others;
      if (progress.state !== 'done') throw new Error(JSON.stringify(progress));
      let state: ExportState = { isUnderWay: true, bytes: null, problem: null };
      const othersOfExport = answersTo(
        () => ask('GET', '/recall/sets'),
        () => state.isUnderWay,
      );
      const beganExport = performance.now();
      state = await ask<ExportState>('POST', '/recall/export', JSON.stringify({ format: 'apkg', sets: null }));
      while (state.isUnderWay) {
        await delay(LOOK_EVERY_MS);
        state = await ask<ExportState>('GET', '/recall/export');
      }
      const exportSeconds = (performance.now() - beganExport) / 1_000;
      const p99OfExport = await othersOfExport;
      if (state.bytes === null) throw new Error(JSON.stringify(state));
      const what = `${NOTES} notes with ${NOTES * REVIEWS_PER_CARD} reviews`;
      return [
        atMost(60, { name: 'import-deck', what: `importing ${what}`, value: seconds, unit: 's' }),
        atMost(400, { name: 'import-deck-memory', what: 'the server meanwhile', value: resident, unit: 'MB' }),
        atMost(50, {
          name: 'import-deck-others',
          what: 'answers to others meanwhile, p99',
          value: p99OfImport,
          unit: 'ms',
        }),
        atMost(60, { name: 'export-deck', what: `exporting ${what} for Anki`, value: exportSeconds, unit: 's' }),
        atMost(50, {
          name: 'export-deck-others',
          what: 'answers to others meanwhile, p99',
          value: p99OfExport,
          unit: 'ms',
        }),
      ];
    } finally {
      await server.stop();
    }
  });
}

/** Repeats a request while something runs. Returns the 99th percentile of the latency in ms. */
async function answersTo(ask: () => Promise<unknown>, isRunning: () => boolean): Promise<number> {
  const answers: number[] = [];
  while (isRunning()) {
    const asked = performance.now();
    await ask();
    answers.push(performance.now() - asked);
    await delay(ASK_EVERY_MS);
  }
  answers.sort((one, other) => one - other);
  return answers[Math.floor(answers.length * P99)] ?? 0;
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
