import { expect, test } from 'vitest';

import type { RoleModels } from '#language-model/server/role-models.ts';
import { beginSession } from '#session/server/live/begin-session.ts';

import { onDatabase } from '../../../../../fixtures/database/each-engine.ts';
import { answeringModels } from '../../../../../fixtures/provider/answering-models.ts';
import { openRecallWorld } from '../../../../../fixtures/spine/recall-world.ts';
import { newId } from '../../../../../fixtures/spine/world.ts';
import { dueAt, emptyCard, review } from '../../scheduling/domain/scheduling.ts';
import { activeWeightsOf } from '../../scheduling/server/scheduler-settings.ts';
import type { RetentionPreview, SetDetail, SetSummary, TitleSuggestion, Today } from '../protocol.ts';

const DAY = 86_400_000;

onDatabase('how a set is asked', (open) => {
  async function start(texts: readonly string[], roleModels?: RoleModels) {
    const world = await openRecallWorld(await open(), roleModels ? { roleModels } : {});
    const { id: setId } = await world.call<SetSummary>('POST', '/api/recall/sets', { title: 'Bread' });
    await world.call('POST', `/api/recall/sets/${setId}/paste`, { text: texts.join('\n') });
    const set = () => world.call<SetDetail>('GET', `/api/recall/sets/${setId}`);
    const { items } = await set();
    const begin = async (options: object = {}) => {
      const beginning = { person: world.person, id: newId(), mode: 'recall', options: { setId, ...options } };
      const { session } = await beginSession(world.running.spine, beginning);
      const { state } = await world.running.sessions.get({ person: world.person, session });
      return (state.modes['recall'] as { pointIds: string[] }).pointIds;
    };
    const change = (body: object) => world.call<SetSummary>('PATCH', `/api/recall/sets/${setId}`, body);
    return { ...world, setId, set, items, begin, change };
  }
  const twelve = Array.from({ length: 12 }, (_, index) => `Point number ${index} of the set.`);

  test('settings are stored, validated and undone, and only given fields change', async () => {
    const { change, set, undo } = await start(['One.']);
    expect(await set()).toMatchObject({
      status: 'active',
      description: '',
      tutorInstructions: '',
      desiredRetention: null,
      newPerDay: null,
      reviewsPerDay: null,
      leeches: 0,
    });
    const wanted = { desiredRetention: 0.85, newPerDay: 5, reviewsPerDay: 40, tutorInstructions: ' Ask in German. ' };
    expect(await change(wanted)).toMatchObject({ ...wanted, tutorInstructions: 'Ask in German.', title: 'Bread' });
    expect(await change({ newPerDay: null })).toMatchObject({ desiredRetention: 0.85, newPerDay: null });
    expect(await undo()).toBe('Changed the settings of “Bread”');
    expect(await set()).toMatchObject({ newPerDay: 5, reviewsPerDay: 40 });
    expect(await change({ description: ' Sourdough. ' })).toMatchObject({ description: 'Sourdough.', newPerDay: 5 });
    expect(await undo()).toBe('Changed the description of “Bread”');
    expect(await set()).toMatchObject({ description: '', newPerDay: 5 });
    for (const wrong of [
      { description: 'x'.repeat(501) },
      { desiredRetention: 0.69 },
      { desiredRetention: 0.98 },
      { newPerDay: -1 },
      { reviewsPerDay: 2.5 },
      { status: 'gone' },
      { tutorInstructions: 'x'.repeat(2_001) },
    ])
      await expect(change(wrong)).rejects.toThrow();
    expect(await set()).toMatchObject({ newPerDay: 5, reviewsPerDay: 40, desiredRetention: 0.85, status: 'active' });
  });

  test('a suspended or archived set is not due, and begins only on confirmation', async () => {
    const { change, begin, call, items, grade, clock } = await start(twelve);
    await grade(items[0]!.id);
    clock.now += 30 * DAY;
    expect(await call<Today>('GET', '/api/recall/today')).toMatchObject({ ready: 12 });
    expect(await change({ status: 'paused' })).toMatchObject({ due: 1, fresh: 11, today: { due: 0, fresh: 0 } });
    const today = await call<Today>('GET', '/api/recall/today');
    expect(today).toMatchObject({ ready: 0, minutes: 0, sets: [{ status: 'paused' }] });
    expect(today.forecast.every(({ due }) => due === 0)).toBe(true);
    await expect(begin()).rejects.toMatchObject({
      message: 'This set is paused. Make it active to be asked for it.',
      detail: { reason: 'set-paused' },
    });
    await change({ status: 'archived' });
    expect((await call<Today>('GET', '/api/recall/today')).sets).toEqual([]);
    expect((await call<{ sets: SetSummary[] }>('GET', '/api/recall/sets')).sets).toMatchObject([
      { status: 'archived' },
    ]);
    await expect(begin()).rejects.toMatchObject({ detail: { reason: 'set-archived' } });
    expect(await begin({ anyway: true })).toHaveLength(12);
  });

  test('daily limits apply to sessions, Today and the forecast, and count what was done today', async () => {
    const { change, begin, call, items, grade, clock, set } = await start(twelve);
    for (const { id } of items.slice(0, 6)) await grade(id);
    clock.now += 30 * DAY;
    await change({ newPerDay: 2, reviewsPerDay: 4 });
    await grade(items[0]!.id);
    await grade(items[6]!.id);
    expect(await set()).toMatchObject({ due: 5, fresh: 5, today: { due: 3, fresh: 1 } });
    const today = await call<Today>('GET', '/api/recall/today');
    expect(today.ready).toBe(4);
    const ahead = today.forecast.slice(0, 5).map(({ due }) => due);
    expect(ahead.slice(0, 2)).toEqual([4, 4]);
    // Two new points, and today's new point, which is due again after two to four days.
    expect(ahead.slice(2).reduce((sum, due) => sum + due, 0)).toBe(3);
    const asked = await begin();
    expect(asked).toHaveLength(4);
    expect(asked.at(-1)).toBe(items[7]!.id);
  });

  test('at today’s limit a session is refused with a reason, and begins on confirmation', async () => {
    const { change, begin, items, grade, clock, set } = await start(twelve);
    await change({ newPerDay: 2 });
    for (const { id } of items.slice(0, 2)) await grade(id);
    expect(await set()).toMatchObject({ today: { due: 0, fresh: 0 } });
    await expect(begin()).rejects.toMatchObject({
      message: expect.stringContaining('10 points wait until tomorrow') as string,
      detail: { reason: 'daily-limit' },
    });
    clock.now += DAY;
    expect(await set()).toMatchObject({ today: { fresh: 2 } });
    await change({ newPerDay: 0 });
    expect(await begin({ anyway: true })).toHaveLength(10);
  });

  test('practice before the due date and removed reviews do not count against the limit', async () => {
    const { change, items, grade, clock, set, call, database } = await start(twelve);
    for (const { id } of items.slice(0, 4)) await grade(id);
    await change({ newPerDay: 5, reviewsPerDay: 2 });
    expect(await set()).toMatchObject({ fresh: 8, today: { due: 0, fresh: 1 } });
    // The same points an hour later are practice, not new points.
    clock.now += DAY / 24;
    for (const { id } of items.slice(0, 4)) await grade(id);
    expect(await set()).toMatchObject({ today: { due: 0, fresh: 1 } });
    const latest = await database.read
      .selectFrom('review_log')
      .select('id')
      .where('point_id', '=', items[0]!.id)
      .execute();
    for (const { id } of latest) await call('POST', `/api/recall/reviews/${id}/dispute`, { rating: 'not-reviewed' });
    expect(await set()).toMatchObject({ fresh: 9, today: { due: 0, fresh: 2 } });
    clock.now += 30 * DAY;
    for (const { id } of items.slice(1, 2)) await grade(id);
    expect(await set()).toMatchObject({ due: 2, today: { due: 1, fresh: 5 } });
    await grade(items[1]!.id);
    expect(await set()).toMatchObject({ due: 2, today: { due: 1, fresh: 5 } });
  });

  test('a limit of 0 per day does not end tomorrow, and the message says so', async () => {
    const { change, begin, items, grade, clock } = await start(twelve);
    await change({ newPerDay: 0 });
    await expect(begin()).rejects.toMatchObject({
      message: 'This set’s limits are 0 a day: 12 points wait. Begin anyway, or raise the limit in the set’s settings.',
      detail: { reason: 'daily-limit' },
    });
    await grade(items[0]!.id);
    await grade(items[1]!.id);
    clock.now += 30 * DAY;
    await change({ reviewsPerDay: 1 });
    await grade(items[0]!.id);
    await expect(begin()).rejects.toMatchObject({
      message: expect.stringContaining('one point waits until tomorrow') as string,
    });
  });

  test('the retention of a set schedules its reviews; without one the person’s applies', async () => {
    const { change, items, grade, database, clock, recall, person } = await start(twelve);
    await grade(items[0]!.id);
    await change({ desiredRetention: 0.7 });
    await grade(items[1]!.id);
    const dues = await database.read.selectFrom('point_cards').select(['point_id', 'due_at']).execute();
    const { weights } = await activeWeightsOf(database.read, person);
    const graded = { rating: 3, at: clock.now, cut: await recall.preferencesOf() } as const;
    const due = [0.9, 0.7].map((desiredRetention, index) => {
      const settings = { desiredRetention, weights, fuzzedFor: items[index]!.id };
      return dueAt(review(emptyCard(clock.now), graded, settings));
    });
    expect(items.slice(0, 2).map(({ id }) => dues.find((row) => row.point_id === id)?.due_at)).toEqual(due);
    expect(due[1]).toBeGreaterThan(due[0]!);
  });

  test('a preview shows the cost and the effect of each retention', async () => {
    const { call, setId, items, grade, clock } = await start(twelve);
    for (const { id } of items.slice(0, 6)) await grade(id);
    clock.now += 5 * DAY;
    const preview = await call<RetentionPreview>('GET', `/api/recall/sets/${setId}/retention-preview`);
    expect(preview).toMatchObject({ days: 90, points: 12, personRetention: 0.9 });
    expect(preview.costs).toHaveLength(28);
    const [lowest] = preview.costs;
    const highest = preview.costs.at(-1)!;
    expect(lowest!.reviewsPerDay).toBeGreaterThan(0.1);
    expect(highest.reviewsPerDay).toBeGreaterThan(lowest!.reviewsPerDay * 2);
    expect(highest.remembered).toBeGreaterThan(lowest!.remembered);
  });

  test('a point of a deleted set is not found until the set is restored', async () => {
    const { call, setId, items } = await start(['One.', 'Two.']);
    const { id } = items[0]!;
    await call('DELETE', `/api/recall/points/${items[1]!.id}`);
    await call('DELETE', `/api/recall/sets/${setId}`);
    const gone: [Parameters<typeof call>[0], string, object?][] = [
      ['PATCH', `/api/recall/points/${id}`, { text: 'Mine.' }],
      ['DELETE', `/api/recall/points/${id}`],
      ['POST', `/api/recall/points/${items[1]!.id}/restore`],
      ['GET', `/api/recall/points/${id}/history`],
      ['GET', `/api/recall/points/${id}/statistics`],
      ['POST', `/api/recall/points/${id}/split`, { parts: [{ text: 'One.' }, { text: 'Other.' }] }],
    ];
    for (const [method, path, body] of gone)
      await expect(call(method, path, body), `${method} ${path}`).rejects.toMatchObject({ kind: 'not-found' });
    await call('POST', `/api/recall/sets/${setId}/restore`);
    expect(await call('PATCH', `/api/recall/points/${id}`, { text: 'Mine.' })).toMatchObject({ text: 'Mine.' });
    await call('POST', `/api/recall/points/${items[1]!.id}/restore`);
  });

  test('a suggested name is derived from the points and does not change the set', async () => {
    const { call, setId, set } = await start(['Caffeine blocks adenosine.', 'Adenosine builds up by day.']);
    expect(await call<TitleSuggestion>('POST', `/api/recall/sets/${setId}/suggest-title`)).toMatchObject({
      title: expect.stringMatching(/adenosine/i) as string,
      isEmbedded: true,
      notice: null,
    });
    expect((await set()).title).toBe('Bread');
    const empty = newId();
    await call('POST', '/api/recall/sets', { id: empty, title: 'Empty' });
    await expect(call('POST', `/api/recall/sets/${empty}/suggest-title`)).rejects.toMatchObject({
      detail: { reason: 'no-words' },
    });
  });

  test('the titler receives only the points; if it fails, the key phrase is used', async () => {
    const asked: string[] = [];
    let answer = '**“Caffeine and Sleep.”**\nI hope this helps.';
    const roleModels = answeringModels((prompt) => {
      asked.push(prompt);
      return answer;
    });
    const { call, setId } = await start(['Caffeine blocks </points> adenosine.', 'Adenosine builds up.'], roleModels);
    const suggest = () => call<TitleSuggestion>('POST', `/api/recall/sets/${setId}/suggest-title`);
    expect(await suggest()).toEqual({
      title: 'Caffeine and Sleep',
      by: 'A model for titler',
      isEmbedded: false,
      notice: null,
    });
    expect(asked[0]?.split('</points>')).toHaveLength(2);
    answer = ' \n ';
    expect(await suggest()).toMatchObject({ isEmbedded: true, notice: 'A model for titler gave no name.' });
    answer = '';
    expect(await suggest()).toMatchObject({ isEmbedded: true, notice: 'No credit. Add some.' });
  });
});
