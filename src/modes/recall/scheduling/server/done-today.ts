import type { Kysely } from 'kysely';

import { dayOf, endOfDay, startOfDay } from '#day/domain/day.ts';

import type { Moment } from '../../storage/server/dependencies.ts';
import type { RecallTables } from '../../storage/server/tables.ts';
import type { Load } from '../domain/day-load.ts';
import { dueAt, type StoredCard } from '../domain/scheduling.ts';
import { readDisputes } from './reviews/review-log.ts';
import { openSessions } from './reviews/shown-cards.ts';

/**
 * The new and due points that a person did in each set today, by the rules of limits. Practice before the due date and
 * removed reviews use up no limit; unfinished sessions are left out. Sets without any are absent.
 */
export async function readDoneToday(
  db: Kysely<RecallTables>,
  person: string,
  { now, preferences }: Moment,
): Promise<ReadonlyMap<string, Load>> {
  const since = startOfDay(dayOf(now, preferences), preferences);
  const open = await openSessions(db, person);
  let query = db
    .selectFrom('review_log')
    .select(['id', 'set_id', 'point_id', 'at', 'state_before', 'time_zone', 'day_starts_at'])
    .where('person_id', '=', person)
    .where('at', '>=', since);
  if (open.size > 0) query = query.where('session_id', 'not in', [...open]);
  const rows = await query.execute();
  const disputed = await readDisputes(db, { person, pointIds: rows.map((row) => row.point_id) });
  const done = new Map<string, Load>();
  for (const row of rows) {
    if (disputed.get(row.id) === 0) continue;
    const before = JSON.parse(row.state_before) as StoredCard;
    const { due, fresh } = done.get(row.set_id) ?? { due: 0, fresh: 0 };
    const cut = { timeZone: row.time_zone, dayStartsAt: row.day_starts_at };
    if (before.reps === 0) done.set(row.set_id, { due, fresh: fresh + 1 });
    else if (dueAt(before) < endOfDay(row.at, cut)) done.set(row.set_id, { due: due + 1, fresh });
  }
  return done;
}
