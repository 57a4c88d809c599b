import { dayLookup } from '#day/domain/day-lookup.ts';
import { addDays, dayNumber, dayOf } from '#day/domain/day.ts';
import { route, type Route } from '#wire/route.ts';

import { countSessions } from '../../reviews/server/past-sessions.ts';
import { sizeOf } from '../../scheduling/domain/day-load.ts';
import { cardsBefore } from '../../scheduling/domain/reviews/replay.ts';
import type { StoredCard } from '../../scheduling/domain/scheduling.ts';
import { readExposedToday } from '../../scheduling/server/exposed-today.ts';
import { readImportedCards } from '../../scheduling/server/reviews/imported-histories.ts';
import { readReviews } from '../../scheduling/server/reviews/review-log.ts';
import { readReviewedDays } from '../../scheduling/server/reviews/reviewed-days.ts';
import { hideOpenReviews, openSessions } from '../../scheduling/server/reviews/shown-cards.ts';
import { activeWeightsOf, schedulerSettingsOf } from '../../scheduling/server/scheduler-settings.ts';
import type { SetSummary } from '../../sets/protocol.ts';
import { noSuchPoint, readPoint } from '../../sets/server/points.ts';
import { readSets } from '../../sets/server/sets.ts';
import { type Moment, momentOf, type RecallDependencies } from '../../storage/server/dependencies.ts';
import { dayRunsOf, sinceLastYear, yearOf } from '../domain/calendar.ts';
import { type Forgetting, forgettingOf, memoryOf, type PointMemory } from '../domain/memory.ts';
import { difficultySpread, dueByDay, endOfCurve, fallingLine, medianOf, stabilitySpread } from '../domain/pictures.ts';
import { retentionByMonth } from '../domain/retention.ts';
import {
  type CurvePoint,
  pointStatistics,
  type PointStatistics,
  setStatistics,
  statistics,
  type Statistics,
} from '../protocol.ts';
import { eachCard } from './cards.ts';
import { readMissedToday } from './missed-today.ts';
import { readSetStatistics } from './set-statistics.ts';

type Needed = Pick<RecallDependencies, 'database' | 'preferencesOf' | 'now'>;

export function statisticsRoutes({ database, preferencesOf, now }: Needed): readonly Route[] {
  const today = (person: string) => momentOf({ preferencesOf, now }, database.read, person);
  return [
    route({
      method: 'GET',
      path: '/api/recall/statistics',
      summary: 'The statistics of all sets: reviews by day and month, due forecast and memory',
      answer: statistics,
      handle: async ({ person }) => readStatistics(database, person, await today(person)),
    }),
    route({
      method: 'GET',
      path: '/api/recall/sets/:setId/statistics',
      summary: 'The statistics of a set: its state, forgetting curve and reviews by day. Without point texts',
      answer: setStatistics,
      handle: async ({ person, params }) =>
        readSetStatistics(database, { person, setId: params['setId'] ?? '' }, await today(person)),
    }),
    route({
      method: 'GET',
      path: '/api/recall/points/:pointId/statistics',
      summary: 'Every review of a point and its forgetting curve. Without its text',
      answer: pointStatistics,
      handle: async ({ person, params }) =>
        readPointStatistics(database, { person, pointId: params['pointId'] ?? '' }, await today(person)),
    }),
  ];
}

async function readStatistics(
  database: RecallDependencies['database'],
  person: string,
  { now, preferences }: Moment,
): Promise<Statistics> {
  const today = dayOf(now, preferences);
  const reviewed = await readReviewedDays(database.read, { person, preferences });
  const year = yearOf(reviewed, today);
  const { forecast, ...memory } = await readMemory(database, person, { now, preferences });
  return {
    today,
    desiredRetention: preferences.desiredRetention,
    totals: {
      reviews: reviewed.reduce((sum, { reviews }) => sum + reviews, 0),
      firstDay: reviewed[0]?.day ?? null,
    },
    runs: dayRunsOf(year, today),
    sessions: await countSessions(database.read, { person, since: sinceLastYear(today, preferences) }),
    year,
    forecast: await withToday(database.read, person, { forecast, now, preferences }),
    retention: retentionByMonth(reviewed, today),
    memory,
  };
}

async function readMemory(database: RecallDependencies['database'], person: string, { now, preferences }: Moment) {
  const dayAt = dayLookup(preferences);
  const forgetting = forgettingOf((await activeWeightsOf(database.read, person)).weights, preferences);
  const stabilities: number[] = [];
  const difficulties: number[] = [];
  const dueDays: string[] = [];
  const today = forgetting.dayAt(now);
  const [dayNow, dayAfter] = [dayOf(now, preferences), addDays(dayOf(now, preferences), 1)];
  const { pointIds: exposed } = await readExposedToday(database.read, person, { now, preferences });
  const missed = await readMissedToday(database.read, { person }, { now, preferences });
  let expected = 0;
  await eachCard(database, { person, preferences }, ({ pointId, dueAt, isActive, card }) => {
    const memory = memoryOf(card);
    if (!memory) return;
    stabilities.push(memory.stability);
    difficulties.push(memory.difficulty);
    if (!missed.has(pointId)) expected += forgetting.chanceOn(memory, today);
    if (!isActive) return;
    const dueDay = dayAt(dueAt);
    dueDays.push(dueDay <= dayNow && exposed.has(pointId) ? dayAfter : dueDay);
  });
  return {
    forecast: dueByDay(dueDays, dayNow),
    points: stabilities.length,
    expected,
    stability: stabilitySpread(stabilities),
    medianStability: medianOf(stabilities),
    difficulty: difficultySpread(difficulties),
    medianDifficulty: medianOf(difficulties),
  };
}

