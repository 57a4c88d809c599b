import type { ColumnDefinitionBuilder, Kysely } from 'kysely';

/** Adds excerpts of chat messages and dismissed offers for Today, and the last message of sources that span several. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('chat_said')
    .addColumn('session_id', 'text', ofSession)
    .addColumn('message_id', 'text', required)
    .addColumn('person_id', 'text', ofPerson)
    .addColumn('author', 'text', required)
    .addColumn('at', 'bigint', required)
    .addColumn('text', 'text', required)
    .addPrimaryKeyConstraint('chat_said_pk', ['session_id', 'message_id'])
    .execute();
  await db.schema.createIndex('chat_said_by_author').on('chat_said').columns(['session_id', 'author', 'at']).execute();
  await db.schema
    .createTable('dismissed_terminals')
    .addColumn('session_id', 'text', (column) => ofSession(column).primaryKey())
    .addColumn('person_id', 'text', ofPerson)
    .addColumn('run', 'integer', required)
    .execute();
  await db.schema.alterTable('sources').addColumn('last_message_id', 'text').execute();
  await db.schema.createIndex('sources_by_session_id').on('sources').columns(['session_id']).execute();
}

type Column = (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;
const required: Column = (column) => column.notNull();
const ofPerson: Column = (column) => column.notNull().references('people.id').onDelete('cascade');
const ofSession: Column = (column) => column.notNull().references('sessions.id').onDelete('cascade');
