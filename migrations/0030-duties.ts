import type { Kysely } from 'kysely';

/** The server that has the duties, which are work that concerns nobody in particular. Empty on SQLite. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('duties')
    .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('server_id', 'text')
    .addColumn('epoch', 'bigint', (column) => column.notNull())
    .execute();
}
