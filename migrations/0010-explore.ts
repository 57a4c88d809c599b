import type { ColumnDefinitionBuilder, Kysely } from 'kysely';

/** Explore: the position of each turn's context in the log, the citations, and the rules of voices. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('explore_turns')
    .addColumn('person_id', 'text', ownedByPerson)
    .addColumn('session_id', 'text', ownedBySession)
    .addColumn('message_id', 'text', required)
    .addColumn('seq', 'integer', required)
    .addPrimaryKeyConstraint('explore_turns_pk', ['session_id', 'message_id'])
    .execute();
  await db.schema
    .createTable('explore_citations')
    .addColumn('person_id', 'text', ownedByPerson)
    .addColumn('session_id', 'text', ownedBySession)
    .addColumn('message_id', 'text', required)
    // Not a foreign key: a source can be deleted and restored while sessions still cite it.
    .addColumn('source_id', 'text', required)
    .addColumn('citations', 'integer', required)
    .addColumn('at', 'bigint', required)
    .addPrimaryKeyConstraint('explore_citations_pk', ['session_id', 'message_id', 'source_id'])
    .execute();
  await db.schema
    .createIndex('explore_citations_by_source')
    .on('explore_citations')
    .columns(['person_id', 'source_id'])
    .execute();
  await db.schema
    .createTable('explore_titles')
    .addColumn('session_id', 'text', (column) =>
      column.notNull().primaryKey().references('sessions.id').onDelete('cascade'),
    )
    .addColumn('person_id', 'text', ownedByPerson)
    .addColumn('state', 'text', required)
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('next_at', 'bigint', required)
    .execute();
  await db.schema.createIndex('explore_titles_by_state').on('explore_titles').columns(['state', 'next_at']).execute();
  await db.schema
    .createTable('voice_rules')
    .addColumn('person_id', 'text', ownedByPerson)
    .addColumn('voice', 'text', required)
    .addColumn('rules', 'text', required)
    .addColumn('updated_at', 'bigint', required)
    .addPrimaryKeyConstraint('voice_rules_pk', ['person_id', 'voice'])
    .execute();
}

type Column = (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;
const required: Column = (column) => column.notNull();
const ownedByPerson: Column = (column) => column.notNull().references('people.id').onDelete('cascade');
const ownedBySession: Column = (column) => column.notNull().references('sessions.id').onDelete('cascade');
