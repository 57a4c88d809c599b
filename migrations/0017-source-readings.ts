import type { Kysely } from 'kysely';

/** The readings of sources that were begun, and how often one ended what reads documents. */
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
