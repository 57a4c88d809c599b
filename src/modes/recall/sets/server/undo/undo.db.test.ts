import { expect, test } from 'vitest';

import { tablesOf } from '#database/server/database.ts';
import type { SessionSummary } from '#session/protocol.ts';
import type { RecentActions, UndoAnswer } from '#undo/protocol.ts';
import type { UndoTables } from '#undo/server/tables.ts';

import { onDatabase } from '../../../../../../fixtures/database/each-engine.ts';
import { openRecallWorld } from '../../../../../../fixtures/spine/recall-world.ts';
import { newId } from '../../../../../../fixtures/spine/world.ts';
import type { RecallPoint, SetDetail, SetSummary } from '../../protocol.ts';

onDatabase('undo', (open) => {
  async function start() {
    const world = await openRecallWorld(await open());
    const { call } = world;
    return {
      ...world,
      addSet: () => call<SetSummary>('POST', '/api/recall/sets', { title: 'Bread' }),
      set: (id: string) => call<SetDetail>('GET', `/api/recall/sets/${id}`),
      texts: async (id: string) =>
        (await call<SetDetail>('GET', `/api/recall/sets/${id}`)).items.map((item) => item.text),
    };
  }

  test('actions are undone in reverse order until none is left', async () => {
    const { call, undo, lastAction, addSet, set, texts } = await start();
    const { id } = await addSet();
    const first = await call<RecallPoint>('POST', `/api/recall/sets/${id}/points`, { text: 'Yeast makes gas.' });
    await call('POST', `/api/recall/sets/${id}/paste`, { text: 'Salt slows it.\nHeat kills it.', id: newId() });
    await call('PATCH', `/api/recall/points/${first.id}`, { text: 'Yeast makes bubbles.', context: 'Dough' });
    await call('DELETE', `/api/recall/points/${first.id}`);
    await call('PATCH', `/api/recall/sets/${id}`, { title: 'Loaves' });
    await call('PATCH', `/api/recall/sets/${id}`, { status: 'paused', desiredRetention: 0.85 });
    await call('DELETE', `/api/recall/sets/${id}`);
    const done: [label: string, check: () => Promise<unknown>, expected: unknown][] = [
      ['Deleted the set “Loaves”', async () => (await set(id)).title, 'Loaves'],
      [
        expect.any(String) as string,
        async () => set(id),
        { title: 'Loaves', status: 'active', desiredRetention: null },
      ],
      ['Renamed the set “Bread”', async () => (await set(id)).title, 'Bread'],
      ['Deleted a point of “Bread”', () => texts(id), ['Yeast makes bubbles.', 'Salt slows it.', 'Heat kills it.']],
      ['Changed a point of “Bread”', async () => (await set(id)).items[0], { text: 'Yeast makes gas.', context: '' }],
      ['Added 2 points to “Bread”', () => texts(id), ['Yeast makes gas.']],
      ['Added a point to “Bread”', () => texts(id), []],
      ['Added the set “Bread”', async () => (await call<{ sets: object[] }>('GET', '/api/recall/sets')).sets, []],
    ];
    for (const [label, check, expected] of done) {
      expect(await undo()).toEqual(label);
      const found = await check();
      if (Array.isArray(expected) || typeof expected === 'string') expect(found).toEqual(expected);
      else expect(found).toMatchObject(expected as object);
    }
    expect(await lastAction()).toBeNull();
  });

  test('a question is written, changed, removed and undone with its point, and stays with its parts', async () => {
    const { call, undo, addSet, set, world, running, person } = await start();
    const { id } = await addSet();
    const path = `/api/recall/sets/${id}`;
    const asked = { text: 'Yeast.', question: 'What makes gas?' };
    const first = await call<RecallPoint>('POST', `${path}/points`, asked);
    await call('POST', `${path}/paste`, { text: 'Q: What slows it?\nA: Salt', id: newId() });
    await call('POST', `${path}/findings`, {
      points: [{ text: 'yeast', question: 'What makes gas?' }, { text: 'Yeast' }, { text: 'Heat', question: ' ' }],
    });
    const questions = async () => (await set(id)).items.map(({ text, question }) => [text, question]);
    const all = [
      ['Yeast.', 'What makes gas?'],
      ['Salt', 'What slows it?'],
      ['Yeast', null],
      ['Heat', null],
    ];
    expect(first).toMatchObject(asked);
    expect(await questions()).toEqual(all);

    await call('PATCH', `/api/recall/points/${first.id}`, { question: 'What makes bubbles?' });
    await call('PATCH', `/api/recall/points/${first.id}`, { context: 'Dough' });
    await call('PATCH', `/api/recall/points/${first.id}`, { question: '' });
    expect((await set(id)).items[0]).toMatchObject({ question: null, context: 'Dough' });
    await undo();
    await undo();
    expect((await set(id)).items[0]).toMatchObject({ question: 'What makes bubbles?', context: '' });
    const parts = ['One.', 'Two.'].map((text) => ({ text, question: 'What makes bubbles?' }));
    await call('POST', `/api/recall/points/${first.id}/split`, { parts });
    expect((await questions()).slice(0, 2)).toEqual(parts.map(({ text, question }) => [text, question]));
    await undo();
    await undo();
    expect(await questions()).toEqual(all);

    const live = await running.sessions.get({ person, session: await world.begin(running, person, id) });
    const { hidden } = live.state.modes['recall'] as { hidden: { points: { question?: string }[] } };
    expect(hidden.points.map(({ question }) => question)).toEqual([
      'What makes gas?',
      'What slows it?',
      undefined,
      undefined,
    ]);
  });

  test('no label contains the text of a point', async () => {
    const { call, addSet, world } = await start();
    const { id } = await addSet();
    const point = await call<RecallPoint>('POST', `/api/recall/sets/${id}/points`, { text: 'A secret.' });
    await call('PATCH', `/api/recall/points/${point.id}`, { text: 'Another secret.' });
    await call('DELETE', `/api/recall/points/${point.id}`);
    const rows = await tablesOf<UndoTables>(world.database)
      .read.selectFrom('undoable_actions')
      .select('label')
      .execute();
    expect(rows).toHaveLength(4);
    expect(JSON.stringify(rows)).not.toContain('secret');
  });

  test('an action is undone once, and only by its person', async () => {
    const { call, callAs, addSet, lastAction, world } = await start();
    const { id } = await addSet();
    await call('DELETE', `/api/recall/sets/${id}`);
    const action = (await lastAction())!;
    const stranger = await world.addPerson();
    await expect(callAs(stranger)('POST', '/api/undo', { id: action.id })).rejects.toMatchObject({ kind: 'not-found' });
    expect(await callAs(stranger)('GET', '/api/undo')).toEqual({ last: null });
    const recent = await call<RecentActions>('GET', '/api/undo/recent');
    expect(recent.actions.map(({ kind }) => kind)).toEqual(['set-deleted', 'set-added']);
    expect(await callAs(stranger)('GET', '/api/undo/recent')).toEqual({ actions: [] });
    await call('POST', '/api/undo', { id: action.id });
    await call('DELETE', `/api/recall/sets/${id}`);
    // A resend of the same undo must not undo the newer deletion.
    expect(await call<UndoAnswer>('POST', '/api/undo', { id: action.id })).toMatchObject({ undone: { id: action.id } });
    await expect(call('GET', `/api/recall/sets/${id}`)).rejects.toMatchObject({ kind: 'not-found' });
  });

  test('an action on data that changed since is refused with a message, and does not block earlier actions', async () => {
    const { call, addSet, lastAction, set } = await start();
    const { id } = await addSet();
    await call('PATCH', `/api/recall/sets/${id}`, { title: 'Loaves' });
    const renamed = (await lastAction())!;
    await call('PATCH', `/api/recall/sets/${id}`, { title: 'Rolls' });
    const point = await call<RecallPoint>('POST', `/api/recall/sets/${id}/points`, { text: 'One.' });
    await call('PATCH', `/api/recall/points/${point.id}`, { text: 'Two.' });
    const changed = (await lastAction())!;
    await call('PATCH', `/api/recall/points/${point.id}`, { text: 'Three.' });
    for (const action of [renamed, changed]) {
      await expect(call('POST', '/api/undo', { id: action.id })).rejects.toMatchObject({
        kind: 'refused',
        message: expect.stringContaining('changed again since') as string,
        detail: { reason: 'changed-since' },
      });
      await expect(call('POST', '/api/undo', { id: action.id })).rejects.toMatchObject({ kind: 'not-found' });
    }
    expect(await set(id)).toMatchObject({ title: 'Rolls', items: [{ text: 'Three.' }] });
    expect(await lastAction()).toMatchObject({ kind: 'point-changed' });
  });

  test('points recalled since they were added are kept', async () => {
    const { call, addSet, lastAction, texts, say, running, person, world } = await start();
    const { id } = await addSet();
    await call('POST', `/api/recall/sets/${id}/paste`, { text: 'Yeast makes gas from sugar.\nSalt slows the yeast.' });
    const live = await running.sessions.get({ person, session: await world.begin(running, person, id) });
    await say(live, 'Yeast makes gas from sugar.');
    await expect(call('POST', '/api/undo', { id: (await lastAction())?.id })).rejects.toMatchObject({
      detail: { reason: 'changed-since' },
    });
    expect(await texts(id)).toHaveLength(2);
  });

  test('undo does not offer an action that was reversed directly', async () => {
    const { call, addSet, lastAction } = await start();
    const { id } = await addSet();
    const point = await call<RecallPoint>('POST', `/api/recall/sets/${id}/points`, { text: 'One.' });
    await call('DELETE', `/api/recall/points/${point.id}`);
    await call('POST', `/api/recall/points/${point.id}/restore`);
    expect(await lastAction()).toMatchObject({ kind: 'points-added' });
    await call('DELETE', `/api/recall/sets/${id}`);
    await call('POST', `/api/recall/sets/${id}/restore`);
    expect(await lastAction()).toMatchObject({ kind: 'points-added' });
  });

  test('undo restores the old name of a session, and a rename to the same name is no action', async () => {
    const { call, undo, lastAction, person, world, running, addSet } = await start();
    const { id } = await addSet();
    await call('POST', `/api/recall/sets/${id}/points`, { text: 'One.' });
    const session = await world.begin(running, person, id);
    const rename = (title: string) => call<SessionSummary>('PATCH', `/api/sessions/${session}`, { title });
    await rename('Bread');
    expect(await lastAction()).toMatchObject({ kind: 'points-added' });
    await rename('Morning');
    expect(await lastAction()).toMatchObject({ kind: 'session-renamed', label: 'Renamed the session “Bread”' });
    await undo();
    expect(await call('GET', `/api/sessions/${session}`)).toMatchObject({ title: 'Bread' });
    await rename('Noon');
    const renamed = (await lastAction())!;
    await rename('Night');
    await expect(call('POST', '/api/undo', { id: renamed.id })).rejects.toMatchObject({
      detail: { reason: 'changed-since' },
    });
    expect(await call('GET', `/api/sessions/${session}`)).toMatchObject({ title: 'Night' });
  });

  test('sessions of a deleted set are not listed, stay readable at their address, and return with the set', async () => {
    const { call, undo, addSet, say, end, clock, person, world, running } = await start();
    const [{ id: deleted }, { id: kept }] = [await addSet(), await addSet()];
    const begin = async (setId: string) => {
      clock.now += 1_000;
      return running.sessions.get({ person, session: await world.begin(running, person, setId) });
    };
    for (const id of [deleted, kept]) await call('POST', `/api/recall/sets/${id}/points`, { text: 'Yeast makes gas.' });
    const over = await begin(deleted);
    await say(over, 'Yeast makes gas.');
    await end(over);
    const open = await begin(deleted);
    const other = await begin(kept);
    const listed = async () =>
      (await call<{ sessions: SessionSummary[] }>('GET', '/api/sessions')).sessions.map(({ session }) => session);
    const all = [other, open, over].map(({ owned }) => owned.session);
    expect(await listed()).toEqual(all);
    await call('DELETE', `/api/recall/sets/${deleted}`);
    expect(await listed()).toEqual([other.owned.session]);
    const { session } = over.owned;
    expect(await call('GET', `/api/sessions/${session}`)).toMatchObject({ status: 'complete' });
    expect(await call('GET', `/api/sessions/${session}/events?before=1000`)).toMatchObject({ hasMore: false });
    const points = [{ text: 'Yeast makes gas.', how: 'unaided' }];
    expect(await call('GET', `/api/recall/sessions/${session}/review`)).toMatchObject({ points });
    await undo();
    expect(await listed()).toEqual(all);
    await call('DELETE', `/api/recall/sets/${deleted}`);
    await call('POST', `/api/recall/sets/${deleted}/restore`);
    expect(await listed()).toEqual(all);
  });

  test('actions are kept for thirty days, at most two hundred of them', async () => {
    const { recall, person, clock, lastAction, world } = await start();
    const tables = tablesOf<UndoTables>(world.database);
    await tables.write(async (trx) => {
      const row = { person_id: person, kind: 'set-deleted', reversal: '{}', undone_at: null };
      const rows = Array.from({ length: 200 }, (_, index) => ({
        ...row,
        id: newId(),
        label: `${index}`,
        at: clock.now - 200 + index,
      }));
      await trx.insertInto('undoable_actions').values(rows).execute();
      for (const label of ['200', '201'])
        await recall.undo.record(trx, { person, kind: 'set-deleted', label, reversal: {} });
    });
    const rows = await tables.read.selectFrom('undoable_actions').select('label').orderBy('at').execute();
    expect(rows).toHaveLength(200);
    expect(rows[0]).toEqual({ label: '2' });
    expect(await lastAction()).toMatchObject({ label: '201' });
    clock.now += 30 * 86_400_000 + 1_000;
    expect(await lastAction()).toBeNull();
  });
});
