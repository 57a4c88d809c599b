import type { Kysely } from 'kysely';

/** The day when a source was written, where a file says the day and no zone: it is the same wherever it is read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('sources').addColumn('created_on', 'text').execute();
}
