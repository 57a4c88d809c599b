import type { Kysely } from 'kysely';

/** Reviews log whether their interval was spread. Older reviews replay without. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .alterTable('review_log')
    .addColumn('is_fuzzed', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
}
