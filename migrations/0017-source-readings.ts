import type { Kysely } from 'kysely';

/** Started readings of sources, and how often each ended the process that reads documents. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('source_readings')
    .addColumn('source_id', 'text', (column) =>
      column.notNull().primaryKey().references('sources.id').onDelete('cascade'),
    )
    .addColumn('person_id', 'text', (column) => column.notNull().references('people.id').onDelete('cascade'))
    .addColumn('begun_at', 'bigint')
    .addColumn('reader_ends', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
}
