import { expect, test } from 'vitest';

import { tablesOf } from '#database/server/database.ts';
import { dayOf } from '#day/domain/day.ts';

import { eachEngine } from '../../../../../fixtures/database/each-engine.ts';
import { type MadeLife, type MadeReview, makeUpLearner } from '../../../../../fixtures/reviews/made-up-learner.ts';
import { storeLearner } from '../../../../../fixtures/reviews/store-learner.ts';
import { openWorld } from '../../../../../fixtures/spine/world.ts';
import { cardsBefore } from '../../scheduling/domain/reviews/replay.ts';
import { DEFAULT_WEIGHTS, retrievability, type StoredCard } from '../../scheduling/domain/scheduling.ts';
import { readRetentionPreview } from '../../sets/server/scheduling-routes.ts';
import { readToday } from '../../sets/server/today.ts';
import type { RecallTables } from '../../storage/server/tables.ts';
import { pointStatistics, type SetStatistics, type Statistics } from '../protocol.ts';
import { statisticsRoutes } from './routes.ts';

const NOW = Date.parse('2026-11-22T18:00:00Z');
const HOME = { timeZone: 'Europe/Zurich', dayStartsAt: 240 };
/** Long enough to include both journeys. */
const life = makeUpLearner({ seed: 7, reviews: 1_200, years: 2.6, until: NOW });

/** The effective rating of a review after its disputes. */
function countedOf({ disputes }: MadeLife, review: MadeReview): number {
  return disputes.findLast((dispute) => dispute.review === review)?.rating ?? review.rating;
}

/** The same figures, counted review by review. */
function bruteForce(reviews: readonly MadeReview[]) {
  const days = new Map<string, { reviews: number; spentMs: number }>();
  const months = new Map<string, { reviews: number; recalled: number }>();
  const lastDays = new Map<string, string>();
  const inSession = new Map<string, MadeReview[]>();
  for (const session of life.sessions)
    for (const review of session.reviews) inSession.set(review.id, [...session.reviews]);
  for (const review of reviews.toSorted((one, other) => one.at - other.at)) {
    const day = dayOf(review.at, review.cut);
    const counted = countedOf(life, review);
    const earlier = (inSession.get(review.id) ?? []).filter(({ at }) => at < review.at).map(({ at }) => at);
    const gap = earlier.length === 0 ? 0 : review.at - Math.max(...earlier);
    const together = (inSession.get(review.id) ?? []).filter(
      ({ at, durationMs }) => at === review.at && durationMs === null,
    ).length;
    const spent = review.durationMs ?? (gap <= 300_000 ? Math.round(gap / together) : 0);
    const held = days.get(day) ?? { reviews: 0, spentMs: 0 };
    days.set(day, { reviews: held.reviews + (counted > 0 ? 1 : 0), spentMs: held.spentMs + spent });
    if (counted === 0) continue;
    const last = lastDays.get(review.point.id);
    if (last !== undefined && last !== day) {
      const month = months.get(day.slice(0, 7)) ?? { reviews: 0, recalled: 0 };
      months.set(day.slice(0, 7), {
        reviews: month.reviews + 1,
        recalled: month.recalled + (counted > 1 ? 1 : 0),
      });
    }
    lastDays.set(review.point.id, day);
  }
  return { days, months };
}

