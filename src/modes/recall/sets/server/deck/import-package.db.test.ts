import { expect, test } from 'vitest';

import { onDatabase } from '../../../../../../fixtures/database/each-engine.ts';
import { openRecallWorld } from '../../../../../../fixtures/spine/recall-world.ts';
import { countedReviews, countForeseeableReviews } from '../../../scheduling/server/counted-reviews.ts';
import { replayPoint } from '../../../scheduling/server/reviews/cards.ts';
import type { PackageDeck, PackageReview } from '../../domain/deck/package.ts';
import type { SetDetail, SetSummary } from '../../protocol.ts';
import { importDeck } from './import-deck.ts';
import type { DeckCard, OpenDeck } from './open-deck.ts';
import { takeBackUnfinished } from './take-back.ts';

const DAY_MS = 86_400_000;
const NOW = Date.parse('2026-11-22T12:00:00Z');
const GIF = new TextEncoder().encode('GIF89a');

const review = (at: number, rating: number): PackageReview => ({ at, rating, durationMs: 5_000, kind: 'review' });
const card = (index: number, given: Partial<DeckCard> = {}): DeckCard => ({
  deck: 'Languages::French',
  tags: ['verb'],
  question: `Question ${index}`,
  text: `Answer ${index}`,
  context: '',
  images: [],
  isSuspended: false,
  note: { id: `guid-${index}`, card: '0', modifiedAt: 0 },
  line: 0,
  schedule: {
    state: 'review',
    dueAt: NOW + 10 * DAY_MS,
    stability: 30,
    difficulty: 5,
    intervalDays: 30,
    ease: null,
    reviews: 2,
    lapses: 0,
    lastReviewAt: NOW - 20 * DAY_MS,
    desiredRetention: 0.9,
  },
  reviews: [review(NOW - 800 * DAY_MS, 3), review(NOW - 20 * DAY_MS, 3)],
  ...given,
});
const DECK: PackageDeck = { name: 'Languages::French', newPerDay: 7, reviewsPerDay: 90, desiredRetention: 0.85 };
/** Passes on a package in batches, as a reader does. Calls `between` before each batch except the first. */
const deckOf = (batches: readonly (readonly DeckCard[])[], between = async (): Promise<void> => {}): OpenDeck => ({
  kind: 'package',
  table: null,
  notes: [],
  async read({ onHead, onBatch }) {
    const cards = batches.reduce((sum, batch) => sum + batch.length, 0);
    onHead({ decks: [DECK], dayStartsAt: 4, cards });
    for (const [index, batch] of batches.entries()) {
      if (index > 0) await between();
      await onBatch({ cards: batch, images: [{ key: 'a.gif', bytes: GIF }], left: [] });
    }
  },
});

