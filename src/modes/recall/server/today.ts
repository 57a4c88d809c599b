import type { Kysely } from 'kysely';

import { forecast } from '../domain/forecast.ts';
import { minutesFor } from '../domain/pace.ts';
import type { Today as TodayAnswer } from '../protocol.ts';
import { readSets, type Today } from './sets.ts';
import type { RecallTables } from './tables.ts';

const REVIEWS_FOR_PACE = 200;

/** What is ready now, and what the next two weeks bring. */
export async function readToday(db: Kysely<RecallTables>, person: string, today: Today): Promise<TodayAnswer> {
  const sets = await readSets(db, person, today);
  const fresh = sets.reduce((sum, set) => sum + set.fresh, 0);
  const ready = fresh + sets.reduce((sum, set) => sum + set.due, 0);
  const dues = await db
    .selectFrom('point_cards')
    .innerJoin('recall_points', 'recall_points.id', 'point_cards.point_id')
    .innerJoin('recall_sets', 'recall_sets.id', 'recall_points.set_id')
    .select('due_at')
    .where('point_cards.person_id', '=', person)
    .where('recall_points.deleted_at', 'is', null)
    .where('recall_sets.deleted_at', 'is', null)
    .execute();
  const reviews = await db
    .selectFrom('review_log')
    .select(['session_id', 'at'])
    .where('person_id', '=', person)
    .orderBy('at', 'desc')
    .limit(REVIEWS_FOR_PACE)
    .execute();
  return {
    ready,
    minutes: minutesFor(
      ready,
      reviews.map((row) => ({ session: row.session_id, at: row.at })),
    ),
    sets,
    forecast: forecast(
      dues.map((row) => row.due_at),
      fresh,
      { ...today.preferences, now: today.now },
    ),
  };
}