eachEngine('statistics', (open) => {
  async function start() {
    const world = await openWorld(await open());
    const person = await world.addPerson();
    await storeLearner(world.database, person, life);
    const database = tablesOf<RecallTables>(world.database);
    const routes = statisticsRoutes({
      database,
      preferencesOf: () => Promise.resolve({ ...HOME, desiredRetention: 0.9 }),
      now: () => NOW,
    });
    async function call<Answer>(path: string, params: Record<string, string> = {}, by = person): Promise<Answer> {
      const found = routes.find((route) => route.path === path);
      if (!found) throw new Error(`There is no route ${path}.`);
      return found.answer.parse(
        await found.handle({ person: by, params, query: undefined, body: undefined }),
      ) as Answer;
    }
    /** The cards of all points, or of one set, after all disputes. */
    async function cardsOf(setIndex?: number): Promise<StoredCard[]> {
      const ids = life.points.filter((point) => setIndex === undefined || point.setIndex === setIndex);
      const rows = await database.read.selectFrom('point_cards').select(['point_id', 'card']).execute();
      const held = new Map(rows.map(({ point_id, card }) => [point_id, JSON.parse(card) as StoredCard]));
      return ids.flatMap(({ id }) => held.get(id) ?? []);
    }
    return { world, database, person, call, cardsOf };
  }
  type Learner = Awaited<ReturnType<typeof start>>;
  const all = life.sessions.flatMap((session) => session.reviews);

  /** The figures equal counting review by review, with journeys, missing times and disputes. */
  async function checkPerson({ call, cardsOf, database, person }: Learner): Promise<void> {
    const cards = await cardsOf();
    const statistics = await call<Statistics>('/api/recall/statistics');
    const { days, months } = bruteForce(all);
    expect(life.disputes.length).toBeGreaterThan(1);
    expect(new Set(all.map(({ cut }) => cut.timeZone)).size).toBe(2);
    expect(all.some(({ durationMs }) => durationMs === null)).toBe(true);
    expect(statistics.totals).toEqual({
      reviews: [...days.values()].reduce((sum, { reviews }) => sum + reviews, 0),
      firstDay: [...days.keys()].toSorted()[0],
    });
    expect(statistics.year).toEqual(
      [...days]
        .filter(([day]) => day >= '2025-11-17')
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .map(([day, sums]) => ({ day, ...sums })),
    );
    const week = [...days].filter(([day, { reviews }]) => day >= '2026-11-16' && reviews > 0);
    expect(week.length).toBeGreaterThan(0);
    const weekOf = async (weeklyAimOf: 'days' | 'points') => {
      const preferences = { ...HOME, desiredRetention: 0.9, weeklyAim: 5, weeklyAimOf };
      return (await readToday(database.read, person, { now: NOW, preferences })).week;
    };
    expect(await weekOf('days')).toEqual({ aim: 5, of: 'days', done: week.length });
    const points = week.reduce((sum, [, { reviews }]) => sum + reviews, 0);
    expect(await weekOf('points')).toEqual({ aim: 5, of: 'points', done: points });
    expect(statistics.retention.map(({ month, reviews, recalled }) => ({ month, reviews, recalled }))).toEqual(
      [...months]
        .filter(([month]) => month >= '2024-12')
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .map(([month, sums]) => ({ month, ...sums })),
    );
    expect(statistics.retention.every(({ desired }) => Math.abs(desired - 0.9) < 1e-9)).toBe(true);
    const { memory, forecast } = statistics;
    expect(memory.points).toBe(cards.length);
    expect(memory.stability.reduce((sum, { points }) => sum + points, 0)).toBe(cards.length);
    expect(memory.difficulty.reduce((sum, { points }) => sum + points, 0)).toBe(cards.length);
    const expected = cards.reduce(
      (sum, card) => sum + retrievability(card, { at: NOW, cut: HOME }, DEFAULT_WEIGHTS.weights),
      0,
    );
    expect(memory.expected).toBeCloseTo(expected, 3);
    const dueDays = cards.map((card) => dayOf(new Date(card.due).getTime(), HOME));
    expect(forecast.overdue).toBe(dueDays.filter((day) => day < '2026-11-22').length);
    expect(forecast.days[1]).toEqual({
      day: '2026-11-23',
      due: dueDays.filter((day) => day === '2026-11-23').length,
    });
  }

  /** The figures of all sets add up to the person’s. */
  async function checkSets({ call, cardsOf, person }: Learner): Promise<void> {
    const sets = await Promise.all(
      life.sets.map(({ id }) => call<SetStatistics>('/api/recall/sets/:setId/statistics', { setId: id })),
    );
    const statistics = await call<Statistics>('/api/recall/statistics');
    const sum = (of: (set: SetStatistics) => number) => sets.reduce((total, set) => total + of(set), 0);
    const reviewsOf = (year: SetStatistics['year']) => year.reduce((total, { reviews }) => total + reviews, 0);
    const timeOf = (year: SetStatistics['year']) => year.reduce((total, { spentMs }) => total + spentMs, 0);
    expect(sum(({ year }) => reviewsOf(year))).toBe(reviewsOf(statistics.year));
    expect(sum(({ year }) => timeOf(year))).toBe(timeOf(statistics.year));
    expect(sum(({ standing }) => standing.solid + standing.fading + standing.missed)).toBe((await cardsOf()).length);
    const [first] = sets;
    const cards = await cardsOf(0);
    const chances = cards.map((card) => retrievability(card, { at: NOW, cut: HOME }, DEFAULT_WEIGHTS.weights));
    const isDue = cards.map((card) => new Date(card.due).getTime() < Date.parse('2026-11-23T03:00:00Z'));
    expect(first?.standing.fading).toBe(
      chances.filter((chance, index) => isDue[index] || Math.round(chance * 100) < 90).length,
    );
    const today = first?.curve.find(({ day }) => day === '2026-11-22');
    expect(today?.mean).toBeCloseTo(chances.reduce((total, chance) => total + chance, 0) / chances.length, 5);
    expect(first?.curve).toHaveLength(61);
    const recent = life.sessions.filter(
      ({ setIndex, startedAt }) => setIndex === 0 && dayOf(startedAt, HOME) >= '2026-10-23',
    );
    expect(new Set(first?.sessionDays.map(({ day }) => day))).toEqual(
      new Set(recent.map(({ startedAt }) => dayOf(startedAt, HOME))),
    );
    const told = JSON.stringify(sets);
    expect(life.points.filter(({ text }) => told.includes(text.slice(0, 20)))).toEqual([]);
    const nobody = call('/api/recall/sets/:setId/statistics', { setId: life.sets[0]!.id }, `${person}-other`);
    await expect(nobody).rejects.toMatchObject({ kind: 'not-found' });
  }

  /** A point’s curve restarts at each review that counts, and contains no text of the point. */
  async function checkCurve({ call, database, person }: Learner): Promise<void> {
    const made = life.points.find(({ reviews, card }) => reviews > 4 && card.lapses > 0)!;
    const asked = () => call<unknown>('/api/recall/points/:pointId/statistics', { pointId: made.id });
    const before = pointStatistics.parse(await asked());
    const reviews = all.filter(({ point }) => point === made);
    expect(before.reviews.map(({ id, rating }) => ({ id, rating }))).toEqual(
      reviews.map(({ id, rating }) => ({ id, rating })),
    );
    expect(before.curve).toHaveLength(reviews.length);
    expect(before.curve.every((line) => line[0]?.chance === 1)).toBe(true);
    expect(before.memory?.chance).toBeCloseTo(
      retrievability(made.card, { at: NOW, cut: HOME }, DEFAULT_WEIGHTS.weights),
      6,
    );
    expect(JSON.stringify(before)).not.toContain(made.text.slice(0, 20));
    const [disputed] = reviews.slice(2);
    await database.write(async (trx) => {
      const dispute = { person_id: person, review_id: disputed!.id, point_id: made.id };
      await trx
        .insertInto('review_disputes')
        .values([
          { id: 'd1', ...dispute, rating: 4, at: NOW - 3, undone_at: null },
          { id: 'd2', ...dispute, rating: 0, at: NOW - 2, undone_at: null },
          { id: 'd3', ...dispute, rating: 2, at: NOW - 1, undone_at: NOW },
        ])
        .execute();
    });
    const after = pointStatistics.parse(await asked());
    expect(after.reviews[2]).toMatchObject({ rating: disputed!.rating, counted: 0 });
    expect(after.curve).toHaveLength(reviews.length - 1);
  }

  /** A point’s curve and chances follow its grades after disputes. */
  async function checkChances({ call, database, person }: Learner): Promise<void> {
    const made = life.points.find(
      ({ reviews, card, id }) =>
        reviews > 3 && card.lapses === 0 && !life.disputes.some((each) => each.review.point.id === id),
    )!;
    const reviews = all.filter(({ point }) => point === made);
    const asked = async () =>
      pointStatistics.parse(await call<unknown>('/api/recall/points/:pointId/statistics', { pointId: made.id }));
    const before = await asked();
    const [disputed] = reviews;
    await database.write(async (trx) => {
      const row = { id: 'd4', person_id: person, review_id: disputed!.id, point_id: made.id, at: NOW, undone_at: null };
      await trx
        .insertInto('review_disputes')
        .values({ ...row, rating: disputed!.rating === 4 ? 1 : 4 })
        .execute();
    });
    const after = await asked();
    const settings = { weights: DEFAULT_WEIGHTS.weights, desiredRetention: 0.9 };
    const counted = reviews.map(({ at, cut, rating }) => ({ at, cut, rating, how: '', settings }));
    const first = { ...counted[0]!, rating: disputed!.rating === 4 ? 1 : 4 } as const;
    const truth = cardsBefore([first, ...counted.slice(1)]).map(
      (card, index) =>
        card && retrievability(card, { at: counted[index]!.at, cut: counted[index]!.cut }, DEFAULT_WEIGHTS.weights),
    );
    expect(after.reviews.map(({ chanceBefore }) => chanceBefore)).toEqual(
      truth.map((chance) => (chance === null ? null : (expect.closeTo(chance, 5) as number))),
    );
    expect(after.reviews[1]?.chanceBefore).not.toBeCloseTo(before.reviews[1]?.chanceBefore ?? 0, 4);
    expect(after.curve[0]?.at(-1)?.chance).toBeCloseTo(after.reviews[1]?.chanceBefore ?? 0, 5);
  }

  /** A set costs as many reviews as the preview of its settings says. */
  async function checkCosts({ call, database, person }: Learner): Promise<void> {
    const preferences = { ...HOME, desiredRetention: 0.9 };
    for (const [index, retention] of [0.9, 0.83].entries()) {
      const setId = life.sets[index]!.id;
      await database.write(async (trx) => {
        await trx
          .updateTable('recall_sets')
          .set({ desired_retention: retention })
          .where('id', '=', setId)
          .where('person_id', '=', person)
          .execute();
      });
      const { costs } = await readRetentionPreview(database.read, { person, setId }, { now: NOW, preferences });
      const cost = costs.find((each) => each.retention === retention)!;
      const { reviewsPerWeek } = await call<SetStatistics>('/api/recall/sets/:setId/statistics', { setId });
      expect(reviewsPerWeek / 7).toBeCloseTo(cost.reviewsPerDay, 9);
      expect(reviewsPerWeek).toBeGreaterThan(0);
    }
  }

  /** Without reviews, the statistics are empty and a set has no curve. */
  async function checkEmpty({ call, world }: Learner): Promise<void> {
    const other = await world.addPerson();
    const setId = await world.addSet(other);
    expect(await call<Statistics>('/api/recall/statistics', {}, other)).toMatchObject({
      totals: { reviews: 0, firstDay: null },
      runs: { longest: 0, current: 0 },
      year: [],
      forecast: { overdue: 0, fresh: 3 },
      retention: [],
      memory: { points: 0, expected: 0, medianStability: null },
    });
    expect(await call<SetStatistics>('/api/recall/sets/:setId/statistics', { setId }, other)).toMatchObject({
      standing: { solid: 0, fading: 0, missed: 0, fresh: 3 },
      curve: [],
      sessionDays: [],
    });
  }

  test('the figures of a person and of sets are right with reviews and without', async () => {
    const learner = await start();
    await checkPerson(learner);
    await checkSets(learner);
    await checkEmpty(learner);
    await checkCosts(learner);
  });

  test('a point’s curve is right before and after disputes', async () => {
    const learner = await start();
    await checkCurve(learner);
    await checkChances(learner);
  });
});
