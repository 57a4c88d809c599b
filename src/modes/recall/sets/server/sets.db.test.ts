import { setImmediate } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { onDatabase } from '../../../../../fixtures/database/each-engine.ts';
import { openRecallWorld } from '../../../../../fixtures/spine/recall-world.ts';
import { newId } from '../../../../../fixtures/spine/world.ts';
import type { SetDetail, SetSummary, Today } from '../protocol.ts';
import { insertPoints } from './points.ts';
import { addSampleSet } from './sets.ts';

const DAY = 86_400_000;

onDatabase('recall', (open) => {
  const start = async () => openRecallWorld(await open());

  test('a set is created once per id, changed, deleted and restored with its points', async () => {
    const { call } = await start();
    const id = newId();
    for (let time = 0; time < 2; time += 1)
      expect(await call<SetSummary>('POST', '/api/recall/sets', { id, title: 'Bread' })).toMatchObject({
        id,
        title: 'Bread',
        points: 0,
      });
    await call('POST', `/api/recall/sets/${id}/points`, { text: 'Yeast makes gas.' });
    const point = newId();
    for (let time = 0; time < 2; time += 1)
      await call('POST', `/api/recall/sets/${id}/points`, { id: point, text: 'Salt slows it.' });
    await call('PATCH', `/api/recall/points/${point}`, { text: 'Salt slows the yeast.', context: 'Dough' });
    await call('PATCH', `/api/recall/sets/${id}`, { title: 'Breads' });
    expect(await call<SetDetail>('GET', `/api/recall/sets/${id}`)).toMatchObject({
      title: 'Breads',
      points: 2,
      fresh: 2,
      due: 0,
      items: [
        { text: 'Yeast makes gas.', context: '', reviews: 0, dueAt: null, retrievability: null },
        { id: point, text: 'Salt slows the yeast.', context: 'Dough' },
      ],
    });
    await call('DELETE', `/api/recall/points/${point}`);
    expect(await call<SetSummary>('GET', `/api/recall/sets/${id}`)).toMatchObject({ points: 1 });
    await expect(call('PATCH', `/api/recall/points/${point}`, { text: 'x' })).rejects.toMatchObject({
      kind: 'not-found',
    });
    await call('POST', `/api/recall/points/${point}/restore`);
    await call('DELETE', `/api/recall/sets/${id}`);
    expect(await call('GET', '/api/recall/sets')).toEqual({ sets: [] });
    await expect(call('GET', `/api/recall/sets/${id}`)).rejects.toMatchObject({ kind: 'not-found' });
    expect(await call<SetSummary>('POST', `/api/recall/sets/${id}/restore`)).toMatchObject({ points: 2 });
  });

  test('a session writes one review per point with all data for later weighting, and moves the card', async () => {
    const { call, clock, database, person, running, say, end, world } = await start();
    await database.write((trx) => addSampleSet(trx, person, { at: clock.now, newId }));
    const [sample] = (await call<{ sets: SetSummary[] }>('GET', '/api/recall/sets')).sets;
    expect(sample).toMatchObject({ isSample: true, points: 8, fresh: 8 });
    const before = await call<Today>('GET', '/api/recall/today');
    expect(before).toMatchObject({ ready: 8, minutes: 7 });

    const session = await world.begin(running, person, sample?.id);
    expect(await world.begin(running, person, sample?.id)).toBe(session);
    const live = await running.sessions.get({ person, session });
    for (const content of ['The half-life of caffeine is about five hours.', 'No idea.']) await say(live, content);
    await expect(call('GET', `/api/recall/sessions/${session}/review`)).rejects.toMatchObject({
      detail: { reason: 'session-open' },
    });
    await end(live);

    const rows = await database.read.selectFrom('review_log').selectAll().orderBy('rating', 'desc').execute();
    expect(rows).toMatchObject([
      {
        person_id: person,
        session_id: session,
        at: clock.now,
        time_zone: 'Europe/Zurich',
        day_starts_at: 240,
        rating: 3,
        weights_id: 'fsrs-6-default',
      },
      { rating: 1 },
    ]);
    expect(JSON.parse(rows[0]?.state_before ?? '')).toMatchObject({ reps: 0 });
    const review = await call<{ points: { rating: string | null }[] }>('GET', `/api/recall/sessions/${session}/review`);
    expect(
      review.points
        .map((point) => point.rating)
        .filter((rating) => rating !== null)
        .toSorted(),
    ).toEqual(['again', 'good']);

    const after = await call<Today>('GET', '/api/recall/today');
    expect(after.ready).toBe(6);
    expect(after.forecast.reduce((sum, day) => sum + day.due, 0)).toBe(8);
    expect(after.sets[0]?.openSession).toBeNull();
    clock.now += 400 * DAY;
    expect((await call<Today>('GET', '/api/recall/today')).ready).toBe(8);
  });

  test('a point deleted during its session gets no review, and the session continues', async () => {
    const { call, database, person, running, say, world } = await start();
    const setId = await world.addSet(person);
    const session = await world.begin(running, person, setId);
    const { items } = await call<SetDetail>('GET', `/api/recall/sets/${setId}`);
    await call('DELETE', `/api/recall/points/${items[1]?.id}`);
    const live = await running.sessions.get({ person, session });
    await say(live, items[1]?.text ?? '');
    expect(live.state.modes['recall']).toMatchObject({ recalledIds: [items[1]?.id] });
    expect(await database.read.selectFrom('review_log').selectAll().execute()).toEqual([]);
  });

  test('a full set refuses more points with a reason', async () => {
    const { call, database, person } = await start();
    const { id: setId } = await call<SetSummary>('POST', '/api/recall/sets', { title: 'Large' });
    const points = Array.from({ length: 20_001 }, (_, index) => ({ text: `point ${index}`, context: '' }));
    await expect(
      database.write((trx) => insertPoints(trx, { person, setId }, { points, at: 0, newId })),
    ).rejects.toMatchObject({ kind: 'refused', detail: { reason: 'set-full' } });
    expect(await call<SetSummary>('GET', `/api/recall/sets/${setId}`)).toMatchObject({ points: 0 });
  });

  test('other requests are served while many points are written', async () => {
    const { call, database, person } = await start();
    const { id: setId } = await call<SetSummary>('POST', '/api/recall/sets', { title: 'Large' });
    const points = Array.from({ length: 2_000 }, (_, index) => ({ text: `point ${index}`, context: '' }));
    let turns = 0;
    let isOver = false;
    await database.write(async (trx) => {
      const others = (async () => {
        for (; !isOver; turns += 1) await setImmediate();
      })();
      await insertPoints(trx, { person, setId }, { points, at: 0, newId });
      isOver = true;
      await others;
    });
    expect(turns).toBeGreaterThan(2);
    const { items } = await call<SetDetail>('GET', `/api/recall/sets/${setId}`);
    expect(items.map(({ text }) => text)).toEqual(points.map(({ text }) => text));
  });
});
