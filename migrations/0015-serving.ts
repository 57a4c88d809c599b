import type { ColumnDefinitionBuilder, Kysely } from 'kysely';

/**
 * The server process that has the database. On SQLite the lock of the data folder has this role, and the table stays
 * empty.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('serving')
    .addColumn('name', 'text', (column) => column.notNull().primaryKey())
    .addColumn('epoch', 'bigint', required)
    .addColumn('host', 'text', required)
    .addColumn('pid', 'integer', required)
    .addColumn('address', 'text')
    .addColumn('since', 'bigint', required)
    .addColumn('beat_at', 'bigint', required)
    .execute();
}

type Column = (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;
const required: Column = (column) => column.notNull();
