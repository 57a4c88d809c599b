import type { Kysely } from 'kysely';

/** The folder of a recall set in the list of sets; empty for none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('recall_sets')
    .addColumn('folder', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
}
