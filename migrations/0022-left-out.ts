import type { Kysely } from 'kysely';

/** What could not be read of a source: a list of words for the person, as JSON. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('sources')
    .addColumn('left_out', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute();
}
