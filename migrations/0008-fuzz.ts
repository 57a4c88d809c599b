import type { Kysely } from 'kysely';

/** Whether the interval of a review was spread. Older reviews are replayed without spreading. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .alterTable('review_log')
    .addColumn('is_fuzzed', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
}
