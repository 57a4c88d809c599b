import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';

/** The sets of a session, which can be several, with the progress in each. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('recall_session_sets')
    .addColumn('session_id', 'text', owned('sessions'))
    .addColumn('set_id', 'text', owned('recall_sets'))
    .addColumn('person_id', 'text', owned('people'))
    .addColumn('recalled_points', 'integer', zero)
    .addColumn('total_points', 'integer', zero)
    .addPrimaryKeyConstraint('recall_session_sets_key', ['session_id', 'set_id'])
    .execute();
  await db.schema
    .createIndex('recall_session_sets_by_set_id')
    .on('recall_session_sets')
    .columns(['set_id', 'session_id'])
    .execute();
  await sql`insert into recall_session_sets (session_id, set_id, person_id, recalled_points, total_points)
    select session_id, set_id, person_id, recalled_points, total_points from recall_sessions`.execute(db);
}

type Column = (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;
const zero: Column = (column) => column.notNull().defaultTo(0);

function owned(parent: 'people' | 'sessions' | 'recall_sets'): Column {
  return (column) => column.notNull().references(`${parent}.id`).onDelete('cascade');
}
