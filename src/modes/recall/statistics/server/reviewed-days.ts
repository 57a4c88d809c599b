import type { Kysely } from 'kysely';

import { dayOf, startOfDay } from '#day/domain/day.ts';

import { uncountedImports } from '../../scheduling/server/reviews/imported-histories.ts';
import { readDisputes } from '../../scheduling/server/reviews/review-log.ts';
import { openSessions } from '../../scheduling/server/reviews/shown-cards.ts';
import type { RecallPreferences, Moment } from '../../storage/server/dependencies.ts';
import type { RecallTables } from '../../storage/server/tables.ts';
import type { ReviewedDay } from '../domain/calendar.ts';

interface Wanted {
  readonly person: string;
  /** Without it, all sets, including deleted ones. */
  readonly setId?: string;
  readonly preferences: RecallPreferences;
}

/** The days with a review, earliest first, without sessions that are not over and imports that do not count. */
export async function readReviewedDays(
  db: Kysely<RecallTables>,
  { person, setId, preferences }: Wanted,
): Promise<readonly ReviewedDay[]> {
  const hidden = [...(await openSessions(db, person)), ...(await uncountedImports(db, person))];
  let query = db
    .selectFrom('review_day_totals')
    .select(({ fn }) => [
      'day',
      fn.sum<number>('reviews').as('reviews'),
      fn.sum<number>('spent_ms').as('spentMs'),
      fn.sum<number>('known').as('known'),
      fn.sum<number>('recalled').as('recalled'),
      fn.sum<number>('desired').as('desired'),
      fn.sum<number>('judged').as('judged'),
      fn.sum<number>('judged_recalled').as('judgedRecalled'),
      fn.sum<number>('without_desired').as('withoutDesired'),
    ])
    .where('person_id', '=', person)
    .groupBy('day')
    .orderBy('day');
  if (setId !== undefined) query = query.where('set_id', '=', setId);
  if (hidden.length > 0) query = query.where('session_id', 'not in', hidden);
  // PostgreSQL may give sums as text.
  return (await query.execute()).map((row) => ({
    day: row.day,
    reviews: Number(row.reviews),
    spentMs: Number(row.spentMs),
    known: Number(row.known),
    recalled: Number(row.recalled),
    judged: Number(row.judged),
    judgedRecalled: Number(row.judgedRecalled),
    desired: Number(row.desired) + Number(row.withoutDesired) * preferences.desiredRetention,
  }));
}

const MISSED = 1;

/**
 * The points of a person, or of one of their sets, that were missed in their latest review today, after disputes and
 * without sessions that are not over. FSRS gives them a chance of 1 today, which says nothing of memory.
 */
export async function readMissedToday(
  db: Kysely<RecallTables>,
  { person, setId }: { person: string; setId?: string },
  { now, preferences }: Moment,
): Promise<ReadonlySet<string>> {
  let query = db
    .selectFrom('review_log')
    .select(['id', 'point_id', 'session_id', 'rating'])
    .where('person_id', '=', person)
    .where('at', '>=', startOfDay(dayOf(now, preferences), preferences))
    .where('at', '<=', now)
    .orderBy('at')
    .orderBy('id');
  if (setId !== undefined) query = query.where('set_id', '=', setId);
  const open = await openSessions(db, person);
  const rows = (await query.execute()).filter(({ session_id }) => !open.has(session_id));
  const disputed = await readDisputes(db, { person, pointIds: rows.map(({ point_id }) => point_id) });
  const missed = new Set<string>();
  for (const { id, point_id, rating } of rows) {
    const counted = disputed.get(id) ?? rating;
    if (counted === MISSED) missed.add(point_id);
    // A review that was disputed away changes nothing.
    else if (counted !== 0) missed.delete(point_id);
  }
  return missed;
}
