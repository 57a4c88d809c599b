import type { Kysely } from 'kysely';

/** Tokens that can only add to the library, and the weekly aim of a person. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('capture_tokens')
    .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('person_id', 'text', (column) => column.notNull().references('people.id').onDelete('cascade'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('last_used_at', 'bigint')
    .execute();
  await db.schema.createIndex('capture_tokens_by_person_id').on('capture_tokens').columns(['person_id']).execute();
  await db.schema.alterTable('preferences').addColumn('weekly_aim', 'integer').execute();
  await db.schema.alterTable('preferences').addColumn('weekly_aim_of', 'text').execute();
}
