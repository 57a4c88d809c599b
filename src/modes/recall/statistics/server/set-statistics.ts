import type { Kysely } from 'kysely';

import { dayLookup } from '#day/domain/day-lookup.ts';
import { dayOf, endOfDay } from '#day/domain/day.ts';

import { countSessions } from '../../reviews/server/past-sessions.ts';
import { retentionCostAt } from '../../scheduling/domain/retention/retention-costs.ts';
import { cardsBefore } from '../../scheduling/domain/reviews/replay.ts';
import type { StoredCard } from '../../scheduling/domain/scheduling.ts';
import { isInUse } from '../../scheduling/server/in-use.ts';
import { readImportedCards } from '../../scheduling/server/reviews/imported-histories.ts';
import { readDisputes, readReviews } from '../../scheduling/server/reviews/review-log.ts';
import { readReviewedDays } from '../../scheduling/server/reviews/reviewed-days.ts';
import { openSessions, readDisputedPoints } from '../../scheduling/server/reviews/shown-cards.ts';
import { schedulerSettingsOf } from '../../scheduling/server/scheduler-settings.ts';
import { noSuchSet } from '../../sets/server/sets.ts';
import type { Moment, OwnedSet, RecallDependencies, RecallPreferences } from '../../storage/server/dependencies.ts';
import type { RecallTables } from '../../storage/server/tables.ts';
import { dayRunsOf, sinceLastYear, yearOf } from '../domain/calendar.ts';
import { type Forgetting, forgettingOf, type PointMemory, memoryOf } from '../domain/memory.ts';
import { chancesAt, isFading, type Span } from '../domain/pictures.ts';
import type { CurveDay, SessionDay, SetStatistics } from '../protocol.ts';
import { createSlices, eachCard } from './cards.ts';
import { readMissedToday } from './missed-today.ts';

const DAY_MS = 86_400_000;
const PAST_DAYS = 30;
const DAYS_AHEAD = 30;
/** The same as in the preview of the settings. */
const PREVIEW_DAYS = 90;

/** The statistics of a set, without reviews of unfinished sessions. */
export async function readSetStatistics(
  database: RecallDependencies['database'],
  { person, setId }: OwnedSet,
  { now, preferences }: Moment,
): Promise<SetStatistics> {
  const { points, newPerDay } = await readSet(database.read, { person, setId });
  const { desiredRetention, weights } = await schedulerSettingsOf(database.read, { person, setId, preferences });
  const forgetting = forgettingOf(weights, preferences);
  const today = dayOf(now, preferences);
  const dayNow = forgetting.dayAt(now);
  const dueBy = endOfDay(now, preferences);
  const year = yearOf(await readReviewedDays(database.read, { person, setId, preferences }), today);
  const present = new Map<string, Span>();
  const faded = new Set<string>();
  await eachCard(database, { person, setId, preferences }, ({ pointId, dueAt, card }) => {
    const memory = memoryOf(card);
    if (!memory) return;
    present.set(pointId, { memory, until: Infinity });
    const standing = { chance: forgetting.chanceOn(memory, dayNow), isDueToday: dueAt < dueBy };
    if (isFading(standing, desiredRetention)) faded.add(pointId);
  });
  const fresh = Math.max(0, points - present.size);
  const past = await readPast(database.read, { person, setId, present }, { now, preferences });
  const missedToday = [...(await readMissedToday(database.read, { person, setId }, { now, preferences }))].filter(
    (id) => present.has(id),
  );
  for (const id of missedToday) faded.delete(id);
  const [missed, fading] = [missedToday.length, faded.size];
  const cost = retentionCostAt(
    {
      reviewed: Array.from(present.values(), ({ memory: { stability, difficulty, lastDay } }) => ({
        stability,
        difficulty,
        since: Math.max(0, dayNow - lastDay),
      })),
      fresh,
      newPerDay,
      weights,
      days: PREVIEW_DAYS,
    },
    desiredRetention,
  );
  return {
    today,
    desiredRetention,
    standing: { solid: present.size - fading - missed, fading, missed, fresh },
    reviewsPerWeek: cost.reviewsPerDay * 7,
    curve: await curveOf([...past.earlier, ...present.values()], { now, preferences }, forgetting),
    sessionDays: past.sessionDays,
    missedToday,
    runs: dayRunsOf(year, today),
    sessions: await countSessions(database.read, { person, setId, since: sinceLastYear(today, preferences) }),
    year,
  };
}

