import { expect, test } from 'vitest';

import { beginSession } from '#session/server/live/begin-session.ts';

import { onDatabase } from '../../../../../../fixtures/database/each-engine.ts';
import { openRecallWorld } from '../../../../../../fixtures/spine/recall-world.ts';
import { newId } from '../../../../../../fixtures/spine/world.ts';
import type { RecallState } from '../../../asking/domain/recall-state.ts';
import type { PointsChange, RecallPoint, SetDetail, SetSummary, Today } from '../../protocol.ts';

const DAY = 86_400_000;

onDatabase('many points at once', (open) => {
  async function start() {
    const world = await openRecallWorld(await open());
    const { call, running, person, database } = world;
    const addSet = async (title: string, points: readonly object[]) => {
      const { id } = await call<SetSummary>('POST', '/api/recall/sets', { title });
      for (const point of points) await call('POST', `/api/recall/sets/${id}/points`, point);
      return id;
    };
    const set = (id: string) => call<SetDetail>('GET', `/api/recall/sets/${id}`);
    const texts = async (id: string) => (await set(id)).items.map(({ text }) => text);
    const change = (points: readonly { id: string }[], to: PointsChange) =>
      call<{ changed: number }>('POST', '/api/recall/points/change', {
        pointIds: points.map(({ id }) => id),
        change: to,
      });
    const asked = async (options: object) => {
      const begun = await beginSession(running.spine, { person, id: newId(), mode: 'recall', options });
      const live = await running.sessions.get({ person, session: begun.session });
      const { hidden } = live.state.modes['recall'] as RecallState & { hidden: { points: { text: string }[] } };
      return { live, texts: hidden.points.map(({ text }) => text).toSorted() };
    };
    return {
      ...world,
      addSet,
      set,
      texts,
      change,
      asked,
      siblings: (points: readonly RecallPoint[], note: string) =>
        database.write(async (trx) => {
          for (const { id } of points)
            await trx.updateTable('recall_points').set({ note_id: note }).where('id', '=', id).execute();
        }),
    };
  }
  const three = ['One.', 'Two.', 'Three.'].map((text) => ({ text }));

  test('each action changes all points, and one undo reverts it', async () => {
    const { addSet, set, texts, change, undo } = await start();
    const [id, other] = [await addSet('Bread', three), await addSet('Water', [{ text: 'Zero.' }])];
    const { items } = await set(id);
    const [one, two] = items;
    const some = [two!, one!];

    expect(await change(some, { do: 'move', setId: other })).toEqual({ changed: 2 });
    expect([await texts(id), await texts(other)]).toEqual([['Three.'], ['Zero.', 'One.', 'Two.']]);
    expect(await undo()).toBe('Moved 2 points to “Water”');
    expect([await texts(id), await texts(other)]).toEqual([['One.', 'Two.', 'Three.'], ['Zero.']]);

    await change([one!], { do: 'tag', add: ['b', 'exam one'] });
    await change(some, { do: 'tag', add: ['a'], remove: ['b'] });
    const tags = async () => (await set(id)).items.map((item) => item.tags);
    expect(await tags()).toEqual([['a', 'exam_one'], ['a'], []]);
    await undo();
    expect(await tags()).toEqual([['b', 'exam_one'], [], []]);

    await change(items, { do: 'suspend' });
    expect(await set(id)).toMatchObject({ points: 3, suspended: 3, fresh: 0, today: { fresh: 0 } });
    expect(await change([one!], { do: 'resume' })).toEqual({ changed: 1 });
    expect(await change([one!], { do: 'resume' })).toEqual({ changed: 0 });
    expect(await set(id)).toMatchObject({ suspended: 2, fresh: 1 });
    await undo();
    await undo();
    expect(await set(id)).toMatchObject({ suspended: 0, fresh: 3 });

    await change(some, { do: 'delete' });
    expect(await texts(id)).toEqual(['Three.']);
    expect(await undo()).toBe('Deleted 2 points');
    expect(await texts(id)).toEqual(['One.', 'Two.', 'Three.']);
  });

  test('a reset point is new, its reviews still count in statistics, and undo restores its history', async () => {
    const { addSet, set, change, undo, asked, say, end, call } = await start();
    const id = await addSet('Bread', [{ text: 'Yeast makes gas.' }, { text: 'Salt slows yeast.' }]);
    const { live } = await asked({ setId: id });
    await say(live, 'Yeast makes gas.');
    await end(live);
    const { items } = await set(id);
    expect(items.filter(({ reviews }) => reviews > 0)).toHaveLength(1);
    expect(await change(items, { do: 'reset' })).toEqual({ changed: 1 });
    expect(await set(id)).toMatchObject({
      points: 2,
      fresh: 2,
      items: items.map(({ text }) => ({ text, reviews: 0 })),
    });
    expect(await call('GET', '/api/recall/statistics')).toMatchObject({ year: [{ reviews: 1 }] });
    expect(await undo()).toBe('Reset a point');
    expect((await set(id)).items).toEqual(items);
  });

  test('points of another person cannot be changed, and points cannot be moved to their sets', async () => {
    const { addSet, set, change, world, callAs } = await start();
    const id = await addSet('Bread', three);
    const { items } = await set(id);
    const stranger = callAs(await world.addPerson());
    const pointIds = items.map((point) => point.id);
    expect(await stranger('POST', '/api/recall/points/change', { pointIds, change: { do: 'delete' } })).toEqual({
      changed: 0,
    });
    const theirs = await stranger<SetSummary>('POST', '/api/recall/sets', { title: 'Theirs' });
    await expect(change(items, { do: 'move', setId: theirs.id })).rejects.toMatchObject({ kind: 'not-found' });
    expect((await set(id)).points).toBe(3);
  });

  test('a session skips suspended points, and can be limited to tags and the levels below them', async () => {
    const { addSet, set, change, asked, call } = await start();
    const points = ['x', 'x::y', 'xy', ''].map((tag, index) => ({ text: `P${index}.`, tags: tag === '' ? [] : [tag] }));
    const id = await addSet('Bread', points);
    const other = await addSet('Water', [{ text: 'Q.', tags: ['x'] }, { text: 'R.' }]);
    expect(await call('GET', '/api/recall/tags')).toEqual({ tags: ['x', 'x::y', 'xy'] });
    await change((await set(id)).items.slice(0, 1), { do: 'suspend' });
    await expect(asked({ allDue: true, tags: ['none'] })).rejects.toMatchObject({ detail: { reason: 'nothing-due' } });
    await expect(asked({ setId: id, tags: ['none'] })).rejects.toMatchObject({ detail: { reason: 'no-points' } });
    const { live, texts } = await asked({ allDue: true, tags: ['x'] });
    expect(texts).toEqual(['P1.', 'Q.']);
    expect(await set(other)).toMatchObject({ openSession: live.owned.session });
  });

  test('siblings are asked for on different days', async () => {
    const { addSet, set, siblings, asked, say, end, call, clock } = await start();
    const id = await addSet('Bread', [
      { text: 'Yeast makes gas.' },
      { text: 'Gas comes from yeast.' },
      { text: 'Salt.' },
    ]);
    const { items } = await set(id);
    await siblings(items.slice(0, 2), 'note-1');
    const today = () => call<Today>('GET', '/api/recall/today');
    expect(await set(id)).toMatchObject({ fresh: 3, exposed: { fresh: 1 }, today: { fresh: 2 } });
    expect((await today()).ready).toBe(2);
    const first = await asked({ setId: id });
    expect(first.texts).toEqual(['Salt.', 'Yeast makes gas.']);
    await say(first.live, 'Yeast makes gas. Salt.');
    await end(first.live);
    expect(await set(id)).toMatchObject({ fresh: 1, exposed: { fresh: 1 }, today: { due: 0, fresh: 0 } });
    expect((await today()).ready).toBe(0);
    clock.now += DAY;
    expect(await set(id)).toMatchObject({ fresh: 1, today: { fresh: 1 } });
    expect((await asked({ setId: id })).texts).toEqual(['Gas comes from yeast.']);
  });
});
