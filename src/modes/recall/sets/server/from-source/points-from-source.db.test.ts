import { expect, test } from 'vitest';

import { tablesOf } from '#database/server/database.ts';
import type { LibraryTables } from '#library/storage/server/tables.ts';

import { onDatabase } from '../../../../../../fixtures/database/each-engine.ts';
import { sourceRow } from '../../../../../../fixtures/library/source-row.ts';
import { openRecallWorld } from '../../../../../../fixtures/spine/recall-world.ts';
import type { SessionReview } from '../../../reviews/protocol.ts';
import type { FindingsKept, NearestSet, PointsOfSource, SetDetail, SetSummary, WrittenPoints } from '../../protocol.ts';

const CONTENT = `# Coffee
Coffee is a drink of the East. It blocks adenosine
receptors.

Tea holds less caffeine than coffee.`;

onDatabase('points made of a source', (open) => {
  async function start(content = CONTENT) {
    const world = await openRecallWorld(await open());
    const library = tablesOf<LibraryTables>(world.world.database);
    const { id: setId } = await world.call<SetSummary>('POST', '/api/recall/sets', { title: 'Drinks' });
    const own = { person: world.person, sourceId: 'coffee' };
    const addSource = (values: Parameters<typeof sourceRow>[1] = {}) => {
      const article = { kind: 'article_clip', origin: 'web', title: 'On coffee', content } as const;
      const row = sourceRow({ id: 'coffee', person_id: world.person }, { ...article, ...values });
      return library.write((trx) => trx.insertInto('sources').values(row).execute());
    };
    /** Passages between the given offsets. */
    const split = (...offsets: number[]) =>
      library.write(async (trx) => {
        await trx.deleteFrom('passages').where('source_id', '=', 'coffee').execute();
        for (const [index, end] of offsets.entries()) {
          const from = offsets[index - 1] ?? 0;
          await trx
            .insertInto('passages')
            .values({
              id: `passage-${index}`,
              person_id: world.person,
              source_id: 'coffee',
              number: index + 1,
              start_offset: from,
              end_offset: end,
              text: content.slice(from, end),
              hash: String(index),
            })
            .execute();
        }
      });
    const path = `/api/recall/sets/${setId}/points-from-source`;
    const keep = (points: readonly object[], id?: string) =>
      world.call<FindingsKept>('POST', path, { sourceId: 'coffee', points, ...(id !== undefined && { id }) });
    const made = () => world.call<PointsOfSource>('GET', '/api/recall/sources/coffee/points');
    const set = () => world.call<SetDetail>('GET', `/api/recall/sets/${setId}`);
    return { ...world, library, own, setId, path, addSource, split, keep, made, set };
  }
  const [TEA, ADENOSINE] = [
    { text: 'Tea is milder.', sentence: 'Tea holds less caffeine than coffee.' },
    { text: 'Coffee blocks adenosine receptors.', sentence: 'It blocks adenosine receptors.' },
  ];
  const NAMED = { sourceId: 'coffee', title: 'On coffee', kind: 'article_clip', origin: 'web' };

  test('the nearest set is the one with points from the source, else one with the same subject, else none', async () => {
    const { addSource, call, keep } = await start();
    const add = async (title: string, ...points: string[]) => {
      const { id } = await call<SetSummary>('POST', '/api/recall/sets', { title });
      for (const text of points) await call('POST', `/api/recall/sets/${id}/points`, { text });
      return id;
    };
    const nearest = async () => (await call<NearestSet>('GET', '/api/recall/sources/coffee/nearest-set')).setId;
    await addSource();
    await add('History', 'Bismarck became chancellor in 1871.', 'The wall fell in 1989.');
    expect(await nearest()).toBeNull();
    const about = await add('Stimulants', 'Caffeine blocks receptors of adenosine.', 'Coffee comes from the East.');
    expect(await nearest()).toBe(about);
    await keep([TEA]);
    expect(await nearest()).not.toBe(about);
    expect(await nearest()).not.toBeNull();
  });

  test('a point stores its source, sentence and passage, and one undo removes all points', async () => {
    const { addSource, split, keep, made, set, setId, call, database } = await start();
    await addSource();
    await split(CONTENT.indexOf('Tea'), CONTENT.length);
    const invented = { text: 'Cocoa is a drink.', sentence: 'Nowhere in it.' };
    expect(await keep([TEA, ADENOSINE, invented], 'once')).toEqual({ added: 3, known: 0 });
    expect(await keep([TEA, ADENOSINE, invented], 'once')).toEqual({ added: 3, known: 0 });
    expect((await set()).items.map(({ text, source }) => ({ text, source }))).toEqual([
      { text: TEA.text, source: { ...NAMED, sentence: TEA.sentence, passage: 2 } },
      { text: ADENOSINE.text, source: { ...NAMED, sentence: ADENOSINE.sentence, passage: 1 } },
      { text: invented.text, source: { ...NAMED, sentence: invented.sentence, passage: null } },
    ]);
    const stored = await database.read
      .selectFrom('recall_points')
      .selectAll()
      .where('set_id', '=', setId)
      .orderBy('position')
      .execute();
    const ranges = stored.map(
      ({ source_start: from, source_end: to }) => from !== null && CONTENT.slice(from, to ?? 0),
    );
    expect(ranges).toEqual([TEA.sentence, 'It blocks adenosine\nreceptors.', false]);
    expect(await made()).toMatchObject({
      sets: [{ setId, title: 'Drinks', points: [{ text: TEA.text, passage: 2 }, { passage: 1 }, { passage: null }] }],
    });

    const { last } = await call<{ last: { id: string } }>('GET', '/api/undo');
    await call('POST', '/api/undo', { id: last.id });
    expect([(await set()).items, await made()]).toEqual([[], { sets: [] }]);
  });

  test('a sentence that an edit has moved is found in its new passage, and a removed one in none', async () => {
    const { addSource, split, keep, made } = await start();
    await addSource();
    await split(CONTENT.indexOf('Tea'), CONTENT.length);
    await keep([TEA, ADENOSINE]);
    await split(8, 50, CONTENT.length);
    const passages = async () => (await made()).sets[0]?.points.map(({ passage }) => passage);
    expect(await passages()).toEqual([3, null]);
  });

  test('the parts of a split point keep its source', async () => {
    const { addSource, split, keep, set, call } = await start();
    await addSource();
    await split(CONTENT.length);
    await keep([TEA]);
    const pointId = (await set()).items[0]?.id;
    await call('POST', `/api/recall/points/${pointId}/split`, { parts: [{ text: 'One.' }, { text: 'Two.' }] });
    const source = { ...NAMED, sentence: TEA.sentence, passage: 1 };
    expect((await set()).items).toMatchObject([
      { text: 'One.', source },
      { text: 'Two.', source },
    ]);
  });

  test('a point of a deleted source names no source until it is restored', async () => {
    const { addSource, keep, set, library, made } = await start();
    await addSource();
    await keep([TEA]);
    const mark = (deleted_at: number | null) =>
      library.write((trx) => trx.updateTable('sources').set({ deleted_at }).where('id', '=', 'coffee').execute());
    await mark(5);
    expect((await set()).items[0]?.source).toBeNull();
    await expect(made()).rejects.toMatchObject({ kind: 'not-found' });
    await expect(keep([ADENOSINE])).rejects.toMatchObject({ kind: 'not-found' });
    await mark(null);
    expect((await set()).items[0]?.source).toMatchObject(NAMED);
  });

  test('the review of a session names the source of a point that it shows', async () => {
    const { addSource, split, keep, setId, say, end, call, running, world, person } = await start();
    await addSource();
    await split(CONTENT.length);
    await keep([TEA]);
    const session = await world.begin(running, person, setId);
    const live = await running.sessions.get({ person, session });
    await say(live, 'Tea is milder.');
    await end(live);
    const review = await call<SessionReview>('GET', `/api/recall/sessions/${session}/review`);
    expect(review.points).toMatchObject([{ text: TEA.text, source: { ...NAMED, passage: 1 } }]);
  });

  test('the point writer reads a source whole, or a long one in parts that it reports', async () => {
    const { addSource, setId, call, library } = await start();
    await addSource();
    const write = (from = 0) =>
      call<WrittenPoints>('POST', `/api/recall/sets/${setId}/write-points`, { sourceId: 'coffee', from });
    expect(await write()).toMatchObject({ points: [{ context: 'Coffee' }, {}, {}], part: null });
    const long = `${'Coffee is a drink of the East.\n\n'.repeat(3_200)}Tea holds less caffeine than coffee.`;
    await library.write((trx) =>
      trx.updateTable('sources').set({ content: long }).where('id', '=', 'coffee').execute(),
    );
    const { part } = await write();
    expect(part).toMatchObject({ start: 0, of: long.length });
    expect(part?.end).toBeLessThanOrEqual(100_000);
    const rest = await write(part?.end);
    expect(rest.points.map(({ text }) => text)).toContain('Tea holds less caffeine than coffee.');
    expect(rest.part).toEqual({ start: part?.end, end: long.length, of: long.length });
    await expect(write(long.length)).rejects.toMatchObject({ kind: 'refused' });
  });
});
