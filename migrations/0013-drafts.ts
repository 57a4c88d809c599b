import type { ColumnDefinitionBuilder, Kysely } from 'kysely';

/** Drafts and their versions. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('drafts')
    .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('person_id', 'text', ownedByPerson)
    .addColumn('session_id', 'text', (column) => column.notNull().references('sessions.id').onDelete('cascade'))
    .addColumn('platform', 'text', required)
    .addColumn('place', 'integer', required)
    .addColumn('title', 'text', required)
    .addColumn('status', 'text', required)
    .addColumn('version', 'integer', required)
    .addColumn('characters', 'integer', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('updated_at', 'bigint', required)
    .addColumn('deleted_at', 'bigint')
    .execute();
  await db.schema.createIndex('drafts_by_session').on('drafts').columns(['session_id', 'platform', 'place']).execute();
  await db.schema.createIndex('drafts_by_person').on('drafts').columns(['person_id', 'updated_at']).execute();
  await db.schema
    .createTable('draft_versions')
    .addColumn('draft_id', 'text', (column) => column.notNull().references('drafts.id').onDelete('cascade'))
    .addColumn('number', 'integer', required)
    .addColumn('person_id', 'text', ownedByPerson)
    .addColumn('name', 'text')
    .addColumn('author', 'text', required)
    .addColumn('title', 'text', required)
    .addColumn('platform', 'text', required)
    .addColumn('voice', 'text')
    .addColumn('model', 'text')
    .addColumn('based_on', 'integer')
    .addColumn('is_aside', 'integer', required)
    .addColumn('is_partial', 'integer', required)
    .addColumn('message_id', 'text')
    .addColumn('editing', 'text')
    .addColumn('revision', 'integer', required)
    .addColumn('text', 'text', required)
    .addColumn('citations', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addPrimaryKeyConstraint('draft_versions_pk', ['draft_id', 'number'])
    .execute();
}

type Column = (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;
const required: Column = (column) => column.notNull();
const ownedByPerson: Column = (column) => column.notNull().references('people.id').onDelete('cascade');
