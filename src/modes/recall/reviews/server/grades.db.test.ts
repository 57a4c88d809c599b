import { expect, test } from 'vitest';

import type { LastAction } from '#undo/protocol.ts';

import { onDatabase } from '../../../../../fixtures/database/each-engine.ts';
import { openRecallWorld } from '../../../../../fixtures/spine/recall-world.ts';
import { newId, preferences } from '../../../../../fixtures/spine/world.ts';
import { dueAt, retrievability } from '../../scheduling/domain/scheduling.ts';
import { readCard, replayPoint } from '../../scheduling/server/reviews/cards.ts';
import { schedulerSettingsOf } from '../../scheduling/server/scheduler-settings.ts';
import type { SetDetail, SetSummary, Today } from '../../sets/protocol.ts';
import type { PointStatistics, SetStatistics, Statistics } from '../../statistics/protocol.ts';
import type { DisputeAnswer, PastSessions, PointHistory, SessionReview } from '../protocol.ts';
import { expose } from './exposures.ts';
import { recordReview } from './recording/record-review.ts';

const DAY = 86_400_000;
const HOUR = 3_600_000;
const AWAKE = 'Adenosine builds up while we are awake.';
const BLOCKS = 'Caffeine blocks adenosine receptors.';
const HALF = 'The half-life of caffeine is five hours.';
const SLEEP = 'Deep sleep clears adenosine from the brain.';

/** The sentence in the form that the evaluator quotes. */
const bare = (sentence: string) => sentence.slice(0, -1);

