import type { Kysely } from 'kysely';

/** Points that programs propose. They are in no set until the person accepts them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('proposed_points')
    .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('person_id', 'text', (column) => column.notNull().references('people.id').onDelete('cascade'))
    .addColumn('program_id', 'text', (column) => column.notNull())
    .addColumn('client', 'text', (column) => column.notNull())
    .addColumn('session_id', 'text')
    .addColumn('set_name', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('question', 'text', (column) => column.notNull())
    .addColumn('context', 'text', (column) => column.notNull())
    .addColumn('source_id', 'text')
    .addColumn('sentence', 'text', (column) => column.notNull())
    .addColumn('words_key', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('decided_at', 'bigint')
    .addColumn('decision_id', 'text')
    .execute();
  await db.schema
    .createIndex('proposed_points_by_words')
    .on('proposed_points')
    .columns(['person_id', 'words_key'])
    .unique()
    .execute();
}
