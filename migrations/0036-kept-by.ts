import type { Kysely } from 'kysely';

/** The program that kept a source for the person, by the name it gave. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('sources').addColumn('kept_by', 'text').execute();
}
