import type { Kysely } from 'kysely';

import { dayOf, startOfDay } from '#day/domain/day.ts';

import { readDisputes } from '../../scheduling/server/reviews/review-log.ts';
import { openSessions } from '../../scheduling/server/reviews/shown-cards.ts';
import type { Moment } from '../../storage/server/dependencies.ts';
import type { RecallTables } from '../../storage/server/tables.ts';

const MISSED = 1;

/**
 * The points of a person, or of one of their sets, that were missed in their latest review today, after disputes and
 * without unfinished sessions. FSRS gives them a chance of 1 today, which says nothing about memory.
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
    // A review removed by a dispute changes nothing.
    else if (counted !== 0) missed.delete(point_id);
  }
  return missed;
}
