import type { ColumnDefinitionBuilder, Kysely } from 'kysely';

/** Terminals: the columns for lists, the process that a server must end if it finds it, and who can open terminals. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('terminals')
    .addColumn('session_id', 'text', (column) =>
      column.notNull().primaryKey().references('sessions.id').onDelete('cascade'),
    )
    .addColumn('person_id', 'text', ownedByPerson)
    .addColumn('folder', 'text', required)
    .addColumn('program', 'text', required)
    .addColumn('bills_key', 'integer', required)
    .addColumn('run', 'integer', required)
    .addColumn('status', 'text', required)
    .addColumn('detail', 'text')
    .addColumn('since', 'bigint', required)
    .addColumn('exit', 'text')
    .addColumn('claude_session', 'text')
    .addColumn('usage', 'text')
    .execute();
  await db.schema.createIndex('terminals_by_person').on('terminals').columns(['person_id', 'since']).execute();
  await db.schema
    .createTable('terminal_processes')
    .addColumn('session_id', 'text', (column) =>
      column.notNull().primaryKey().references('sessions.id').onDelete('cascade'),
    )
    .addColumn('person_id', 'text', ownedByPerson)
    .addColumn('run', 'integer', required)
    .addColumn('pid', 'integer', required)
    .addColumn('started', 'text', required)
    .execute();
  await db.schema
    .createTable('terminal_permissions')
    .addColumn('person_id', 'text', (column) =>
      column.notNull().primaryKey().references('people.id').onDelete('cascade'),
    )
    .addColumn('is_allowed', 'integer', required)
    .execute();
}

type Column = (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;
const required: Column = (column) => column.notNull();
const ownedByPerson: Column = (column) => column.notNull().references('people.id').onDelete('cascade');
