import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';

import { dayTotals, type TotalledReview } from '#modes/recall/scheduling/domain/reviews/day-totals.ts';
import type { Rating } from '#modes/recall/scheduling/domain/reviews/rating.ts';

/** Totals of each session and day, so that the statistics no longer read every review. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('review_day_totals')
    .addColumn('person_id', 'text', (column) => column.notNull().references('people.id').onDelete('cascade'))
    .addColumn('session_id', 'text', required)
    .addColumn('set_id', 'text', required)
    .addColumn('day', 'text', required)
    .addColumn('reviews', 'integer', required)
    .addColumn('spent_ms', 'bigint', required)
    .addColumn('known', 'integer', required)
    .addColumn('recalled', 'integer', required)
    .addColumn('desired', 'double precision', required)
    .addColumn('without_desired', 'integer', required)
    .addPrimaryKeyConstraint('review_day_totals_key', ['person_id', 'session_id', 'set_id', 'day'])
    .execute();
  await index(db, 'review_day_totals', ['person_id', 'set_id', 'day']);
  await fillDayTotals(db);
  // For the history of a point. No query reads the whole log through an index any more.
  await index(db, 'review_log', ['person_id', 'point_id', 'at']);
  for (const name of ['review_log_histories', 'review_log_untimed', 'review_log_by_point_id'])
    await db.schema.dropIndex(name).execute();
}

const required = (column: ColumnDefinitionBuilder) => column.notNull();
/** SQLite accepts at most 32,766 values in a statement. */
const ROWS_AT_A_TIME = 1_000;

async function fillDayTotals(db: Kysely<unknown>): Promise<void> {
  const people = await sql<{ id: string }>`select id from people`.execute(db);
  for (const { id: person } of people.rows) {
    const reviews = await sql<TotalledReview>`select id, session_id, set_id, point_id, at, time_zone, day_starts_at,
        rating, duration_ms, desired_retention
      from review_log where person_id = ${person} order by at, id`.execute(db);
    const disputes = await sql<{ review_id: string; rating: Rating | 0 }>`select review_id, rating
      from review_disputes where person_id = ${person} and undone_at is null order by at, id`.execute(db);
    const disputed = new Map(disputes.rows.map(({ review_id, rating }) => [review_id, rating]));
    const totals = dayTotals(reviews.rows, disputed);
    for (let from = 0; from < totals.length; from += ROWS_AT_A_TIME) {
      const rows = totals
        .slice(from, from + ROWS_AT_A_TIME)
        .map(
          (row) =>
            sql`(${sql.join([person, row.session_id, row.set_id, row.day, row.reviews, row.spent_ms, row.known, row.recalled, row.desired, row.without_desired])})`,
        );
      await sql`insert into review_day_totals (person_id, session_id, set_id, day, reviews, spent_ms, known, recalled,
        desired, without_desired) values ${sql.join(rows)}`.execute(db);
    }
  }
}

async function index(db: Kysely<unknown>, table: string, columns: string[]): Promise<void> {
  await db.schema
    .createIndex(`${table}_by_${columns.join('_')}`)
    .on(table)
    .columns(columns)
    .execute();
}
