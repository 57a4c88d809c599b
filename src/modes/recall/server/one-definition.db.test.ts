import { expect, test } from 'vitest';

import { endOfDay } from '#day/domain/day.ts';
import { beginSession } from '#session/server/live/begin-session.ts';

import { onDatabase } from '../../../../fixtures/database/each-engine.ts';
import { type Chance, chanceOf } from '../../../../fixtures/reviews/chance.ts';
import { openRecallWorld } from '../../../../fixtures/spine/recall-world.ts';
import { newId, preferences } from '../../../../fixtures/spine/world.ts';
import type { RecallState } from '../asking/domain/recall-state.ts';
import { expose } from '../reviews/server/exposures.ts';
import { recordReview } from '../reviews/server/recording/record-review.ts';
import { replay } from '../scheduling/domain/reviews/replay.ts';
import { dueAt, type StoredCard } from '../scheduling/domain/scheduling.ts';
import { readReviews } from '../scheduling/server/reviews/review-log.ts';
import type { SetDetail, SetSummary, Today } from '../sets/protocol.ts';
import type { SetStatistics, Statistics } from '../statistics/protocol.ts';

const DAY = 86_400_000;
const MINUTE = 60_000;
const LIVES = 8;

interface Load {
  due: number;
  fresh: number;
}