onDatabase('grades', (open) => {
  async function start() {
    const world = await openRecallWorld(await open());
    const setId = await world.world.addSet(world.person, [AWAKE, BLOCKS, HALF, SLEEP]);
    const { items } = await world.call<SetDetail>('GET', `/api/recall/sets/${setId}`);
    const idOf = (text: string) => items.find((item) => item.text === text)?.id ?? '';
    async function begin() {
      const session = await world.world.begin(world.running, world.person, setId);
      return world.running.sessions.get({ person: world.person, session });
    }
    const review = (session: string) => world.call<SessionReview>('GET', `/api/recall/sessions/${session}/review`);
    async function pointOf(session: string, text: string) {
      return (await review(session)).points.find((point) => point.pointId === idOf(text));
    }
    const exposeNow = (text: string) =>
      world.database.write((trx) =>
        expose(trx, {
          id: newId(),
          person: world.person,
          pointId: idOf(text),
          session: 'elsewhere',
          messageId: newId(),
          at: world.clock.now,
          why: 'rabbit-hole',
        }),
      );
    return { ...world, setId, idOf, begin, review, pointOf, exposeNow };
  }

  test('a session grades each point by how it was recalled, and shows the credited words afterwards', async () => {
    const { begin, say, end, call, clock, database, review } = await start();
    const live = await begin();
    const { session } = live.owned;
    const frames: string[] = [];
    const subscriber = { event: (frame: string) => frames.push(frame), chunk: (frame: string) => frames.push(frame) };
    await live.subscribe(subscriber, undefined);

    clock.now += 40_000;
    await say(live, `I think ${BLOCKS}`);
    clock.now += 10 * 60_000;
    await say(live, 'Give me a hint');
    clock.now += 20_000;
    await say(live, AWAKE);
    await say(live, 'Tell me the answer');
    clock.now += 5_000;
    await say(live, HALF);
    await say(live, 'I do not know');
    expect(frames.join('\n')).not.toMatch(/clears adenosine|hidden|verdict|"quote"/);
    await expect(review(session)).rejects.toMatchObject({ detail: { reason: 'session-open' } });
    await end(live);

    const { points, ...totals } = await review(session);
    expect(totals).toEqual({
      startedAt: clock.now - 665_000,
      endedAt: clock.now,
      durationMs: 65_000,
      messages: 6,
      today: '2026-11-22',
    });
    expect(points).toMatchObject([
      { text: AWAKE, how: 'hinted', rating: 'hard', originalRating: 'hard', quote: bare(AWAKE), recalled: true },
      { text: BLOCKS, how: 'unaided', rating: 'good', quote: `I think ${bare(BLOCKS)}`, exposure: null },
      { text: HALF, how: 'told', rating: 'again', quote: bare(HALF), recalled: true, exposure: { why: 'asked' } },
      { text: SLEEP, how: 'missed', rating: 'again', quote: null, messageId: null, recalled: false },
    ]);
    for (const point of points) expect(point.nextDueAt).toBeGreaterThan(clock.now);
    const said = live.state.messages.find((message) => message.id === points[1]?.messageId);
    expect(said?.content).toBe(`I think ${BLOCKS}`);

    const rows = await database.read
      .selectFrom('review_log')
      .innerJoin('point_cards', 'point_cards.point_id', 'review_log.point_id')
      .select(['how', 'rating', 'duration_ms', 'desired_retention', 'weights_id', 'message_id', 'lapses'])
      .orderBy('how')
      .execute();
    const filled = { desired_retention: 0.9, weights_id: 'fsrs-6-default' };
    expect(rows).toMatchObject([
      { how: 'hinted', rating: 2, duration_ms: 20_000, message_id: points[0]?.messageId, ...filled },
      { how: 'missed', rating: 1, duration_ms: 0, message_id: null, ...filled },
      { how: 'told', rating: 1, duration_ms: 5_000, ...filled },
      { how: 'unaided', rating: 3, duration_ms: 40_000, ...filled },
    ]);
    // A told point that is recalled again the same day is credited without a review.
    const [told] = points.filter((point) => point.text === HALF);
    expect(await call<PointHistory>('GET', `/api/recall/points/${told?.pointId}/history`)).toMatchObject({
      reviews: [{ how: 'told', original: 'again', rating: 'again', session }],
    });
  });

  test('a point told elsewhere that day is credited without a review', async () => {
    const { begin, say, end, clock, database, exposeNow, idOf, pointOf } = await start();
    clock.now = Date.parse('2026-11-22T20:00:00Z');
    const live = await begin();
    const { session } = live.owned;
    clock.now = Date.parse('2026-11-22T21:00:00Z');
    await exposeNow(BLOCKS);
    // For this person 2 a.m. belongs to the same day.
    clock.now = Date.parse('2026-11-23T01:00:00Z');
    await say(live, BLOCKS);
    expect(live.state.modes['recall']).toMatchObject({ recalledIds: [idOf(BLOCKS)] });
    await end(live);
    expect(await pointOf(session, BLOCKS)).toMatchObject({
      how: 'exposed',
      recalled: true,
      reviewId: null,
      rating: null,
      quote: bare(BLOCKS),
      nextDueAt: null,
      exposure: { why: 'rabbit-hole', at: Date.parse('2026-11-22T21:00:00Z') },
    });

    // 4:30 a.m. is the next day.
    clock.now = Date.parse('2026-11-23T03:30:00Z');
    const next = await begin();
    await say(next, BLOCKS);
    expect(
      await database.read.selectFrom('review_log').select(['point_id', 'how']).where('rating', '>', 1).execute(),
    ).toEqual([{ point_id: idOf(BLOCKS), how: 'unaided' }]);
  });

  test('a point without a grade can get one in the review, and undo reverts it', async () => {
    const { begin, say, end, call, clock, exposeNow, idOf, pointOf } = await start();
    const live = await begin();
    const { session } = live.owned;
    await exposeNow(BLOCKS);
    clock.now += HOUR;
    await say(live, BLOCKS);
    await end(live);
    expect(await pointOf(session, BLOCKS)).toMatchObject({ how: 'exposed', reviewId: null });
    expect(await pointOf(session, SLEEP)).toMatchObject({ how: 'not-asked', reviewId: null });
    const grade = (text: string, rating: string) =>
      call<DisputeAnswer>('POST', `/api/recall/sessions/${session}/points/${idOf(text)}/dispute`, { rating });
    await expect(grade(SLEEP, 'not-reviewed')).rejects.toMatchObject({ kind: 'refused' });
    clock.now += DAY;
    for (const text of [BLOCKS, SLEEP]) {
      expect(await grade(text, 'good')).toMatchObject({ rating: 'good' });
      expect(await pointOf(session, text)).toMatchObject({ how: 'unaided', rating: 'good', isSelfChecked: true });
    }
    const { last } = await call<LastAction>('GET', '/api/undo');
    await call('POST', '/api/undo', { id: last?.id });
    expect(await pointOf(session, SLEEP)).toMatchObject({ rating: null, originalRating: 'good' });

    // An earlier session does not overwrite the result of a later one.
    const later = await begin();
    await say(later, HALF);
    await end(later);
    await expect(grade(HALF, 'again')).rejects.toMatchObject({ kind: 'refused', detail: { reason: 'reviewed' } });
  });

  test('points told or shown today are asked for from tomorrow on: in the set, on Today and in the forecast', async () => {
    const { begin, end, call, clock, database, exposeNow, idOf, person, running, setId } = await start();
    const counts = async () => {
      const { due, fresh, exposed, today } = await call<SetSummary>('GET', `/api/recall/sets/${setId}`);
      const { ready, forecast } = await call<Today>('GET', '/api/recall/today');
      return { due, fresh, exposed, today, ready, days: forecast.slice(0, 2).map((day) => day.due) };
    };
    const graded = { person, session: 'earlier', rating: 1, how: 'missed', messageId: null, durationMs: null } as const;
    for (const text of [BLOCKS, HALF])
      await database.write((trx) =>
        recordReview(trx, { ...graded, id: newId(), pointId: idOf(text), at: clock.now - 2 * DAY }, preferences),
      );
    const before = { due: 2, fresh: 2, exposed: { due: 0, fresh: 0 }, today: { due: 2, fresh: 2 } };
    expect(await counts()).toEqual({ ...before, ready: 4, days: [4, 0] });

    for (const text of [BLOCKS, SLEEP, SLEEP]) await exposeNow(text);
    const told = { due: 1, fresh: 1 };
    expect(await counts()).toEqual({ ...before, exposed: told, today: told, ready: 2, days: [2, 2] });
    const { forecast } = await call<Statistics>('GET', '/api/recall/statistics');
    expect({ ...forecast, days: forecast.days.slice(0, 3).map((day) => day.due) }).toEqual({
      overdue: 1,
      fresh: 2,
      ready: 2,
      days: [1, 1, 0],
    });
    const live = await begin();
    expect(live.state.modes['recall']).toMatchObject({ pointIds: [idOf(HALF), idOf(AWAKE)] });
    await end(live);
    await running.sessions.close();

    clock.now += DAY;
    expect(await counts()).toEqual({ ...before, ready: 4, days: [4, 0] });
  });

  test('a review is written once per session and point, also on a retry', async () => {
    const { database, idOf, person, clock } = await start();
    const graded = { person, session: 's', pointId: idOf(AWAKE), rating: 3, how: 'unaided', at: clock.now } as const;
    for (let time = 0; time < 3; time += 1)
      await database.write((trx) =>
        recordReview(trx, { id: newId(), ...graded, messageId: null, durationMs: null }, preferences),
      );
    expect(await database.read.selectFrom('review_log').select('rating').execute()).toEqual([{ rating: 3 }]);
    expect(await readCard(database.read, { person, pointId: idOf(AWAKE) })).toMatchObject({ reviews: 1 });
  });

  test('one message exposes a point once', async () => {
    const { database, idOf, person, clock } = await start();
    const told = { person, pointId: idOf(AWAKE), session: 's', messageId: 'm', at: clock.now, why: 'asked' } as const;
    for (let time = 0; time < 2; time += 1) await database.write((trx) => expose(trx, { id: newId(), ...told }));
    expect(await database.read.selectFrom('exposures').select('why').execute()).toEqual([{ why: 'asked' }]);
  });

  test('a disputed grade counts and moves the card, the review is unchanged, and undo reverts it', async () => {
    const { begin, say, end, call, callAs, clock, database, idOf, person, pointOf, world } = await start();
    const live = await begin();
    const { session } = live.owned;
    await say(live, BLOCKS);
    const reviewId = (await database.read.selectFrom('review_log').select('id').executeTakeFirstOrThrow()).id;
    const dispute = (rating: string) =>
      call<DisputeAnswer>('POST', `/api/recall/reviews/${reviewId}/dispute`, { rating });
    await expect(dispute('easy')).rejects.toMatchObject({ kind: 'refused', detail: { reason: 'session-open' } });
    expect(await call<PointHistory>('GET', `/api/recall/points/${idOf(BLOCKS)}/history`)).toMatchObject({
      reviews: [],
    });
    await end(live);
    const point = { person, pointId: idOf(BLOCKS) };
    const before = (await readCard(database.read, point))!;
    const log = await database.read.selectFrom('review_log').selectAll().orderBy('id').execute();

    const easy = await dispute('easy');
    expect(easy).toMatchObject({ original: 'good', rating: 'easy', how: 'unaided', session });
    expect(easy.nextDueAt).toBeGreaterThan(dueAt(before.card));
    clock.now += 1_000;
    expect(await dispute('not-reviewed')).toMatchObject({ original: 'good', rating: null, nextDueAt: null });
    expect(await readCard(database.read, point)).toBeNull();
    expect(await pointOf(session, BLOCKS)).toMatchObject({
      originalRating: 'good',
      rating: null,
      how: 'unaided',
      reviewId,
    });
    expect(await dispute('not-reviewed')).toMatchObject({ rating: null });

    // Two disputes take two undos, latest first.
    for (const rating of ['easy', 'good'] as const) {
      const { last } = await call<{ last: { id: string; kind: string } }>('GET', '/api/undo');
      expect(last.kind).toBe('grade-disputed');
      await call('POST', '/api/undo', { id: last.id });
      expect(await call<PointHistory>('GET', `/api/recall/points/${point.pointId}/history`)).toMatchObject({
        reviews: [{ original: 'good', rating }],
      });
    }
    expect(await readCard(database.read, point)).toEqual(before);
    expect(await call('GET', '/api/undo')).toEqual({ last: null });
    expect(await database.read.selectFrom('review_log').selectAll().orderBy('id').execute()).toEqual(log);

    const stranger = await world.addPerson();
    await expect(
      callAs(stranger)('POST', `/api/recall/reviews/${reviewId}/dispute`, { rating: 'again' }),
    ).rejects.toMatchObject({ kind: 'not-found' });
  });

  test('a dispute in a long history changes everything after it, as if it were the original grade', async () => {
    const { call, clock, database, idOf, person } = await start();
    const [disputedPoint, peer] = [idOf(AWAKE), idOf(BLOCKS)];
    const days = [0, 3, 14, 60, 200];
    const write = (pointId: string, ratings: readonly (1 | 2 | 3 | 4)[]) =>
      database.write(async (trx) => {
        for (const [index, rating] of ratings.entries()) {
          const at = clock.now + (days[index] ?? 0) * DAY;
          const how = rating === 1 ? 'told' : 'unaided';
          const graded = { id: newId(), person, session: `s${index}`, pointId, rating, how, at } as const;
          await recordReview(trx, { ...graded, messageId: null, durationMs: null }, preferences);
        }
      });
    await write(disputedPoint, [3, 3, 1, 3, 3]);
    await write(peer, [3, 3, 3, 3, 3]);
    const history = await call<PointHistory>('GET', `/api/recall/points/${disputedPoint}/history`);
    expect(history.reviews.map((review) => review.original)).toEqual(['good', 'good', 'again', 'good', 'good']);
    clock.now += 201 * DAY;
    await call('POST', `/api/recall/reviews/${history.reviews[2]?.reviewId}/dispute`, { rating: 'good' });
    const read = async (pointId: string) => (await readCard(database.read, { person, pointId }))!;
    // Their days differ, because the interval of each point is spread independently.
    const memoryOf = async (pointId: string) => {
      const { card, reviews } = await read(pointId);
      return { reviews, stability: card.stability, difficulty: card.difficulty, reps: card.reps, lapses: card.lapses };
    };
    expect(await memoryOf(disputedPoint)).toEqual(await memoryOf(peer));
    const { lapses } = await database.read
      .selectFrom('point_cards')
      .select('lapses')
      .where('point_id', '=', disputedPoint)
      .executeTakeFirstOrThrow();
    expect(lapses).toBe(0);

    // Disputes the last review of a mature card as forgotten.
    await call('POST', `/api/recall/reviews/${history.reviews[4]?.reviewId}/dispute`, { rating: 'again' });
    const { card } = await read(disputedPoint);
    expect(card.lapses).toBe(1);
    expect(dueAt(card)).toBeLessThan(clock.now + 10 * DAY);
  });

  test('a replay gives the day that the session gave, and reviews logged before intervals were spread stay unspread', async () => {
    const { clock, database, idOf, person } = await start();
    const points = [idOf(AWAKE), idOf(BLOCKS)];
    const readDue = async () =>
      Promise.all(points.map(async (pointId) => dueAt((await readCard(database.read, { person, pointId }))!.card)));
    const replayAll = async () => {
      for (const pointId of points)
        await database.write((trx) => replayPoint(trx, { person, pointId, at: clock.now }, preferences));
      return readDue();
    };
    for (const [index, days] of [0, 3, 14, 60].entries())
      for (const pointId of points) {
        const at = clock.now + days * DAY;
        const graded = { id: newId(), person, session: `s${index}`, pointId, rating: 3, how: 'unaided', at } as const;
        const review = { ...graded, messageId: null, durationMs: null };
        await database.write((trx) => recordReview(trx, review, preferences));
      }
    const spread = await readDue();
    expect(await replayAll()).toEqual(spread);
    await database.write(async (trx) => void (await trx.updateTable('review_log').set({ is_fuzzed: 0 }).execute()));
    const [first, second] = await replayAll();
    expect(first).toBe(second);
  });

  test('reviews record the person’s weights and the set’s retention', async () => {
    const { begin, say, database, idOf, person, setId, clock } = await start();
    const defaults = await schedulerSettingsOf(database.read, { person, setId, preferences });
    const weights = defaults.weights.map((weight, index) => (index === 2 ? weight * 2 : weight));
    await database.write(async (trx) => {
      const row = { weights: JSON.stringify(weights), created_at: clock.now, figures: '{}' };
      await trx
        .insertInto('fsrs_weights')
        .values({ id: 'own', person_id: person, is_active: 1, ...row })
        .execute();
      await trx.updateTable('recall_sets').set({ desired_retention: 0.8 }).where('id', '=', setId).execute();
    });
    const live = await begin();
    await say(live, AWAKE);
    expect(await database.read.selectFrom('review_log').select(['weights_id', 'desired_retention']).execute()).toEqual([
      { weights_id: 'own', desired_retention: 0.8 },
    ]);
    const { card } = (await readCard(database.read, { person, pointId: idOf(AWAKE) }))!;
    expect(retrievability(card, { at: dueAt(card), cut: preferences }, weights)).toBeCloseTo(0.8, 1);
  });

  test('the sessions of a set are listed newest first, in pages', async () => {
    const { begin, say, end, call, clock, setId } = await start();
    const begun: string[] = [];
    for (const text of [AWAKE, BLOCKS, HALF]) {
      const live = await begin();
      begun.unshift(live.owned.session);
      await say(live, text);
      clock.now += 60_000;
      if (text === HALF) await live.execute({ type: 'leave_session', id: newId(), session: live.owned.session });
      else await end(live);
    }
    const first = await call<PastSessions>('GET', `/api/recall/sets/${setId}/sessions?limit=2`);
    expect(first.sessions).toMatchObject([
      { id: begun[0], recalled: 1, status: 'paused', endedAt: null },
      { id: begun[1], recalled: 1, status: 'complete', endedAt: clock.now - 60_000 },
    ]);
    const rest = await call<PastSessions>('GET', `/api/recall/sets/${setId}/sessions?limit=2&before=${first.next}`);
    expect(rest).toMatchObject({ sessions: [{ id: begun[2], total: 4, startedAt: clock.now - 180_000 }], next: null });
  });

  test('no grade of an open session is visible: not in its points, their set, statistics, history or another review', async () => {
    const { begin, say, end, call, clock, database, idOf, review, setId } = await start();
    const earlier = await begin();
    await say(earlier, AWAKE);
    await end(earlier);
    const { id: reviewId } = await database.read.selectFrom('review_log').select('id').executeTakeFirstOrThrow();
    clock.now += 4 * DAY;
    // Points that the open session asks for are in progress today.
    const readAll = async () => {
      const { forecast, ...all } = await call<Statistics>('GET', '/api/recall/statistics');
      return { ...all, sessions: null, ahead: forecast.days.slice(1) };
    };
    const shown = async () => ({
      set: (await call<SetDetail>('GET', `/api/recall/sets/${setId}`)).items,
      statistics: await Promise.all(
        [AWAKE, BLOCKS].map((text) => call<PointStatistics>('GET', `/api/recall/points/${idOf(text)}/statistics`)),
      ),
      pictures: { ...(await call<SetStatistics>('GET', `/api/recall/sets/${setId}/statistics`)), sessions: null },
      all: await readAll(),
      preview: await call('GET', `/api/recall/sets/${setId}/retention-preview`),
      ahead: (await call<Today>('GET', '/api/recall/today')).forecast.slice(1),
      history: await call<PointHistory>('GET', `/api/recall/points/${idOf(AWAKE)}/history`),
      // Repeating the dispute changes nothing and returns the due date.
      dispute: await call<DisputeAnswer>('POST', `/api/recall/reviews/${reviewId}/dispute`, { rating: 'good' }),
    });
    const before = await shown();
    const live = await begin();
    await say(live, `${AWAKE} ${BLOCKS}`);
    expect(await database.read.selectFrom('review_log').select('rating').execute()).toHaveLength(3);
    expect(await shown()).toEqual(before);
    expect((await review(earlier.owned.session)).points.map(({ nextDueAt }) => nextDueAt)).toContain(
      before.dispute.nextDueAt,
    );
    // A finished session can be disputed meanwhile and reveals nothing.
    const disputed = await call<DisputeAnswer>('POST', `/api/recall/reviews/${reviewId}/dispute`, { rating: 'again' });
    expect(disputed.nextDueAt).toBeLessThan(before.dispute.nextDueAt ?? 0);
    expect(await call('GET', `/api/recall/points/${idOf(AWAKE)}/statistics`)).toMatchObject({
      reviews: [{ counted: 1 }],
      memory: { lapses: 0, dueAt: disputed.nextDueAt },
    });
    await call('POST', `/api/recall/reviews/${reviewId}/dispute`, { rating: 'good' });
    expect(await shown()).toEqual(before);

    await end(live);
    const after = await shown();
    expect(after.set.find(({ id }) => id === idOf(BLOCKS))).toMatchObject({ reviews: 1 });
    expect(after.statistics.map(({ reviews }) => reviews.length)).toEqual([2, 1]);
    expect(after.history.reviews).toHaveLength(2);
    expect(after.dispute.nextDueAt).toBeGreaterThan(before.dispute.nextDueAt ?? 0);
    const daysOf = ({ pictures, all }: typeof after) => [pictures.year, all.year].map((days) => days.at(-1)?.reviews);
    expect(daysOf(before)).toEqual([1, 1]);
    expect(daysOf(after)).toEqual([2, 2]);
    expect(after.all.memory).toMatchObject({ points: 2 });
    expect(after.preview).not.toEqual(before.preview);
    expect(after.ahead).not.toEqual(before.ahead);
  });

  test('the reviews of a session share its time and add up to it', async () => {
    const { begin, say, end, call, clock, database, review } = await start();
    const live = await begin();
    const { session } = live.owned;
    for (const said of ['Tell me', 'Give me a hint', BLOCKS, 'Tell me', 'I do not know']) {
      clock.now += 20_000;
      await say(live, said);
    }
    clock.now += 5_000;
    await end(live);
    const rows = await database.read.selectFrom('review_log').select(['how', 'duration_ms']).execute();
    expect(rows.map(({ how }) => how).toSorted()).toEqual(['hinted', 'missed', 'told', 'told']);
    const { durationMs } = await review(session);
    expect(durationMs).toBe(100_000);
    expect(rows.reduce((sum, row) => sum + (row.duration_ms ?? NaN), 0)).toBe(durationMs);
    const { year } = await call<Statistics>('GET', '/api/recall/statistics');
    expect(year).toMatchObject([{ reviews: 4, spentMs: durationMs }]);
  });

  test('after a review that day, a pass changes nothing and gives the reason; another miss only makes the point due tomorrow', async () => {
    const { begin, say, end, call, clock, database, idOf, person, pointOf } = await start();
    const sit = async (...said: string[]) => {
      const live = await begin();
      for (const words of said) await say(live, words);
      await end(live);
      clock.now += HOUR;
      return live.owned.session;
    };
    const missed = await sit('I do not know');
    // All other points are done, so the whole set is asked for.
    const others = await sit(BLOCKS, HALF, SLEEP);
    const passed = await sit(AWAKE);
    const again = await sit('I do not know');
    const readAwake = async () => (await readCard(database.read, { person, pointId: idOf(AWAKE) }))!;
    const { card, reviews } = await readAwake();
    expect(reviews).toBe(2);
    expect(card).toMatchObject({ reps: 1, lapses: 0, scheduled_days: 1 });
    expect(await pointOf(again, AWAKE)).toMatchObject({ how: 'missed', rating: 'again' });
    expect(await pointOf(others, BLOCKS)).toMatchObject({ how: 'unaided', rating: 'good' });
    expect(await pointOf(passed, AWAKE)).toMatchObject({ how: 'reviewed', recalled: true, reviewId: null });
    await expect(
      call('POST', `/api/recall/sessions/${passed}/points/${idOf(AWAKE)}/dispute`, { rating: 'good' }),
    ).rejects.toMatchObject({ kind: 'refused', detail: { reason: 'reviewed' } });
    // If the first miss is disputed, the dispute counts, and the second miss makes the point due tomorrow.
    const first = await pointOf(missed, AWAKE);
    await call('POST', `/api/recall/reviews/${first?.reviewId}/dispute`, { rating: 'easy' });
    const disputed = (await readAwake()).card;
    expect(disputed.stability).toBeGreaterThan(card.stability);
    expect(dueAt(disputed)).toBe(Date.parse('2026-11-23T03:00:00Z'));
  });

  test('a point missed today does not count as known until its latest review of the day says otherwise', async () => {
    const { begin, say, end, call, clock, database, idOf, setId } = await start();
    const read = async () => {
      const { standing, missedToday } = await call<SetStatistics>('GET', `/api/recall/sets/${setId}/statistics`);
      const { memory } = await call<Statistics>('GET', '/api/recall/statistics');
      return { standing, missedToday, points: memory.points, expected: memory.expected };
    };
    const sit = async (...said: string[]) => {
      const live = await begin();
      for (const words of said) await say(live, words);
      await end(live);
      clock.now += HOUR;
    };
    await sit(BLOCKS, HALF, 'I do not know');
    const [missed] = [idOf(AWAKE)];
    const held = { solid: 2, fading: 0, fresh: 1 };
    const lost = { standing: { ...held, missed: 1 }, missedToday: [missed], points: 3, expected: 2 };
    expect(await read()).toEqual(lost);
    await sit(SLEEP);
    // Everything was asked for today. Another recall that day proves nothing.
    await sit(AWAKE);
    const asked = {
      standing: { ...held, solid: 3, fresh: 0, missed: 1 },
      missedToday: [missed],
      points: 4,
      expected: 3,
    };
    expect(await read()).toEqual(asked);
    await sit('I do not know');
    expect(await read()).toEqual(asked);
    // The person disputes the second miss as recalled.
    const latest = await database.read
      .selectFrom('review_log')
      .select('id')
      .where('point_id', '=', missed)
      .orderBy('at', 'desc')
      .executeTakeFirstOrThrow();
    await call('POST', `/api/recall/reviews/${latest.id}/dispute`, { rating: 'good' });
    expect(await read()).toMatchObject({ standing: { missed: 0 }, missedToday: [], expected: 4 });
    await call('POST', `/api/recall/reviews/${latest.id}/dispute`, { rating: 'not-reviewed' });
    expect(await read()).toEqual(asked);
  });

  test('the review of a session hides points never asked for until requested, and records the view', async () => {
    const { begin, say, end, call, clock, database, idOf, pointOf, review } = await start();
    const first = await begin();
    const { session } = first.owned;
    await say(first, AWAKE);
    await say(first, 'I do not know');
    await end(first);
    const texts = async () => (await review(session)).points.map(({ text }) => text);
    const exposed = async () => {
      const rows = await database.read.selectFrom('exposures').select(['point_id', 'why']).execute();
      expect(rows.every(({ why }) => why === 'shown')).toBe(true);
      return new Set(rows.map(({ point_id }) => point_id));
    };
    for (let time = 0; time < 2; time += 1) {
      expect(await texts()).toEqual([AWAKE, BLOCKS, null, null]);
      expect(await exposed()).toEqual(new Set([idOf(AWAKE), idOf(BLOCKS)]));
    }
    const show = (...pointIds: string[]) =>
      call<SessionReview>('POST', `/api/recall/sessions/${session}/review/shown`, { pointIds });
    await expect(show(idOf(HALF), newId())).rejects.toMatchObject({ kind: 'not-found' });
    expect((await show(idOf(HALF))).points.map(({ text }) => text)).toEqual([AWAKE, BLOCKS, HALF, null]);
    expect(await texts()).toEqual([AWAKE, BLOCKS, HALF, null]);
    expect(await exposed()).toEqual(new Set([AWAKE, BLOCKS, HALF].map(idOf)));

    // Points that were not shown are asked for that day, shown ones from the next day on.
    const second = await begin();
    expect(second.state.modes['recall']).toMatchObject({ pointIds: [idOf(SLEEP)] });
    await say(second, SLEEP);
    await end(second);
    expect(await pointOf(second.owned.session, SLEEP)).toMatchObject({ how: 'unaided', text: SLEEP });
    const third = await begin();
    await say(third, HALF);
    await end(third);
    expect(await pointOf(third.owned.session, HALF)).toMatchObject({ how: 'exposed', exposure: { why: 'shown' } });
    clock.now += DAY;
    const fourth = await begin();
    await say(fourth, HALF);
    await end(fourth);
    expect(await pointOf(fourth.owned.session, HALF)).toMatchObject({ how: 'unaided', rating: 'good' });
  });

  test('looking back at a session reveals nothing that is to be recalled today', async () => {
    const { begin, say, end, call, clock, idOf, review, setId } = await start();
    const live = await begin();
    for (const text of [AWAKE, BLOCKS, HALF, SLEEP]) await say(live, text);
    await end(live);
    const { session } = live.owned;
    expect((await review(session)).points[0]).toMatchObject({ text: AWAKE, quote: bare(AWAKE) });
    clock.now += 30 * DAY;
    const { points } = await review(session);
    expect(points.map(({ text, quote, rating }) => ({ text, quote, rating }))).toEqual(
      points.map(() => ({ text: null, quote: null, rating: 'good' })),
    );
    const today = () => call<SetSummary>('GET', `/api/recall/sets/${setId}`).then((set) => set.today.due);
    expect(await today()).toBe(4);
    await call('DELETE', `/api/recall/points/${idOf(SLEEP)}`);
    expect((await review(session)).points.map(({ text }) => text)).toEqual([null, null, null, SLEEP]);
    expect(await today()).toBe(3);
  });

  test('the reason why a point has no review stays after a change of time zone and after the point is restored', async () => {
    const { begin, say, end, call, clock, exposeNow, idOf, pointOf } = await start();
    clock.now = Date.parse('2026-11-23T01:00:00Z');
    const live = await begin();
    const { session } = live.owned;
    await exposeNow(BLOCKS);
    await say(live, BLOCKS);
    await say(live, 'I do not know');
    await call('DELETE', `/api/recall/points/${idOf(AWAKE)}`);
    await end(live);
    await call('POST', `/api/recall/points/${idOf(AWAKE)}/restore`);
    try {
      preferences.timeZone = 'Pacific/Auckland';
      expect(await pointOf(session, BLOCKS)).toMatchObject({ how: 'exposed', exposure: { why: 'rabbit-hole' } });
      expect(await pointOf(session, AWAKE)).toMatchObject({ how: 'gone', recalled: false, reviewId: null });
      expect(await pointOf(session, SLEEP)).toMatchObject({ how: 'not-asked' });
    } finally {
      preferences.timeZone = 'Europe/Zurich';
    }
  });

  test('a point told half an hour after midnight returns tomorrow, in any time zone', async () => {
    const { begin, say, end, call, clock, idOf, pointOf, review, setId } = await start();
    clock.now = Date.parse('2026-11-22T23:30:00Z');
    const live = await begin();
    await say(live, 'Tell me');
    await end(live);
    const path = `/api/recall/sets/${setId}`;
    const days = async () => {
      const { day, due, items } = await call<SetDetail>('GET', path);
      const { today, memory } = await call<PointStatistics>('GET', `/api/recall/points/${idOf(AWAKE)}/statistics`);
      const { today: reviewed } = await review(live.owned.session);
      expect([today, reviewed]).toEqual([day, day]);
      const point = await pointOf(live.owned.session, AWAKE);
      const comesBack = items.find(({ id }) => id === idOf(AWAKE))?.dueDay;
      expect([memory?.dueDay, point?.nextDueDay]).toEqual([comesBack, comesBack]);
      return { day, due, comesBack };
    };
    expect(await days()).toEqual({ day: '2026-11-22', due: 0, comesBack: '2026-11-23' });
    const { reviewId } = (await pointOf(live.owned.session, AWAKE))!;
    const answer = await call<DisputeAnswer>('POST', `/api/recall/reviews/${reviewId}/dispute`, { rating: 'hard' });
    expect(answer).toMatchObject({ today: '2026-11-22', nextDueDay: '2026-11-24' });
    await call('POST', `/api/recall/reviews/${reviewId}/dispute`, { rating: 'again' });
    clock.now = Date.parse('2026-11-23T03:00:00Z');
    expect(await days()).toEqual({ day: '2026-11-23', due: 1, comesBack: '2026-11-23' });
  });

  test('misses of a session that ended automatically belong to the day the person left it', async () => {
    const { begin, say, call, clock, database, setId, running } = await start();
    const live = await begin();
    await say(live, 'I do not know');
    const leftAt = clock.now;
    clock.now += 3 * DAY;
    await running.idle.sweep();
    expect(live.state.status).toBe('complete');
    expect(await database.read.selectFrom('review_log').select(['how', 'at']).execute()).toEqual([
      { how: 'missed', at: leftAt },
    ]);
    await call('PATCH', `/api/recall/sets/${setId}`, { newPerDay: 1, reviewsPerDay: 1 });
    expect(await call<SetDetail>('GET', `/api/recall/sets/${setId}`)).toMatchObject({ today: { due: 1, fresh: 1 } });
    const { year, runs } = await call<Statistics>('GET', '/api/recall/statistics');
    expect({ year: year.map(({ day }) => day), current: runs.current }).toEqual({ year: ['2026-11-22'], current: 0 });
  });

  test.each([false, true])(
    'a point told one day in a session that continues the next returns the day after the telling; recalled: %s',
    async (isRecalled) => {
      const { begin, say, end, clock, database, idOf } = await start();
      const live = await begin();
      const toldAt = clock.now;
      await say(live, 'Tell me the answer');
      await live.execute({ type: 'leave_session', id: newId(), session: live.owned.session });
      clock.now += DAY;
      await say(live, isRecalled ? `${AWAKE} ${BLOCKS}` : BLOCKS);
      await end(live);
      const log = database.read.selectFrom('review_log').select(['how', 'rating', 'at']);
      const told = { how: 'told', rating: 1, at: toldAt };
      expect(await log.where('point_id', '=', idOf(AWAKE)).execute()).toEqual([told]);
    },
  );
});
