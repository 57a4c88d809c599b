import { expect, test } from 'vitest';

import { onDatabase } from '../../../../../fixtures/database/each-engine.ts';
import { openRecallWorld } from '../../../../../fixtures/spine/recall-world.ts';
import { newId } from '../../../../../fixtures/spine/world.ts';
import type { FindingsKept, SetDetail, SetSummary } from '../protocol.ts';
import { readSubject } from './subject.ts';

onDatabase('keeping what was found', (open) => {
  async function start() {
    const world = await openRecallWorld(await open());
    const { id } = await world.call<SetSummary>('POST', '/api/recall/sets', { title: 'Sleep' });
    await world.call('POST', `/api/recall/sets/${id}/points`, { text: 'Whales sleep with half a brain.' });
    const keep = (body: object) => world.call<FindingsKept>('POST', `/api/recall/sets/${id}/findings`, body);
    const items = async () => (await world.call<SetDetail>('GET', `/api/recall/sets/${id}`)).items;
    return { ...world, id, keep, items };
  }
  const context = 'Sleep of whales';

  test('all points are added at the end, under their heading, and one undo removes them', async () => {
    const { keep, items, undo } = await start();
    const points = ['They wake to breathe.', 'Seals do so too.'].map((text) => ({ text, context }));
    expect(await keep({ points })).toEqual({ added: 2, known: 0 });
    expect((await items()).map((item) => [item.text, item.context])).toEqual([
      ['Whales sleep with half a brain.', ''],
      ['They wake to breathe.', context],
      ['Seals do so too.', context],
    ]);
    expect(await undo()).toBe('Added 2 points to “Sleep”');
    expect(await items()).toHaveLength(1);
  });

  test('points that repeat or that the set has already are added once; without new points nothing is recorded', async () => {
    const { keep, items, lastAction } = await start();
    const held = { text: ' whales sleep with  half a brain', context };
    expect(await keep({ points: [held, { text: 'New.' }, { text: 'new' }] })).toEqual({ added: 1, known: 2 });
    expect((await items()).map(({ text }) => text)).toEqual(['Whales sleep with half a brain.', 'New.']);
    const before = await lastAction();
    expect(await keep({ points: [held] })).toEqual({ added: 0, known: 1 });
    expect(await lastAction()).toEqual(before);
  });

  test('a resend gets the same answer and adds nothing', async () => {
    const { keep, items } = await start();
    const body = { id: newId(), points: [{ text: 'One.' }, { text: 'Whales sleep with half a brain.' }] };
    const first = await keep(body);
    expect(await keep(body)).toEqual(first);
    expect(await items()).toHaveLength(2);
  });

  test('a new set and its points are one addition, and each point keeps its moment without the session', async () => {
    const world = await start();
    const { call, running, database, person, undo } = world;
    const session = await world.world.begin(running, person, world.id);
    const setId = newId();
    const moment = { session, messageId: 'terminal_1', at: 1_760_000_000_000 };
    const body = { newSet: 'warren', points: [{ text: '`git bisect` finds the commit.', moment }, { text: 'Own.' }] };
    const keep = (points: object) => call('POST', `/api/recall/sets/${setId}/findings`, points);
    expect(await keep(body)).toEqual({ added: 2, known: 0 });
    const kept = () => call<SetDetail>('GET', `/api/recall/sets/${setId}`);
    const { title, items } = await kept();
    const stored = { ...moment, second: null, title: 'Sleep', isGone: false };
    expect([title, ...items.map((item) => item.moment)]).toEqual(['warren', stored, null]);

    const parts = [{ text: '`git bisect` searches by halves.' }, { text: 'It finds the commit.' }];
    await call('POST', `/api/recall/points/${items[0]?.id ?? ''}/split`, { parts });
    expect((await kept()).items.map((item) => item.moment)).toEqual([stored, stored, null]);
    await undo();

    await database.write((trx) =>
      trx
        .updateTable('recall_points')
        .set({ moment_session_id: 'gone' })
        .where('person_id', '=', person)
        .where('moment', 'is not', null)
        .execute(),
    );
    expect((await kept()).items[0]?.moment).toEqual({ ...stored, session: 'gone', isGone: true });
    await undo();
    await expect(kept()).rejects.toThrow('There is no such set');
    await expect(keep({ points: [{ text: 'Theirs.', moment: { ...moment, session: newId() } }] })).rejects.toThrow(
      'There is no such session.',
    );
  });

  test('no points, empty ones, too many and too long headings are refused, and nothing is added', async () => {
    const { keep, items } = await start();
    const many = Array.from({ length: 51 }, (_, index) => ({ text: `${index}` }));
    for (const points of [[], [{ text: ' ' }], many, [{ text: 'One.', context: 'x'.repeat(501) }]])
      await expect(keep({ points })).rejects.toThrow();
    expect(await items()).toHaveLength(1);
  });

  test('a deleted set accepts no points, and is no subject, like a set of another person', async () => {
    const { call, world, id, keep, database, person } = await start();
    const stranger = await world.addPerson();
    expect(await readSubject(database.read, { person: stranger, setId: id })).toBeNull();
    await call('PATCH', `/api/recall/sets/${id}`, { description: 'Who sleeps how.' });
    const subject = { name: 'Sleep', description: 'Who sleeps how.' };
    expect(await readSubject(database.read, { person, setId: id })).toEqual(subject);
    await call('DELETE', `/api/recall/sets/${id}`);
    await expect(keep({ points: [{ text: 'Late.' }] })).rejects.toMatchObject({ kind: 'not-found' });
    expect(await readSubject(database.read, { person, setId: id })).toBeNull();
  });
});
