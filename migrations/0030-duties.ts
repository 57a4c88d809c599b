import type { Kysely } from 'kysely';

/** Which of several servers does what concerns nobody in particular. On SQLite it stays empty. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('duties')
    .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('server_id', 'text')
    .addColumn('epoch', 'bigint', (column) => column.notNull())
    .execute();
}
