import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';

/**
 * The servers on the database, and the people each serves. On SQLite the lock of the data folder has this role, and
 * both tables stay empty. `serving` is emptied, not dropped: an older server finds its row missing, and stops with a
 * message.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('servers')
    .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('epoch', 'bigint', required)
    .addColumn('name', 'text', required)
    .addColumn('pid', 'integer', required)
    .addColumn('version', 'text', required)
    .addColumn('address', 'text')
    .addColumn('internal_address', 'text')
    .addColumn('since', 'bigint', required)
    .addColumn('beat_at', 'bigint', required)
    .addColumn('is_draining', 'integer', required)
    .addColumn('people', 'integer', required)
    .addColumn('sockets', 'integer', required)
    .addColumn('load_percent', 'integer', required)
    .execute();
  await db.schema
    .createTable('person_owners')
    .addColumn('person_id', 'text', (column) =>
      column.notNull().primaryKey().references('people.id').onDelete('cascade'),
    )
    .addColumn('server_id', 'text')
    .addColumn('epoch', 'bigint', required)
    .execute();
  await db.schema.createIndex('person_owners_by_server_id').on('person_owners').columns(['server_id']).execute();
  await sql`delete from serving`.execute(db);
  await db.schema.dropTable('session_leases').execute();
}

type Column = (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;
const required: Column = (column) => column.notNull();
