import { expect, test } from 'vitest';

import { tablesOf } from '#database/server/database.ts';
import { eachEngine } from '#platform/database/testing/each-engine.ts';

import { type MadeReview, makeUpLearner } from '../../../../../../fixtures/reviews/made-up-learner.ts';
import { storeLearner } from '../../../../../../fixtures/reviews/store-learner.ts';
import { newId, openWorld } from '../../../../../../fixtures/spine/world.ts';
import type { RecallTables } from '../../../storage/server/tables.ts';
import type { Tally } from '../../domain/reviews/tally.ts';
import { holdTallies } from './held-tallies.ts';

const NOW = Date.parse('2026-11-22T18:00:00Z');
const preferences = { timeZone: 'Europe/Zurich', dayStartsAt: 240, desiredRetention: 0.9 };
const of = { preferences, since: NOW - 700 * 86_400_000 };
const life = makeUpLearner({ seed: 11, reviews: 300, years: 1, until: NOW });

eachEngine('held tallies', (open) => {
  async function start() {
    const world = await openWorld(await open());
    const person = await world.addPerson();
    await storeLearner(world.database, person, life);
    const database = tablesOf<RecallTables>(world.database);
    const mark = (session: string, isOpen: 0 | 1) =>
      database.write(async (trx) => {
        await trx.updateTable('recall_sessions').set({ is_open: isOpen }).where('session_id', '=', session).execute();
      });
    /** Writes a review of a point that a session has not asked for yet. */
    async function grade(session: string, at: number): Promise<void> {
      const asked = await database.read
        .selectFrom('review_log')
        .selectAll()
        .where('session_id', '=', session)
        .execute();
      const point = life.points.find(({ id }) => asked.every(({ point_id }) => point_id !== id));
      await database.write(async (trx) => {
        await trx
          .insertInto('review_log')
          .values({ ...asked[0]!, id: newId(), point_id: point!.id, at })
          .execute();
      });
    }
    const reviewsOf = (tally: ReadonlyMap<string, { reviews: number }>) =>
      [...tally.values()].reduce((sum, { reviews }) => sum + reviews, 0);
    return { database, person, mark, grade, reviewsOf };
  }

  test('only other days are tallied anew: another retention, or any other preference, is none', async () => {
    const { database, person } = await start();
    const tallyOf = holdTallies(database);
    const { tally } = await tallyOf(person, of);
    const changed = { ...preferences, desiredRetention: 0.8, theme: 'dark' };
    expect((await tallyOf(person, { ...of, preferences: changed })).tally).toBe(tally);
    for (const cut of [{ timeZone: 'Asia/Tokyo' }, { dayStartsAt: 0 }]) {
      const other = await tallyOf(person, { ...of, preferences: { ...preferences, ...cut } });
      expect(other.tally).not.toBe(tally);
    }
  });

  test('what a session grades is tallied once it is over, held or made anew, beside another that is not', async () => {
    const { database, person, mark, grade, reviewsOf } = await start();
    const held = holdTallies(database);
    const read = async () => {
      const [kept, anew] = [await held(person, of), await holdTallies(database)(person, of)];
      expect(countsOf(kept.tally)).toEqual(countsOf(anew.tally));
      expect(kept.extent.reviews).toBe(anew.extent.reviews);
      return reviewsOf(kept.tally);
    };
    const [first, second] = life.sessions.slice(-2);
    const graded = (session = first) => session!.reviews.filter((review) => isCounted(review)).length;
    const all = await read();
    await mark(first!.id, 1);
    await mark(second!.id, 1);
    const before = all - graded(first) - graded(second);
    expect(await read()).toBe(before);
    await grade(first!.id, NOW - 2_000);
    await grade(second!.id, NOW - 1_000);
    expect(await read()).toBe(before);
    await mark(second!.id, 0);
    expect(await read()).toBe(before + graded(second) + 1);
    await grade(first!.id, NOW);
    expect(await read()).toBe(before + graded(second) + 1);
    await mark(first!.id, 0);
    expect(await read()).toBe(all + 3);
  });
});

/** What a tally counts, without its sum of fractions. */
function countsOf(tally: Tally) {
  return new Map(
    Array.from(tally, ([day, { reviews, spentMs, known, recalled }]) => [day, { reviews, spentMs, known, recalled }]),
  );
}

/** Whatever was disputed of it, it still counts. */
function isCounted(review: MadeReview): boolean {
  return life.disputes.findLast((dispute) => dispute.review === review)?.rating !== 0;
}
