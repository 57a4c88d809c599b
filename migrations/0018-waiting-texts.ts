import type { Kysely } from 'kysely';

/** The long texts whose passages and words have not been written yet. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('waiting_texts')
    .addColumn('source_id', 'text', (column) =>
      column.notNull().primaryKey().references('sources.id').onDelete('cascade'),
    )
    .addColumn('person_id', 'text', (column) => column.notNull().references('people.id').onDelete('cascade'))
    .addColumn('text_id', 'text', (column) => column.notNull())
    .addColumn('waiting_since', 'bigint', (column) => column.notNull())
    .execute();
}
