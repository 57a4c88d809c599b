import { type Kysely, sql } from 'kysely';

import { dayTotals, type TotalledReview } from '#modes/recall/scheduling/domain/reviews/day-totals.ts';
import type { Rating } from '#modes/recall/scheduling/domain/reviews/rating.ts';

/** Distinguishes grades that the person judged from others, in the log and in the totals of each day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addNumber(db, 'review_log', 'self_checked');
  await addNumber(db, 'review_day_totals', 'judged');
  await addNumber(db, 'review_day_totals', 'judged_recalled');
  await addNumber(db, 'preferences', 'self_checks_with_model');
  await countJudged(db);
}

async function addNumber(db: Kysely<unknown>, table: string, name: string): Promise<void> {
  await db.schema
    .alterTable(table)
    .addColumn(name, 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
}

/** Counts grades that were disputed before as judged. */
async function countJudged(db: Kysely<unknown>): Promise<void> {
  const people = await sql<{ person_id: string }>`select distinct person_id from review_disputes
    where undone_at is null`.execute(db);
  for (const { person_id: person } of people.rows) {
    const reviews = await sql<TotalledReview>`select id, session_id, set_id, point_id, at, time_zone, day_starts_at,
        rating, duration_ms, desired_retention, self_checked
      from review_log where person_id = ${person} order by at, id`.execute(db);
    const disputes = await sql<{ review_id: string; rating: Rating | 0 }>`select review_id, rating
      from review_disputes where person_id = ${person} and undone_at is null order by at, id`.execute(db);
    const disputed = new Map(disputes.rows.map(({ review_id, rating }) => [review_id, rating]));
    for (const row of dayTotals(reviews.rows, disputed))
      if (row.judged > 0)
        await sql`update review_day_totals set judged = ${row.judged}, judged_recalled = ${row.judged_recalled}
          where person_id = ${person} and session_id = ${row.session_id} and set_id = ${row.set_id}
            and day = ${row.day}`.execute(db);
  }
}