/** Rejects if the set is deleted or belongs to another person. */
async function readSet(db: Kysely<RecallTables>, { person, setId }: OwnedSet) {
  const row = await db
    .selectFrom('recall_sets')
    .leftJoin('recall_points', (join) => join.onRef('recall_points.set_id', '=', 'recall_sets.id').on(isInUse))
    .select((eb) => ['new_per_day', eb.fn.count<number | string>('recall_points.id').as('points')])
    .where('recall_sets.id', '=', setId)
    .where('recall_sets.person_id', '=', person)
    .where('recall_sets.deleted_at', 'is', null)
    .groupBy(['recall_sets.id', 'new_per_day'])
    .executeTakeFirst();
  if (!row) throw noSuchSet();
  return { points: Number(row.points), newPerDay: row.new_per_day };
}

/** The memory before each review of the last weeks, and the days of those reviews. */
async function readPast(
  db: Kysely<RecallTables>,
  { person, setId, present }: OwnedSet & { present: ReadonlyMap<string, Span> },
  { now, preferences }: Moment,
) {
  const open = await openSessions(db, person);
  let query = db
    .selectFrom('review_log')
    .select(['id', 'point_id', 'at', 'rating', 'state_before'])
    .where('person_id', '=', person)
    .where('at', '>=', now - (PAST_DAYS + 1) * DAY_MS)
    .where('at', '<=', now)
    .where('point_id', 'in', (eb) =>
      eb
        .selectFrom('recall_points')
        .select('id')
        .where('set_id', '=', setId)
        .where('person_id', '=', person)
        .where(isInUse),
    )
    .orderBy('at');
  if (open.size > 0) query = query.where('session_id', 'not in', [...open]);
  const rows = await query.execute();
  const pointIds = [...new Set(rows.map(({ point_id }) => point_id))];
  const disputed = await readDisputes(db, { person, pointIds });
  const replayed = await readReplayed(db, { person, pointIds }, preferences);
  const dayAt = dayLookup(preferences);
  // Keyed by point and its previous review: a second review on a day starts no span.
  const earlier = new Map<string, Span>();
  const days = new Map<string, SessionDay>();
  const firstDay = dayAt(now - PAST_DAYS * DAY_MS);
  for (const { id, point_id, at, rating, state_before } of rows) {
    const counted = disputed.get(id) ?? rating;
    // A review removed by a dispute changed nothing, so the span continues.
    if (counted === 0) continue;
    const memory = replayed.get(point_id)
      ? replayed.get(point_id)?.get(id)
      : memoryOf(JSON.parse(state_before) as StoredCard);
    if (memory && memory.lastReviewAt !== present.get(point_id)?.memory.lastReviewAt)
      earlier.set(`${point_id} ${memory.lastReviewAt}`, { memory, until: at });
    const day = dayAt(at);
    if (day < firstDay) continue;
    const { reviews = 0, recalled = 0 } = days.get(day) ?? {};
    days.set(day, { day, reviews: reviews + 1, recalled: recalled + (counted > 1 ? 1 : 0) });
  }
  return { earlier: [...earlier.values()], sessionDays: [...days.values()] };
}

/** The memory before each review of disputed points, as if every review had been graded with its effective rating. */
async function readReplayed(
  db: Kysely<RecallTables>,
  { person, pointIds }: { person: string; pointIds: readonly string[] },
  preferences: RecallPreferences,
): Promise<ReadonlyMap<string, ReadonlyMap<string, PointMemory | null>>> {
  const replayed = new Map<string, ReadonlyMap<string, PointMemory | null>>();
  const disputed = await readDisputedPoints(db, { person, pointIds });
  const imported = await readImportedCards(db, { person, pointIds: [...disputed], preferences });
  for (const pointId of disputed) {
    const reviews = await readReviews(db, { person, pointId }, preferences);
    const before = cardsBefore(
      reviews.map(({ counted }) => counted),
      imported.get(pointId),
    );
    const known = reviews.map(({ row }, index) => {
      const card = before[index];
      return [row.id, card ? memoryOf(card) : null] as const;
    });
    replayed.set(pointId, new Map(known));
  }
  return replayed;
}

async function curveOf(
  spans: readonly Span[],
  { now, preferences }: Moment,
  forgetting: Forgetting,
): Promise<CurveDay[]> {
  const dayAt = dayLookup(preferences);
  const curve: CurveDay[] = [];
  const slices = createSlices();
  for (let ahead = -PAST_DAYS; ahead <= DAYS_AHEAD; ahead += 1) {
    const at = now + ahead * DAY_MS;
    const chances = chancesAt(spans, at, forgetting);
    if (chances) curve.push({ day: dayAt(at), ...chances });
    if (slices.isOver()) await slices.pause();
  }
  return curve;
}
