import { expect, test } from 'vitest';

import { onDatabase } from '../../../../../fixtures/database/each-engine.ts';
import { openRecallWorld } from '../../../../../fixtures/spine/recall-world.ts';
import type { Leech, SetDetail, SetSummary } from '../protocol.ts';

const DAY = 86_400_000;
const YEAST = 'Yeast makes gas.';

onDatabase('leeches', (open) => {
  async function start(texts: readonly string[] = [YEAST]) {
    const world = await openRecallWorld(await open());
    const { call, clock, grade } = world;
    const addSet = async (title: string, points: readonly string[]) => {
      const { id } = await call<SetSummary>('POST', '/api/recall/sets', { title });
      await call('POST', `/api/recall/sets/${id}/paste`, { text: points.join('\n') });
      return call<SetDetail>('GET', `/api/recall/sets/${id}`);
    };
    const { id: setId, items } = await addSet('Bread', texts);
    const pointId = items[0]?.id ?? '';
    const set = () => call<SetDetail>('GET', `/api/recall/sets/${setId}`);
    return {
      ...world,
      addSet,
      setId,
      items,
      pointId,
      set,
      texts: async () => (await set()).items.map(({ text }) => text),
      leeches: async () => (await call<{ leeches: Leech[] }>('GET', '/api/recall/leeches')).leeches,
      /** Fails a point this number of times, every three days. Returns the reviews. */
      lapsed: async (times: number, id = pointId) => {
        const reviews: string[] = [];
        for (let time = 0; time < times; time += 1) {
          clock.now += 3 * DAY;
          reviews.push(await grade(id, 1));
        }
        return reviews;
      },
      split: (id: string, ...parts: string[]) =>
        call('POST', `/api/recall/points/${id}/split`, { parts: parts.map((text) => ({ text })) }),
      dispute: (reviewId: string | undefined, rating: string) =>
        call('POST', `/api/recall/reviews/${reviewId}/dispute`, { rating }),
    };
  }

  test('a disputed lapse does not list a dismissed leech again', async () => {
    const { call, clock, pointId, grade, lapsed, leeches, dispute, set } = await start();
    const lapses = async () => {
      const found = await leeches();
      expect(found).toHaveLength((await set()).leeches);
      return found.map((leech) => leech.lapses);
    };
    await grade(pointId);
    await lapsed(8);
    expect(await lapses()).toEqual([8]);
    await call('POST', `/api/recall/points/${pointId}/dismiss-leech`);
    clock.now += 1;
    expect(await lapses()).toEqual([]);
    const ids = await lapsed(4);
    expect(await lapses()).toEqual([12]);
    for (const id of ids) await dispute(id, 'good');
    expect(await lapses()).toEqual([]);
    for (const id of ids) await dispute(id, 'again');
    expect(await lapses()).toEqual([12]);
  });

  test('the lapse that makes a leech counts once its session is over', async () => {
    const { world, running, person, setId, clock, pointId, grade, lapsed, leeches, dispute, say, end } = await start();
    await grade(pointId);
    await lapsed(7);
    const [id] = await lapsed(1);
    await dispute(id, 'good');
    const before = await leeches();
    clock.now += 30 * DAY;
    const session = await world.begin(running, person, setId);
    const live = await running.sessions.get({ person, session });
    await say(live, 'Tell me');
    await say(live, YEAST);
    expect(live.state.modes['recall']).toMatchObject({ recalledIds: [pointId] });
    expect(await leeches()).toEqual(before);
    await end(live);
    expect(await leeches()).toMatchObject([{ lapses: 8 }]);
  });

  test('a leech is listed, split in place, and restored by undo', async () => {
    const texts = ['Yeast makes gas.', 'Salt slows the yeast; it also makes gluten stronger.', 'Water binds flour.'];
    const { call, setId, items, grade, lapsed, split, undo, set, texts: present } = await start(texts);
    const leeches = async () => (await call<{ leeches: Leech[] }>('GET', `/api/recall/leeches?set=${setId}`)).leeches;
    const { id } = items[1]!;
    await grade(id);
    await lapsed(5, id);
    expect(await leeches()).toEqual([]);
    await lapsed(1, id);
    expect(await leeches()).toMatchObject([
      {
        pointId: id,
        setTitle: 'Bread',
        number: 2,
        lapses: 6,
        parts: ['Salt slows the yeast.', 'It also makes gluten stronger.'],
      },
    ]);
    expect(await set()).toMatchObject({ leeches: 1 });
    await split(id, 'Salt slows the yeast.', 'Salt makes gluten stronger.');
    expect(await present()).toEqual([texts[0], 'Salt slows the yeast.', 'Salt makes gluten stronger.', texts[2]]);
    expect(await set()).toMatchObject({ leeches: 0, fresh: 4 });
    expect(await undo()).toBe('Split a point of “Bread”');
    expect((await set()).items.map(({ text, lapses }) => [text, lapses])).toEqual([
      [texts[0], 0],
      [texts[1], 6],
      [texts[2], 0],
    ]);
    for (const wrong of [['One alone.'], ['One.', '  ']]) await expect(split(id, ...wrong)).rejects.toThrow();
  });

  test('the parts of a part take its position, and the earlier addition is still undone as a whole', async () => {
    const { call, setId, set, texts, undo, split: splitPoint } = await start();
    const split = async (text: string, ...parts: string[]) => {
      const point = (await set()).items.find((item) => item.text === text);
      await splitPoint(point?.id ?? '', ...parts);
    };
    for (const lines of ['One and two and three.\nWater binds flour.', 'Last of all.'])
      await call('POST', `/api/recall/sets/${setId}/paste`, { text: lines });
    await split('One and two and three.', 'One and two.', 'Three.');
    await split('One and two.', 'One.', 'Two.');
    const ends = ['Water binds flour.', 'Last of all.'];
    expect(await texts()).toEqual([YEAST, 'One.', 'Two.', 'Three.', ...ends]);
    await split('Three.', 'Three a.', 'Three b.', 'Three c.');
    expect(await texts()).toEqual([YEAST, 'One.', 'Two.', 'Three a.', 'Three b.', 'Three c.', ...ends]);
    await undo();
    await undo();
    expect(await texts()).toEqual([YEAST, 'One and two.', 'Three.', ...ends]);
    await undo();
    expect(await texts()).toEqual([YEAST, 'One and two and three.', ...ends]);
    expect(await undo()).toBe('Added a point to “Bread”');
    expect(await undo()).toBe('Added 2 points to “Bread”');
    expect(await texts()).toEqual([YEAST]);
  });

  test('a split cannot be undone if a part was changed, deleted or recalled since', async () => {
    const whole = 'Salt slows it; it helps gluten.';
    const { call, setId, items, grade, set, texts, lastAction, split: splitPoint } = await start([YEAST, whole]);
    const split = async () => {
      await splitPoint(items[1]!.id, 'Salt slows it.', 'Salt helps gluten.');
      const last = await lastAction();
      const [, first, second] = (await set()).items;
      return { undo: () => call('POST', '/api/undo', { id: last?.id }), first: first!, second: second! };
    };
    const refused = { kind: 'refused', detail: { reason: 'changed-since' } };
    const back = async () => {
      for (const { id, text } of (await set()).items.slice(1)) {
        await call('DELETE', `/api/recall/points/${id}`);
        expect(text).toContain('Salt');
      }
      await call('POST', `/api/recall/points/${items[1]!.id}/restore`);
      expect(await texts()).toEqual(items.map(({ text }) => text));
    };
    const edited = await split();
    await call('PATCH', `/api/recall/points/${edited.first.id}`, { text: 'Salt slows the yeast down.' });
    await expect(edited.undo()).rejects.toMatchObject(refused);
    expect(await texts()).toEqual([YEAST, 'Salt slows the yeast down.', 'Salt helps gluten.']);
    await back();
    const deleted = await split();
    await call('DELETE', `/api/recall/points/${deleted.second.id}`);
    await expect(deleted.undo()).rejects.toMatchObject(refused);
    await back();
    const recalled = await split();
    await grade(recalled.first.id);
    await expect(recalled.undo()).rejects.toMatchObject(refused);
    await back();
    const gone = await split();
    await call('DELETE', `/api/recall/sets/${setId}`);
    await expect(gone.undo()).rejects.toMatchObject(refused);
    await call('POST', `/api/recall/sets/${setId}/restore`);
    expect(await texts()).toEqual([YEAST, 'Salt slows it.', 'Salt helps gluten.']);
  });

  test('a rewritten leech leaves the list; one with a corrected typo stays, and so does a restored one', async () => {
    const { call, pointId: id, grade, lapsed, leeches, undo } = await start();
    const count = async () => (await leeches()).length;
    await grade(id);
    await lapsed(6);
    expect(await count()).toBe(1);
    await call('PATCH', `/api/recall/points/${id}`, { text: 'Yeast makes gass.' });
    await call('PATCH', `/api/recall/points/${id}`, { context: 'Dough' });
    expect(await count()).toBe(1);
    await call('PATCH', `/api/recall/points/${id}`, { text: 'Yeast eats sugar and breathes out carbon dioxide.' });
    expect(await count()).toBe(0);
    await undo();
    expect(await count()).toBe(1);
  });

  test('leeches are listed set by set, each with its position', async () => {
    const { call, setId, items, grade, clock, set, addSet, lapsed, leeches } = await start([
      'A one.',
      'A two.',
      'A three.',
    ]);
    clock.now += 1;
    const later = (await addSet('Later', ['B one.', 'B two.'])).items;
    for (const id of [later[1]!.id, items[2]!.id, items[0]!.id]) {
      await grade(id);
      await lapsed(6, id);
    }
    await call('DELETE', `/api/recall/points/${items[1]!.id}`);
    expect((await leeches()).map(({ text, number, setTitle }) => [setTitle, number, text])).toEqual([
      ['Bread', 1, 'A one.'],
      ['Bread', 2, 'A three.'],
      ['Later', 2, 'B two.'],
    ]);
    expect(await set()).toMatchObject({ id: setId, leeches: 2 });
  });
});
