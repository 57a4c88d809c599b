import { writeFileSync } from 'node:fs';
import path from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import type { LastAction } from '#undo/protocol.ts';

import { onDatabase } from '../../../../../../fixtures/database/each-engine.ts';
import { temporaryFolder } from '../../../../../../fixtures/database/temporary-folder.ts';
import { seedSteepLearner } from '../../../../../../fixtures/memory/steep-learner.ts';
import { openRecallWorld } from '../../../../../../fixtures/spine/recall-world.ts';
import { newId, silentLog, until } from '../../../../../../fixtures/spine/world.ts';
import { countForeseeable } from '../../domain/fit.ts';
import { toHistories } from '../../domain/history.ts';
import { DEFAULT_WEIGHTS } from '../../domain/scheduling.ts';
import type { MemoryModel } from '../../protocol.ts';
import { countedReviews } from '../counted-reviews.ts';
import { replayPoint } from '../reviews/cards.ts';
import { offerWeights, readWeights, writeNotes } from './weights-store.ts';

const MODEL = '/api/recall/memory-model';

onDatabase('the memory model', (open) => {
  async function start({ points = 120, processFile }: { points?: number; processFile?: string } = {}) {
    const world = await openRecallWorld(await open(), {
      log: silentLog,
      ...(processFile !== undefined && { processFile }),
    });
    onTestFinished(() => world.composition.close());
    const { person, database, clock } = world;
    const setId = newId();
    await world.call('POST', '/api/recall/sets', { id: setId, title: 'Steep' });
    const seeded = { points, days: 90, until: clock.now };
    const reviews = points === 0 ? 0 : await seedSteepLearner(database, { person, setId, newId }, seeded);
    const model = () => world.call<MemoryModel>('GET', MODEL);
    const settled = async () => {
      let seen = await model();
      await until(async () => (seen = await model()).run?.status !== 'running', 'the fit is done');
      return seen;
    };
    /** The answer of a restarted server. */
    const restarted = async () => {
      const other = world.world.compose({ now: () => clock.now, log: silentLog });
      onTestFinished(() => other.close());
      const route = other.routes.find(({ method, path: at }) => method === 'GET' && at === MODEL)!;
      return route.handle({ person, params: {}, query: undefined, body: undefined });
    };
    return { ...world, reviews, model, settled, restarted };
  }

  test('a fit that predicts better is offered with its figures, used only when accepted, and undone', async () => {
    const { call, model, settled, reviews, database, person } = await start();
    expect(reviews).toBeGreaterThan(400);
    expect(await model()).toMatchObject({
      active: { kind: 'published', since: null },
      reviews,
      needed: 400,
      run: null,
    });
    expect(await call<MemoryModel>('POST', `${MODEL}/fit`)).toMatchObject({ run: { status: 'running' } });
    await expect(call('POST', `${MODEL}/fit`)).rejects.toMatchObject({ detail: { reason: 'already-fitting' } });
    const { run, active } = await settled();
    expect(active.kind).toBe('published');
    if (run?.status !== 'better') throw new Error(`It ended with ${JSON.stringify(run)}`);
    const { figures } = run;
    expect(figures.reviews).toBe(reviews);
    expect(figures.measuredOn).toBe(reviews - Math.floor(reviews * 0.8));
    expect(figures.fittedTo + figures.measuredOn).toBe(reviews);
    expect(figures.after.logLoss).toBeLessThan(figures.before.logLoss - 0.01);

    const used = await call<MemoryModel>('POST', `${MODEL}/use`, { id: run.id });
    expect(used).toMatchObject({ active: { kind: 'own', figures }, run: null });
    expect(used.active.weights).toHaveLength(21);
    expect(used.active.weights).not.toEqual(active.weights);

    const { last } = await call<LastAction>('GET', '/api/undo');
    expect(last).toMatchObject({ label: 'Took a memory model of your own' });
    await call('POST', '/api/undo', { id: last?.id });
    // The same offer is shown again.
    expect(await model()).toMatchObject({ active: { kind: 'published' }, run });
    await call('POST', `${MODEL}/use`, { id: run.id });
    expect(await call<MemoryModel>('POST', `${MODEL}/use`, { id: null })).toMatchObject({
      active: { kind: 'published', since: null },
    });
    expect(await database.read.selectFrom('fsrs_weights').select('person_id').execute()).toEqual([
      { person_id: person },
    ]);
  });

  test('due dates move only on request, stay the same when recomputed, and move back', async () => {
    const { call, restarted, database, id, figures, remake } = await offered(60);
    const dues = async () =>
      (await database.read.selectFrom('point_cards').select(['point_id', 'due_at']).orderBy('point_id').execute()).map(
        (row) => row.due_at,
      );
    const before = await dues();
    await call('POST', `${MODEL}/use`, { id });
    expect(await dues()).toEqual(before);
    const { active } = await call<MemoryModel>('POST', `${MODEL}/use`, { id, moveDue: true });
    expect(active).toMatchObject({ kind: 'own', figures, moved: 'all' });
    // Another server over the same data gives the same answer.
    expect(await restarted()).toMatchObject({ active, run: null });
    const moved = await dues();
    expect(moved).not.toEqual(before);
    const mean = (of: number[]) => of.reduce((sum, each) => sum + each, 0) / of.length;
    // A person who forgets faster gets earlier due dates.
    expect(mean(moved)).toBeLessThan(mean(before));
    await remake();
    expect(await dues()).toEqual(moved);
    const { last } = await call<LastAction>('GET', '/api/undo');
    await call('POST', '/api/undo', { id: last?.id });
    expect(await dues()).toEqual(before);
    await call('POST', `${MODEL}/use`, { id: null, moveDue: true });
    expect(await dues()).toEqual(before);
    expect((await call<MemoryModel>('GET', MODEL)).active).toMatchObject({ kind: 'published', since: null });
  });

  /** Offers weights without a fit. */
  async function offered(points: number) {
    const world = await start({ points });
    const { database, person, recall, clock } = world;
    const accuracy = { logLoss: 0.4, rmseBins: 0.1, auc: null };
    const figures = { reviews: 500, fittedTo: 400, measuredOn: 100, before: accuracy, after: accuracy };
    const id = newId();
    const weights = DEFAULT_WEIGHTS.weights.map((weight, index) => (index < 4 ? weight / 2 : weight));
    await database.write((trx) => offerWeights(trx, person, { id, weights, figures, at: clock.now }));
    const cards = async () => {
      const rows = await database.read.selectFrom('point_cards').select(['point_id', 'card']).execute();
      return new Map(rows.map((row) => [row.point_id, row.card]));
    };
    const remake = () =>
      database.write(async (trx) => {
        const preferences = await recall.preferencesOf();
        for (const { id: pointId } of await trx.selectFrom('recall_points').select('id').execute())
          await replayPoint(trx, { person, pointId, at: 0 }, preferences);
      });
    await remake();
    return {
      ...world,
      id,
      figures,
      cards,
      remake,
      before: await cards(),
      differing: (one: Map<string, string>, other: Map<string, string>) =>
        [...one].filter(([key, card]) => other.get(key) !== card).length,
    };
  }

  test('points that an earlier version moved, and no others, count as scheduled with the new weights', async () => {
    const { id, cards, before, differing, model, remake, call, database, person } = await offered(50);
    await call('POST', `${MODEL}/use`, { id, moveDue: true });
    const all = await cards();
    expect(differing(before, all)).toBe(50);
    const part = [...before.keys()].toSorted().slice(0, 20);
    await database.write(async (trx) => {
      const held = (await readWeights(trx, person)).find((each) => each.id === id)!;
      const moves = held.notes.moves.map((move) => ({ ...move, upTo: part.at(-1)! }));
      await writeNotes(trx, person, { id, notes: { ...held.notes, moves } });
    });
    await remake();
    const moved = await cards();
    expect([...before.keys()].filter((key) => moved.get(key) === all.get(key)).toSorted()).toEqual(part);
    expect(differing(before, moved)).toBe(20);
    expect((await model()).active).toMatchObject({ kind: 'own', moved: 'part' });
    const { last } = await call<LastAction>('GET', '/api/undo');
    await call('POST', '/api/undo', { id: last?.id });
    expect(await cards()).toEqual(before);
  });

  test('choosing the published weights while they are in use is not recorded as an action', async () => {
    const { call } = await offered(1);
    const before = await call<LastAction>('GET', '/api/undo');
    await call('POST', `${MODEL}/use`, { id: null });
    expect(await call<LastAction>('GET', '/api/undo')).toEqual(before);
  });

  test('too few reviews are reported, and one review per point does not end the process', async () => {
    const { call, settled, database, reviews } = await start({ points: 20 });
    expect(reviews).toBeLessThan(400);
    // Keeps only the first review of every point.
    const rows = await database.read.selectFrom('review_log').selectAll().orderBy('at').execute();
    const first = new Set(new Map(rows.toReversed().map((row) => [row.point_id, row.id])).values());
    await database.write(async (trx) => {
      for (const { id, person_id } of rows)
        if (!first.has(id))
          await trx.deleteFrom('review_log').where('id', '=', id).where('person_id', '=', person_id).execute();
    });
    await call('POST', `${MODEL}/fit`);
    const { run } = await settled();
    expect(run).toMatchObject({ status: 'failed', message: expect.stringMatching(/^There are 0 so far/) as string });
  });

  test('disputed grades count with their new rating, and removed reviews do not count', async () => {
    const { database, person, reviews } = await start({ points: 60 });
    const rows = await database.read
      .selectFrom('review_log')
      .select(['id', 'point_id'])
      .orderBy('at', 'desc')
      .limit(30)
      .execute();
    await database.write((trx) =>
      trx
        .insertInto('review_disputes')
        .values(
          rows.map((row) => ({
            id: newId(),
            person_id: person,
            review_id: row.id,
            point_id: row.point_id,
            rating: 0,
            at: 1,
            undone_at: null,
          })),
        )
        .execute(),
    );
    const counted = [];
    for await (const piece of countedReviews(database.read, person)) counted.push(...piece);
    expect(countForeseeable(toHistories(counted))).toBe(reviews - 30);
  });

  test('a process that aborts causes a clear message, and nothing is lost', async () => {
    const processFile = path.join(temporaryFolder(), 'aborts.mjs');
    writeFileSync(processFile, `process.on('message', ({type}) => { if (type === 'fit') process.abort(); });`);
    const { call, settled, model, reviews } = await start({ points: 20, processFile });
    await call('POST', `${MODEL}/fit`);
    const { run } = await settled();
    expect(run).toMatchObject({
      status: 'failed',
      message:
        'The optimiser ended before it was done (signal SIGABRT). Nothing was changed; your reviews are as they were.',
    });
    expect(await model()).toMatchObject({ active: { kind: 'published' }, reviews });
    expect(await call<MemoryModel>('DELETE', `${MODEL}/fit`)).toMatchObject({ run: null });
  });

  test('a result other than 21 finite numbers is a failed run and not offered', async () => {
    const processFile = path.join(temporaryFolder(), 'wrong.mjs');
    const measured = '{ logLoss: 0.3, rmseBins: 0.1, auc: 0.7 }';
    const figures = `{ reviews: 1, fittedTo: 1, measuredOn: 1, before: ${measured}, after: ${measured} }`;
    writeFileSync(
      processFile,
      `process.on('message', ({ type }) => {
           if (type !== 'fit') return;
           process.send({ type: 'better', figures: ${figures}, weights: [] }, () => process.disconnect());
         });`,
    );
    const { call, settled, database, person } = await start({ points: 20, processFile });
    await call('POST', `${MODEL}/fit`);
    const { run } = await settled();
    expect(run).toMatchObject({
      status: 'failed',
      message: 'The optimiser gave no usable weights. Nothing was changed; your reviews are as they were.',
    });
    expect(
      await database.read.selectFrom('fsrs_weights').select('id').where('person_id', '=', person).execute(),
    ).toEqual([]);
  });

  test('a fit is cancelled at once, and another one can start', async () => {
    const folder = temporaryFolder();
    const processFile = path.join(folder, 'hangs.mjs');
    writeFileSync(processFile, `process.on('message', () => process.send({type: 'progress', progress: 0.25}));`);
    const { call, model } = await start({ points: 20, processFile });
    await call('POST', `${MODEL}/fit`);
    await until(async () => (await model()).run?.status === 'running', 'it runs');
    await until(async () => {
      const { run } = await model();
      return run?.status === 'running' && run.progress === 0.25;
    }, 'it tells of its progress');
    expect(await call<MemoryModel>('DELETE', `${MODEL}/fit`)).toMatchObject({ run: null });
    expect(await call<MemoryModel>('POST', `${MODEL}/fit`)).toMatchObject({ run: { status: 'running' } });
  });

  test('nobody can use another person’s weights', async () => {
    const { callAs, id, world } = await offered(1);
    const stranger = callAs(await world.addPerson());
    await expect(stranger('POST', `${MODEL}/use`, { id })).rejects.toMatchObject({ kind: 'not-found' });
    expect(await stranger<MemoryModel>('GET', MODEL)).toMatchObject({ reviews: 0, run: null });
  });
});
