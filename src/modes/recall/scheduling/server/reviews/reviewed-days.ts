import type { Kysely } from 'kysely';

import type { RecallPreferences } from '../../../storage/server/dependencies.ts';
import type { RecallTables } from '../../../storage/server/tables.ts';
import type { ReviewedDay } from '../../domain/reviews/reviewed-day.ts';
import { uncountedImports } from './imported-histories.ts';
import { openSessions } from './shown-cards.ts';

interface Wanted {
  readonly person: string;
  /** Default: all sets, including deleted ones. */
  readonly setId?: string;
  /** The first day; default: all days. */
  readonly from?: string;
  readonly preferences: RecallPreferences;
}

/** The days with a review, earliest first, without unfinished sessions and imports that do not count. */
export async function readReviewedDays(
  db: Kysely<RecallTables>,
  { person, setId, from, preferences }: Wanted,
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
  if (from !== undefined) query = query.where('day', '>=', from);
  if (hidden.length > 0) query = query.where('session_id', 'not in', hidden);
  // PostgreSQL can return sums as text.
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
