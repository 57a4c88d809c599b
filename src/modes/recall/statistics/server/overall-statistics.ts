import { dayLookup } from '#day/domain/day-lookup.ts';
import { addDays, dayOf } from '#day/domain/day.ts';

import { countSessions } from '../../reviews/server/past-sessions.ts';
import { sizeOf } from '../../scheduling/domain/day-load.ts';
import { readExposedToday } from '../../scheduling/server/exposed-today.ts';
import { activeWeightsOf } from '../../scheduling/server/scheduler-settings.ts';
import type { SetSummary } from '../../sets/protocol.ts';
import { readSets } from '../../sets/server/sets.ts';
import type { Moment, RecallDependencies } from '../../storage/server/dependencies.ts';
import { dayRunsOf, sinceLastYear, yearOf } from '../domain/calendar.ts';
import { forgettingOf, memoryOf } from '../domain/memory.ts';
import { difficultySpread, dueByDay, medianOf, stabilitySpread } from '../domain/pictures.ts';
import { retentionByMonth } from '../domain/retention.ts';
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

/** Today's counts are those of the sets: without the points of open sessions, and not limited per day. */
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
