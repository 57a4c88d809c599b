import type { Kysely } from 'kysely';

/** Ranges of sources that a person marked, with their words, a colour and a note. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('highlights')
    .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('person_id', 'text', (column) => column.notNull().references('people.id').onDelete('cascade'))
    .addColumn('source_id', 'text', (column) => column.notNull().references('sources.id').onDelete('cascade'))
    .addColumn('start_offset', 'integer')
    .addColumn('end_offset', 'integer')
    .addColumn('quote', 'text', (column) => column.notNull())
    .addColumn('color', 'text', (column) => column.notNull())
    .addColumn('note', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('deleted_at', 'bigint')
    .execute();
  await db.schema.createIndex('highlights_of_source').on('highlights').columns(['source_id', 'person_id']).execute();
  await db.schema.createIndex('highlights_of_person').on('highlights').columns(['person_id', 'created_at']).execute();
}
