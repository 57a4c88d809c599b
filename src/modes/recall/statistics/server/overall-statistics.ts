import type { Kysely } from 'kysely';

import { dayLookup } from '#day/domain/day-lookup.ts';
import { addDays, dayOf } from '#day/domain/day.ts';

import { countSessions } from '../../reviews/server/past-sessions.ts';
import { readExposedToday } from '../../scheduling/server/exposed-today.ts';
import { activeWeightsOf } from '../../scheduling/server/scheduler-settings.ts';
import type { RecallDependencies } from '../../storage/server/dependencies.ts';
import type { Moment } from '../../storage/server/moment.ts';
import type { RecallTables } from '../../storage/server/tables.ts';
import { dueByDay } from '../domain/memory/due.ts';
import { forgettingOf, memoryOf } from '../domain/memory/memory.ts';
import { difficultySpread, medianOf, stabilitySpread } from '../domain/memory/spread.ts';
import { dayRunsOf, sinceLastYear, yearOf } from '../domain/reviews/calendar.ts';
import { retentionByMonth } from '../domain/reviews/retention.ts';
import type { Statistics } from '../protocol.ts';
import { eachCard } from './cards.ts';
import { readMissedToday } from './missed-today.ts';
import { readReviewedDays } from './reviewed-days.ts';

/** The statistics of all sets of a person. */
export async function readStatistics(
  database: RecallDependencies['database'],
  person: string,
  { now, preferences }: Moment,
): Promise<Statistics> {
  const today = dayOf(now, preferences);
  const reviewed = await readReviewedDays(database.read, { person, preferences });
  const year = yearOf(reviewed, today);
  const { overdue, days, asked, ...memory } = await readMemory(database, person, { now, preferences });
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
    forecast: { overdue, fresh: Math.max(0, (await countPoints(database.read, person)) - asked), days },
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
    asked: dueDays.length,
    ...dueByDay(dueDays, dayNow),
    points: stabilities.length,
    expected,
    stability: stabilitySpread(stabilities),
    medianStability: medianOf(stabilities),
    difficulty: difficultySpread(difficulties),
    medianDifficulty: medianOf(difficulties),
  };
}

/** The number of points in active sets. */
async function countPoints(db: Kysely<RecallTables>, person: string): Promise<number> {
  const row = await db
    .selectFrom('recall_points')
    .innerJoin('recall_sets', 'recall_sets.id', 'recall_points.set_id')
    .select((eb) => eb.fn.countAll<number | string>().as('points'))
    .where('recall_points.person_id', '=', person)
    .where('recall_points.deleted_at', 'is', null)
    .where('recall_sets.deleted_at', 'is', null)
    .where('recall_sets.status', '=', 'active')
    .executeTakeFirstOrThrow();
  return Number(row.points);
}
