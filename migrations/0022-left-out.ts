import type { Kysely } from 'kysely';

/** The parts of a source that could not be read: a list of descriptions for the person, as JSON. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('sources')
    .addColumn('left_out', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute();
}
