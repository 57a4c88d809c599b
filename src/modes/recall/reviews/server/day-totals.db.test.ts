import type { Kysely, Transaction } from 'kysely';
import { expect, test } from 'vitest';

import { tablesOf } from '#database/server/database.ts';
import type { SessionTables } from '#session/server/tables.ts';
import { createUndoLog } from '#undo/server/undo-log.ts';

import { eachEngine } from '../../../../../fixtures/database/each-engine.ts';
import { chanceOf } from '../../../../../fixtures/reviews/chance.ts';
import { openRecallWorld } from '../../../../../fixtures/spine/recall-world.ts';
import { newId, openWorld } from '../../../../../fixtures/spine/world.ts';
import { dayTotals } from '../../scheduling/domain/reviews/day-totals.ts';
import { lockReviews, readDisputes } from '../../scheduling/server/reviews/review-log.ts';
import { readReviewedDays } from '../../scheduling/server/reviews/reviewed-days.ts';
import { markPointDeleted } from '../../sets/server/points.ts';
import { markSetDeleted } from '../../sets/server/sets.ts';
import type { RecallTables } from '../../storage/server/tables.ts';
import { recountSession } from './day-totals.ts';
import { disputeGrade, gradeUndoHandlers } from './disputes.ts';
import { recordReview } from './recording/record-review.ts';

const HOUR = 3_600_000;
const CUTS = [
  { timeZone: 'Europe/Zurich', dayStartsAt: 240 },
  { timeZone: 'Europe/Zurich', dayStartsAt: 0 },
  { timeZone: 'Pacific/Auckland', dayStartsAt: 240 },
  { timeZone: 'America/Los_Angeles', dayStartsAt: 720 },
];

/** A person's totals as stored, and as computed from the whole log. */
async function compare(db: Kysely<RecallTables>, person: string) {
  const stored = await db.selectFrom('review_day_totals').selectAll().where('person_id', '=', person).execute();
  const log = await db
    .selectFrom('review_log')
    .selectAll()
    .where('person_id', '=', person)
    .orderBy('at')
    .orderBy('id')
    .execute();
  const recounted = dayTotals(log, await readDisputes(db, { person })).map((row) => ({ person_id: person, ...row }));
  const keyed = (rows: readonly (typeof stored)[number][]) =>
    Object.fromEntries(rows.map((row) => [`${row.session_id} ${row.day}`, row]));
  return { stored: keyed(stored), recounted: keyed(recounted), reviews: log.length };
}

