import type { Kysely } from 'kysely';

/** Partial replies keep the parts of a reply beside its text. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('partial_replies')
    .addColumn('parts', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute();
}