onDatabase('one definition of ready, due, new and in progress', (open) => {
  async function start() {
    const world = await openRecallWorld(await open());
    const { clock, database, running, world: spine } = world;

    /** Writes random data: reviews of other days, finished and open sessions, disputes, exposures, deletions. */
    async function live(person: string, chance: Chance): Promise<string[]> {
      const call = world.callAs(person);
      const now = clock.now;
      const setIds: string[] = [];
      for (let index = chance.between(2, 5); index > 0; index -= 1) {
        const points = Array.from({ length: chance.between(1, 6) }, (_, at) => `Point ${index} ${at}.`);
        setIds.push(await spine.addSet(person, points));
      }
      const review = (pointId: string, session: string, at: number) =>
        database.write(async (trx) => {
          const rating = chance.pick([1, 2, 3] as const);
          const graded = { id: newId(), person, session, pointId, rating, how: 'unaided', at } as const;
          await recordReview(trx, { ...graded, messageId: null, durationMs: null }, preferences);
        });
      const pointsOf = async (setId: string) =>
        (await call<SetDetail>('GET', `/api/recall/sets/${setId}`)).items.map(({ id }) => id);
      for (const [index, setId] of setIds.entries()) {
        await call('PATCH', `/api/recall/sets/${setId}`, {
          status: chance.pick(['active', 'active', 'active', 'paused']),
          newPerDay: chance.pick([null, null, 0, 1, 3]),
          reviewsPerDay: chance.pick([null, null, 0, 1, 2]),
        });
        for (const pointId of await pointsOf(setId)) {
          for (const days of [30, 9, 2, 1])
            if (chance.next() < 0.3) await review(pointId, `past-${days}-${index}`, now - days * DAY);
          if (chance.next() < 0.15) await review(pointId, `today-${index}`, now - MINUTE);
        }
      }
      const begin = (options: object) => beginSession(running.spine, { person, id: newId(), mode: 'recall', options });
      const begun = chance.pick([[], [{ setId: setIds[0], anyway: true }], [{ allDue: true }]]);
      for (const options of begun) {
        const { session } = await begin(options).catch(() => ({ session: null }));
        if (session === null) continue;
        const { state } = await running.sessions.get({ person, session });
        for (const pointId of (state.modes['recall'] as RecallState).pointIds) {
          if (chance.next() < 0.4) await review(pointId, session, now);
          else if (chance.next() < 0.2) await tell({ person, pointId, session, at: now });
        }
      }
      const logged = await database.read
        .selectFrom('review_log')
        .select('id')
        .where('person_id', '=', person)
        .where('session_id', 'like', 'past-%')
        .orderBy('id')
        .execute();
      for (const { id } of logged)
        if (chance.next() < 0.2)
          await call('POST', `/api/recall/reviews/${id}/dispute`, { rating: chance.pick(['not-reviewed', 'again']) });
      for (const setId of setIds)
        for (const pointId of await pointsOf(setId)) {
          if (chance.next() < 0.15)
            await tell({ person, pointId, session: 'elsewhere', at: now - chance.pick([0, 2 * DAY]) });
          if (chance.next() < 0.1) await call('DELETE', `/api/recall/points/${pointId}`);
          else if (chance.next() < 0.15) await call('POST', '/api/recall/points/change', suspend([pointId]));
        }
      if (chance.next() < 0.3) await call('DELETE', `/api/recall/sets/${setIds.pop()}`);
      return setIds;
    }
    const tell = (told: { person: string; pointId: string; session: string; at: number }) =>
      database.write((trx) => expose(trx, { ...told, id: newId(), messageId: newId(), why: 'asked' }));

    /** Counts a set point by point, from its reviews. */
    async function countSet(person: string, setId: string) {
      const { read } = database;
      const by = endOfDay(clock.now, preferences);
      const since = by - DAY;
      const set = await read.selectFrom('recall_sets').selectAll().where('id', '=', setId).executeTakeFirstOrThrow();
      const sessions = await read.selectFrom('recall_sessions').selectAll().where('is_open', '=', 1).execute();
      const asked = await read.selectFrom('recall_session_sets').selectAll().where('set_id', '=', setId).execute();
      const openIds = new Set(sessions.map(({ session_id }) => session_id));
      const points = await read.selectFrom('recall_points').selectAll().where('set_id', '=', setId).execute();
      const told = await read.selectFrom('exposures').selectAll().where('person_id', '=', person).execute();
      const [there, exposed, done]: [Load, Load, Load] = [none(), none(), none()];
      for (const { id: pointId, deleted_at, suspended_at } of points) {
        const reviews = await readReviews(read, { person, pointId }, preferences);
        const over = reviews.filter(({ row }) => !openIds.has(row.session_id));
        for (const { row, counted } of over.filter(({ row }) => row.at >= since)) {
          const before = JSON.parse(row.state_before) as StoredCard;
          if (counted.rating === 0) continue;
          if (before.reps === 0) done.fresh += 1;
          else if (dueAt(before) < by) done.due += 1;
        }
        if (deleted_at !== null || suspended_at !== null) continue;
        const card = replay(over.map(({ counted }) => counted));
        const kind = card === null ? 'fresh' : dueAt(card) < by ? 'due' : null;
        if (kind === null) continue;
        there[kind] += 1;
        const isTold = told.some(
          (each) => each.point_id === pointId && each.at >= since && !openIds.has(each.session_id),
        );
        if (isTold) exposed[kind] += 1;
      }
      const left = (limit: number | null, used: number) => (limit === null ? 99 : Math.max(0, limit - used));
      const today = {
        due: Math.min(there.due - exposed.due, left(set.reviews_per_day, done.due)),
        fresh: Math.min(there.fresh - exposed.fresh, left(set.new_per_day, done.fresh)),
      };
      const isInSession = asked.some(({ session_id }) => openIds.has(session_id));
      const isAsked = set.status === 'active';
      return {
        ...there,
        exposed,
        today: isAsked && !isInSession ? today : none(),
        inProgress: isAsked && isInSession ? today : none(),
      };
    }
    const suspend = (pointIds: string[]) => ({ pointIds, change: { do: 'suspend' } });
    const none = (): Load => ({ due: 0, fresh: 0 });
    return { ...world, live, countSet };
  }

  test('Today, the sets, each set, the statistics and a session on everything due agree on random data', async () => {
    const { callAs, countSet, live, running, world } = await start();
    let hadReady = 0;
    let hadOpen = 0;
    for (let seed = 1; seed <= LIVES; seed += 1) {
      const person = await world.addPerson();
      const call = callAs(person);
      const setIds = await live(person, chanceOf(seed));
      const { sets } = await call<{ sets: SetSummary[] }>('GET', '/api/recall/sets');
      const today = await call<Today>('GET', '/api/recall/today');
      const { forecast } = await call<Statistics>('GET', '/api/recall/statistics');
      const sum = { ready: 0, due: 0, fresh: 0 };
      for (const setId of setIds) {
        const counted = await countSet(person, setId);
        for (const of of [sets, today.sets])
          expect(
            of.find(({ id }) => id === setId),
            `seed ${seed}`,
          ).toMatchObject(counted);
        const detail = await call<SetDetail>('GET', `/api/recall/sets/${setId}`);
        expect(detail).toMatchObject(counted);
        const items = detail.items.filter(({ suspendedAt }) => suspendedAt === null);
        expect(detail.suspended).toBe(detail.items.length - items.length);
        expect(items.filter(({ dueDay }) => dueDay === null)).toHaveLength(counted.fresh);
        expect(items.filter(({ dueDay }) => dueDay !== null && dueDay <= detail.day)).toHaveLength(counted.due);
        const { standing } = await call<SetStatistics>('GET', `/api/recall/sets/${setId}/statistics`);
        expect(standing.fresh).toBe(counted.fresh);
        if (detail.status !== 'active') continue;
        sum.ready += counted.today.due + counted.today.fresh;
        sum.due += counted.due - counted.exposed.due - counted.inProgress.due;
        sum.fresh += counted.fresh - counted.inProgress.fresh;
        if (counted.inProgress.due + counted.inProgress.fresh > 0) hadOpen += 1;
      }
      expect({ ready: today.ready, first: today.forecast[0]?.due }).toEqual({ ready: sum.ready, first: sum.ready });
      expect({ ...forecast, overdue: 0, days: forecast.days[0]?.due }).toEqual({
        ...sum,
        due: undefined,
        overdue: 0,
        days: sum.due,
      });
      const begun = beginSession(running.spine, { person, id: newId(), mode: 'recall', options: { allDue: true } });
      if (sum.ready === 0) {
        await expect(begun).rejects.toMatchObject({ detail: { reason: 'nothing-due' } });
        continue;
      }
      hadReady += 1;
      const { state } = await running.sessions.get({ person, session: (await begun).session });
      expect((state.modes['recall'] as RecallState).pointIds).toHaveLength(sum.ready);
    }
    expect(Math.min(hadReady, hadOpen)).toBeGreaterThan(0);
  });
});