/** Today's counts equal those of the sets: without the points of open sessions, and not limited per day. */
async function withToday(
  db: RecallDependencies['database']['read'],
  person: string,
  { forecast, ...moment }: Moment & { forecast: ReturnType<typeof dueByDay> },
): Promise<Statistics['forecast']> {
  const sets = (await readSets(db, person, moment)).filter(({ status }) => status === 'active');
  const sum = (of: (set: SetSummary) => number) => sets.reduce((total, set) => total + of(set), 0);
  const due = sum((set) => set.due - set.exposed.due - set.inProgress.due);
  return {
    overdue: Math.min(forecast.overdue, due),
    fresh: sum((set) => set.fresh - set.inProgress.fresh),
    ready: sum(({ today }) => sizeOf(today)),
    days: forecast.days.map((day, index) => (index === 0 ? { ...day, due } : day)),
  };
}

/** The reviews of a point and its forgetting curve, without reviews of unfinished sessions. */
async function readPointStatistics(
  { read }: RecallDependencies['database'],
  { person, pointId }: { person: string; pointId: string },
  { now, preferences }: Moment,
): Promise<PointStatistics> {
  const held = await readPoint(read, { person, pointId });
  const [point] = await hideOpenReviews(read, { person, preferences }, [held]);
  if (!point) throw noSuchPoint();
  const settings = await schedulerSettingsOf(read, { person, setId: point.set_id, preferences });
  const forgetting = forgettingOf(settings.weights, preferences);
  const reviews = await readShownReviews(read, { person, pointId }, { now, preferences });
  const card = point.card === null ? null : (JSON.parse(point.card) as StoredCard);
  const memory = card && memoryOf(card);
  const due = point.due_at ?? now;
  const imported = await read
    .selectFrom('imported_histories')
    .select('review_count')
    .where('point_id', '=', pointId)
    .where('person_id', '=', person)
    .executeTakeFirst();
  return {
    now,
    today: dayOf(now, preferences),
    desiredRetention: settings.desiredRetention,
    memory:
      card && memory
        ? {
            chance: forgetting.chanceOn(memory, forgetting.dayAt(now)),
            stability: memory.stability,
            difficulty: memory.difficulty,
            lapses: card.lapses,
            dueAt: due,
            dueDay: dayOf(due, preferences),
          }
        : null,
    reviews: reviews.map(({ before, ...review }) => ({
      ...review,
      chanceBefore: before && forgetting.chanceOn(before, dayNumber(review.day)),
    })),
    importedReviews: imported?.review_count ?? 0,
    curve: [
      ...pastLines(reviews, memory, forgetting),
      ...(memory ? [fallingLine(memory, endOfCurve(memory, due, now), forgetting)] : []),
    ],
  };
}

/**
 * The reviews of a point with the memory before each; after a dispute, as if every review had been graded with its
 * effective rating.
 */
async function readShownReviews(
  read: RecallDependencies['database']['read'],
  point: { person: string; pointId: string },
  { preferences }: Moment,
) {
  const open = await openSessions(read, point.person);
  const logged = (await readReviews(read, point, preferences)).filter(({ row }) => !open.has(row.session_id));
  const isDisputed = logged.some(({ row, counted }) => counted.rating !== row.rating);
  const imported = await readImportedCards(read, { person: point.person, pointIds: [point.pointId], preferences });
  const from = imported.get(point.pointId) ?? null;
  const counted = logged.map((each) => each.counted);
  const replayed = isDisputed ? cardsBefore(counted, from) : null;
  return logged.map(({ row, counted }, index) => {
    const before = replayed ? (replayed[index] ?? null) : (JSON.parse(row.state_before) as StoredCard);
    return {
      id: row.id,
      session: row.session_id,
      at: row.at,
      day: dayOf(row.at, counted.cut),
      rating: row.rating,
      counted: counted.rating,
      how: row.how,
      before: before && memoryOf(before),
    };
  });
}

/**
 * The curves between counting reviews; the card gives the curve after the last one. A second review on a day starts no
 * curve.
 */
function pastLines(
  reviews: readonly { at: number; counted: number; before: PointMemory | null }[],
  present: PointMemory | null,
  forgetting: Forgetting,
): CurvePoint[][] {
  const ends = new Map<number, { memory: PointMemory; until: number }>();
  for (const { at, counted, before } of reviews)
    if (counted !== 0 && before && (!present || before.lastReviewAt < present.lastReviewAt))
      ends.set(before.lastReviewAt, { memory: before, until: at });
  return Array.from(ends.values(), ({ memory, until }) => fallingLine(memory, until, forgetting));
}