onDatabase('import of packages', (open) => {
  async function start() {
    const world = await openRecallWorld(await open());
    const { call, recall, person, database } = world;
    const add = (deck: OpenDeck, given: { isFresh?: boolean; signal?: AbortSignal } = {}) =>
      importDeck(recall, {
        person,
        deck,
        name: 'french.apkg',
        title: undefined,
        isFresh: false,
        signal: new AbortController().signal,
        onProgress: () => {},
        ...given,
      });
    const sets = async () => (await call<{ sets: SetSummary[] }>('GET', '/api/recall/sets')).sets;
    const trained = async () => {
      const reviews = [];
      for await (const piece of countedReviews(database.read, person)) reviews.push(...piece);
      return reviews;
    };
    return {
      ...world,
      add,
      sets,
      trained,
      setNamed: async (title: string) => (await sets()).find((set) => set.title === title),
      statistics: () => call<{ totals: { reviews: number; firstDay: string | null } }>('GET', '/api/recall/statistics'),
      rowsOf: async () =>
        Promise.all(
          (['recall_points', 'imported_histories', 'deck_imports', 'point_images', 'review_day_totals'] as const).map(
            async (table) => {
              const row = await database.read
                .selectFrom(table)
                .select((eb) => eb.fn.countAll<number | string>().as('count'))
                .where('person_id', '=', person)
                .executeTakeFirstOrThrow();
              return Number(row.count);
            },
          ),
        ),
    };
  }

  test('schedules, reviews, images, tags, suspension and options of a deck are kept; undo removes all of them', async () => {
    const { call, add, setNamed, statistics, trained, undo, sets, database, person } = await start();
    const before = await sets();
    const images = [{ side: 'answer', key: 'a.gif' }] as const;
    const cards = [
      card(1, { images }),
      card(2, { isSuspended: true, images }),
      card(3, { schedule: null, reviews: [] }),
    ];
    expect(await add(deckOf([cards]))).toMatchObject({ added: 3, changed: 0, known: 0, left: 0 });
    const set = await setNamed('French');
    expect(set).toMatchObject({ folder: 'Languages', newPerDay: 7, reviewsPerDay: 90, desiredRetention: 0.85 });
    const { items } = await call<SetDetail>('GET', `/api/recall/sets/${set?.id}`);
    expect(items.map(({ dueAt, reviews }) => [dueAt, reviews])).toEqual([
      [NOW + 10 * DAY_MS, 2],
      [NOW + 10 * DAY_MS, 2],
      [null, 0],
    ]);
    expect(items[0]).toMatchObject({ tags: ['verb'], images: [{ side: 'answer' }], suspendedAt: null });
    expect(items[1]).toMatchObject({ images: [{ side: 'answer' }], suspendedAt: expect.any(Number) as number });
    expect((await statistics()).totals).toEqual({ reviews: 4, firstDay: '2024-09-13' });
    expect(await call('GET', `/api/recall/points/${items[0]?.id}/statistics`)).toMatchObject({ importedReviews: 2 });
    expect(await trained()).toHaveLength(4);
    expect(await countForeseeableReviews(database.read, person)).toBe(2);
    await undo();
    expect(await sets()).toEqual(before);
    expect((await statistics()).totals.reviews).toBe(0);
    expect(await trained()).toEqual([]);
  });

  test('a point has its imported due day again after all its reviews here are removed', async () => {
    const { add, setNamed, call, recall, database, person } = await start();
    await add(deckOf([[card(1)]]));
    const detail = async () => call<SetDetail>('GET', `/api/recall/sets/${(await setNamed('French'))?.id}`);
    const before = await detail();
    const pointId = before.items[0]?.id ?? '';
    const preferences = await recall.preferencesOf();
    await database.write((trx) => replayPoint(trx, { person, pointId, at: NOW }, preferences));
    expect((await detail()).items).toEqual(before.items);
  });

  test('a fresh start has neither due days nor reviews', async () => {
    const { add, statistics, setNamed } = await start();
    await add(deckOf([[card(1)]]), { isFresh: true });
    expect(await setNamed('French')).toMatchObject({ points: 1, fresh: 1, due: 0 });
    expect((await statistics()).totals.reviews).toBe(0);
  });

  test('a second import changes words by note, adds no card twice, and one undo restores the words', async () => {
    const { call, add, setNamed, undo } = await start();
    await add(deckOf([[card(1), card(2)]]));
    const id = (await setNamed('French'))?.id;
    const words = async () =>
      (await call<SetDetail>('GET', `/api/recall/sets/${id}`)).items.map(({ text, dueAt }) => [text, dueAt]);
    const schedule = { ...card(1).schedule!, dueAt: NOW, lastReviewAt: NOW };
    const again = [
      card(1, { text: 'Corrected', schedule }),
      card(2),
      card(3),
      card(3),
      card(4, { note: null }),
      card(4),
    ];
    expect(await add(deckOf([again]))).toMatchObject({ added: 2, changed: 1, known: 4 });
    const due = NOW + 10 * DAY_MS;
    expect(await words()).toEqual([
      ['Corrected', due],
      ['Answer 2', due],
      ['Answer 3', due],
      ['Answer 4', due],
    ]);
    await undo();
    expect(await words()).toEqual([
      ['Answer 1', due],
      ['Answer 2', due],
    ]);
  });

  test('a point gets later reviews made elsewhere, unless it was reviewed here; undo removes them', async () => {
    const { call, add, setNamed, statistics, trained, undo, grade, rowsOf, clock } = await start();
    const fresh = { schedule: null, reviews: [] };
    await add(deckOf([[card(1), card(2), card(3, fresh), card(4)]]));
    const id = (await setNamed('French'))?.id;
    const dues = async () =>
      (await call<SetDetail>('GET', `/api/recall/sets/${id}`)).items.map(({ dueAt, reviews }) => [
        dueAt === null ? null : Math.round((dueAt - NOW) / DAY_MS),
        reviews,
      ]);
    const { items } = await call<SetDetail>('GET', `/api/recall/sets/${id}`);
    await grade(items[1]?.id ?? '');
    const before = await dues();
    const rows = await rowsOf();
    const schedule = { ...card(1).schedule!, dueAt: NOW + 70 * DAY_MS, stability: 70, reviews: 3, lastReviewAt: NOW };
    clock.now += 2 * DAY_MS;
    const at = NOW + DAY_MS;
    const reviewed = (index: number) =>
      card(index, { schedule: { ...schedule, lastReviewAt: at }, reviews: [...card(1).reviews, review(at, 3)] });
    const again = deckOf([[reviewed(1), reviewed(2), reviewed(3), card(4)]]);
    expect(await add(again, { isFresh: true })).toMatchObject({ added: 0, later: 0 });
    expect(await dues()).toEqual(before);
    expect(await add(again)).toMatchObject({ added: 0, changed: 0, known: 4, later: 2 });
    expect(await dues()).toEqual([[70, 3], before[1], [70, 3], before[3]]);
    expect((await statistics()).totals.reviews).toBe(6 + 1 + 1);
    expect(await trained()).toHaveLength(6 + 1 + 1 + 1);
    expect(await add(again)).toMatchObject({ later: 0 });
    await undo();
    expect(await dues()).toEqual(before);
    expect((await statistics()).totals.reviews).toBe(6);
    expect(await trained()).toHaveLength(6 + 1);
    expect((await rowsOf()).slice(0, 2)).toEqual(rows.slice(0, 2));
  });

  test('words changed here stay unless the note was changed later; suspending is not a change of words', async () => {
    const { call, add, setNamed, undo, clock } = await start();
    await add(deckOf([[card(1), card(2), card(3)]]));
    clock.now += 1_000;
    const id = (await setNamed('French'))?.id;
    const items = async () => (await call<SetDetail>('GET', `/api/recall/sets/${id}`)).items;
    const points = await items();
    for (const point of points.slice(0, 2))
      await call('PATCH', `/api/recall/points/${point.id}`, { text: `${point.text}, in my words` });
    await call('POST', '/api/recall/points/change', { pointIds: [points[2]?.id], change: { do: 'suspend' } });
    await call('POST', '/api/recall/points/change', {
      pointIds: points.map((point) => point.id),
      change: { do: 'tag', add: ['mine'], remove: [] },
    });
    await undo();
    await call('PATCH', `/api/recall/points/${points[2]?.id}`, { text: 'Answer 3, for a moment' });
    await undo();
    const later = clock.now + DAY_MS;
    const corrected = (index: number, modifiedAt: number) =>
      card(index, { text: `Corrected ${index}`, note: { id: `guid-${index}`, card: '0', modifiedAt } });
    const deck = () => deckOf([[corrected(1, 0), corrected(2, later), corrected(3, 0)]]);
    for (let times = 0; times < 2; times += 1) {
      expect(await add(deck())).toMatchObject({ added: 0, known: 3, changed: 2, kept: 1 });
      expect((await items()).map(({ text }) => text)).toEqual(['Answer 1, in my words', 'Corrected 2', 'Corrected 3']);
      await undo();
      expect((await items()).map(({ text }) => text)).toEqual([
        'Answer 1, in my words',
        'Answer 2, in my words',
        'Answer 3',
      ]);
    }
  });

  test('nothing is visible before the end, and a cancelled or cut off import leaves nothing', async () => {
    const { call, add, sets, statistics, trained, rowsOf, database, recall, person } = await start();
    const { id } = await call<SetSummary>('POST', '/api/recall/sets', { title: 'Languages::German' });
    const before = await sets();
    const rows = await rowsOf();
    const german = card(1, { deck: 'Languages::German' });
    const unseen = async () => {
      expect(await sets()).toEqual(before);
      expect((await statistics()).totals.reviews).toBe(0);
      expect(await trained()).toEqual([]);
      expect((await call<SetDetail>('GET', `/api/recall/sets/${id}`)).items).toEqual([]);
    };
    const cancelling = new AbortController();
    const cancelled = deckOf([[card(2), german], [card(3)]], async () => {
      await unseen();
      cancelling.abort(new Error('cancelled'));
    });
    await expect(add(cancelled, { signal: cancelling.signal })).rejects.toThrow('cancelled');
    expect(await rowsOf()).toEqual(rows);

    const killed = { ...recall, database: { ...database } };
    const cut = deckOf([[card(2), german], [card(3)]], () => {
      killed.database.write = () => Promise.reject(new Error('killed'));
      return Promise.resolve();
    });
    const given = { person, deck: cut, name: 'a', title: undefined, isFresh: false };
    const signal = new AbortController().signal;
    await expect(importDeck(killed, { ...given, signal, onProgress: () => {} })).rejects.toThrow('killed');
    await unseen();
    expect(await rowsOf()).not.toEqual(rows);
    await takeBackUnfinished(database, person);
    expect(await rowsOf()).toEqual(rows);
    expect(await add(deckOf([[card(2), german]]))).toMatchObject({ added: 2 });
    expect((await call<SetDetail>('GET', `/api/recall/sets/${id}`)).items).toHaveLength(1);
  });
});