eachEngine('day totals', (open) => {
  async function start() {
    const world = await openWorld(await open());
    const person = await world.addPerson();
    const database = tablesOf<RecallTables>(world.database);
    const sets = [await world.addSet(person), await world.addSet(person)];
    const points = await database.read.selectFrom('recall_points').select(['id', 'set_id']).execute();
    const preferences = { ...CUTS[0]!, desiredRetention: 0.9 };
    const clock = { now: Date.parse('2026-03-20T12:00:00Z') };
    const now = () => clock.now;
    const preferencesOf = () => Promise.resolve(preferences);
    const disputing = { preferencesOf, now, newId, undo: createUndoLog({ now, newId }) };
    async function begin(setId: string): Promise<string> {
      const session = newId();
      const owned = { session_id: session, person_id: person };
      const times = { created_at: clock.now, updated_at: clock.now };
      await database.write(async (anyTrx) => {
        const trx = anyTrx as unknown as Transaction<RecallTables & SessionTables>;
        await trx
          .insertInto('sessions')
          .values({
            id: session,
            person_id: person,
            mode: 'recall',
            title: '',
            status: 'active',
            head: 0,
            last_line: '',
            needs_you: 0,
            under_way: 0,
            ...times,
          })
          .execute();
        await trx
          .insertInto('recall_sessions')
          .values({ ...owned, set_id: setId, is_open: 1 })
          .execute();
      });
      return session;
    }
    const end = (session: string) =>
      database.write(async (trx) => {
        await trx.updateTable('recall_sessions').set({ is_open: 0 }).where('session_id', '=', session).execute();
      });
    /** Does the same as `recordEvents` for a point that was recalled or missed. */
    async function review(trx: Transaction<RecallTables>, given: { session: string; pointId: string; rating: number }) {
      const { session, pointId } = given;
      const { setId } = points.map(({ id, set_id }) => ({ id, setId: set_id })).find(({ id }) => id === pointId)!;
      await lockReviews(trx, { person, setId });
      const rating = given.rating as 1 | 2 | 3;
      const graded = { id: newId(), person, session, pointId, rating, how: 'unaided', at: clock.now } as const;
      const durationMs = clock.now % 5 === 0 ? null : 10_000;
      await recordReview(trx, { ...graded, messageId: null, durationMs }, preferences);
      await recountSession(trx, { person, session });
    }
    const undoDispute = (trx: Transaction<RecallTables>, disputeId: string) =>
      gradeUndoHandlers({ preferencesOf })['grade-disputed']!.reverse!(trx as never, {
        person,
        reversal: { disputeId },
        now: clock.now,
      });
    return { world, database, person, sets, points, preferences, clock, disputing, begin, end, review, undoDispute };
  }

  test('the totals equal a recount of the log after reviews, disputes, undo, deletions and changes of settings', async () => {
    const { database, person, sets, points, preferences, clock, disputing, begin, end, review, undoDispute } =
      await start();
    const { read } = database;
    const chance = chanceOf(20_261_123);
    const openSession = new Map<string, string>();
    const steps: Record<string, () => Promise<unknown>> = {
      async review() {
        const setId = chance.pick(sets);
        const session = openSession.get(setId) ?? (await begin(setId));
        openSession.set(setId, session);
        for (const { id: pointId, set_id } of points)
          if (set_id === setId && chance.next() < 0.8)
            await database.write((trx) => review(trx, { session, pointId, rating: chance.between(1, 3) }));
      },
      async end() {
        for (const session of openSession.values()) await end(session);
        openSession.clear();
      },
      async dispute() {
        const rows = await read
          .selectFrom('review_log')
          .select('id')
          .where('session_id', 'not in', ['', ...openSession.values()])
          .orderBy('at')
          .orderBy('id')
          .execute();
        if (rows.length === 0) return;
        const rating = chance.pick(['not-reviewed', 'not-reviewed', 'again', 'good'] as const);
        const reviewId = chance.pick(rows).id;
        await database.write((trx) => disputeGrade(disputing, trx, { person, reviewId, rating }));
      },
      async undo() {
        const last = await read
          .selectFrom('review_disputes')
          .select('id')
          .where('undone_at', 'is', null)
          .orderBy('at', 'desc')
          .executeTakeFirst();
        if (last) await database.write((trx) => undoDispute(trx, last.id));
      },
      async delete() {
        const { id: pointId } = chance.pick(points);
        const deletedAt = chance.pick([clock.now, null, null, null]);
        await database.write(async (trx) => {
          await markPointDeleted(trx, { person, pointId }, deletedAt).catch(() => undefined);
          await markSetDeleted(trx, { person, setId: chance.pick(sets) }, deletedAt);
        });
      },
      change: () => Promise.resolve(Object.assign(preferences, chance.pick(CUTS))),
      wait: () => Promise.resolve((clock.now += chance.between(1, 30) * HOUR)),
    };
    const names = ['review', 'review', 'wait', 'wait', 'end', 'end', 'dispute', 'undo', 'delete', 'change'];
    for (let step = 0; step < 150; step += 1) {
      clock.now += chance.between(1, 400_000);
      await steps[chance.pick(names)]!();
      const { stored, recounted } = await compare(read, person);
      expect(stored).toEqual(recounted);
    }
    const { stored, reviews } = await compare(read, person);
    expect(reviews).toBeGreaterThan(20);
    expect(Object.values(stored).some(({ known, recalled }) => known > recalled)).toBe(true);
    const isOver = ({ session_id }: { session_id: string }) => ![...openSession.values()].includes(session_id);
    for (const setId of [undefined, ...sets]) {
      const days = await readReviewedDays(read, { person, preferences, ...(setId !== undefined && { setId }) });
      const rows = Object.values(stored).filter((row) => isOver(row) && (setId === undefined || row.set_id === setId));
      expect(days.map(({ day }) => day)).toEqual([...new Set(rows.map(({ day }) => day))].toSorted());
      for (const of of ['reviews', 'known', 'recalled'] as const)
        expect(days.reduce((sum, each) => sum + each[of], 0)).toBe(rows.reduce((sum, each) => sum + each[of], 0));
    }
  });

  test('a session writes the totals of its reviews, which are visible once it is over', async () => {
    const { world, call, say, end, clock, database, person, running } = await openRecallWorld(await open());
    const setId = await world.addSet(person);
    const begin = async () => running.sessions.get({ person, session: await world.begin(running, person, setId) });
    const shown = async () =>
      (await call<{ totals: { reviews: number } }>('GET', '/api/recall/statistics')).totals.reviews;
    const same = async () => {
      const { stored, recounted, reviews } = await compare(database.read, person);
      expect(stored).toEqual(recounted);
      return reviews;
    };
    const live = await begin();
    clock.now += 20_000;
    await say(live, 'Caffeine blocks adenosine receptors.');
    await say(live, 'Tell me the answer');
    expect(await same()).toBe(1);
    expect(await shown()).toBe(0);
    await end(live);
    expect(await same()).toBe(2);
    expect(await shown()).toBe(2);
    const [first] = await database.read.selectFrom('review_log').select('id').execute();
    await call('POST', `/api/recall/reviews/${first!.id}/dispute`, { rating: 'not-reviewed' });
    await same();
    expect(await shown()).toBe(1);
    const { last } = await call<{ last: { id: string } }>('GET', '/api/undo');
    await call('POST', '/api/undo', { id: last.id });
    await same();
    expect(await shown()).toBe(2);
  });

  test('two processes that change the same reviews at once leave totals and cards correct', async () => {
    const { world, database, person, sets, points, clock, disputing, begin, end, review } = await start();
    const [setId] = sets as [string];
    const pointId = points.find(({ set_id }) => set_id === setId)!.id;
    /** On PostgreSQL a transaction of another process; SQLite has only one process. */
    const elsewhere: typeof database.write = (work) =>
      world.database.engine === 'postgres' ? database.read.transaction().execute(work) : database.write(work);
    const reviewOnce = async () => {
      clock.now += 100 * 24 * HOUR;
      const session = await begin(setId);
      await elsewhere((trx) => review(trx, { session, pointId, rating: 3 }));
      await end(session);
    };
    await reviewOnce();
    for (let round = 0; round < 8; round += 1) {
      const rows = await database.read.selectFrom('review_log').select('id').orderBy('at').execute();
      const reviewId = rows.at(-1)!.id;
      const rating = round % 2 === 0 ? 'not-reviewed' : 'again';
      await Promise.all([
        database.write((trx) => disputeGrade(disputing, trx, { person, reviewId, rating })),
        reviewOnce(),
      ]);
      const { stored, recounted } = await compare(database.read, person);
      expect(stored).toEqual(recounted);
    }
    const counted = [...(await readDisputes(database.read, { person })).values()].filter((each) => each === 0).length;
    const card = await database.read.selectFrom('point_cards').select('reviews').executeTakeFirstOrThrow();
    expect(card.reviews).toBe(9 - counted);
  });
});
