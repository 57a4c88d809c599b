import type { Selectable, Transaction } from 'kysely';

import { readDisputes } from '../../scheduling/server/reviews/review-log.ts';
import type { OwnedSet } from '../../storage/server/owned.ts';
import type { RecallTables } from '../../storage/server/tables.ts';
import { dayTotals } from '../domain/day-totals.ts';

/**
 * Makes other processes that change reviews of this set wait until this transaction ends, so that each reads what the
 * others wrote: SQLite has one writer, PostgreSQL locks the row. A set holds all reviews that its cards and day totals
 * depend on. Call it before reading any of them.
 */
export async function lockReviews(trx: Transaction<RecallTables>, { person, setId }: OwnedSet): Promise<void> {
  await trx
    .updateTable('recall_sets')
    .set((eb) => ({ updated_at: eb.ref('updated_at') }))
    .where('id', '=', setId)
    .where('person_id', '=', person)
    .execute();
}

/** Recounts the day totals after a session wrote reviews, in the same transaction and under the lock of its set. */
export async function recountSession(
  trx: Transaction<RecallTables>,
  { person, session }: { person: string; session: string },
): Promise<void> {
  const reviews = await trx
    .selectFrom('review_log')
    .select(['person_id', 'set_id', 'point_id', 'at'])
    .where('session_id', '=', session)
    .where('person_id', '=', person)
    .execute();
  await recount(trx, reviews);
}

/** The same after a review was disputed, or its dispute was undone. */
export async function recountReview(trx: Transaction<RecallTables>, review: ChangedReview): Promise<void> {
  await recount(trx, [review]);
}

type ChangedReview = Pick<Selectable<RecallTables['review_log']>, 'person_id' | 'set_id' | 'point_id' | 'at'>;

/**
 * A change of reviews affects the totals of their own session, and of later sessions that reviewed one of their points:
 * there it decides whether the point was known before.
 */
async function recount(trx: Transaction<RecallTables>, reviews: readonly ChangedReview[]): Promise<void> {
  const [first] = reviews;
  if (!first) return;
  const person = first.person_id;
  const since = Math.min(...reviews.map(({ at }) => at));
  const affected = await trx
    .selectFrom('review_log')
    .select('session_id')
    .distinct()
    .where('person_id', '=', person)
    .where(
      'point_id',
      'in',
      reviews.map(({ point_id }) => point_id),
    )
    .where('at', '>=', since)
    .execute();
  const sessions = affected.map(({ session_id }) => session_id);
  const points = await trx
    .selectFrom('review_log')
    .select('point_id')
    .distinct()
    .where('session_id', 'in', sessions)
    .where('person_id', '=', person)
    .execute();
  const pointIds = points.map(({ point_id }) => point_id);
  const histories = await trx
    .selectFrom('review_log')
    .select([
      'id',
      'session_id',
      'set_id',
      'point_id',
      'at',
      'time_zone',
      'day_starts_at',
      'rating',
      'duration_ms',
      'desired_retention',
    ])
    .where('person_id', '=', person)
    .where('point_id', 'in', pointIds)
    .orderBy('at')
    .orderBy('id')
    .execute();
  const totals = dayTotals(histories, await readDisputes(trx, { person, pointIds })).filter(({ session_id }) =>
    sessions.includes(session_id),
  );
  await trx
    .deleteFrom('review_day_totals')
    .where('session_id', 'in', sessions)
    .where('person_id', '=', person)
    .execute();
  await trx
    .insertInto('review_day_totals')
    .values(totals.map((row) => ({ person_id: person, ...row })))
    .execute();
}
