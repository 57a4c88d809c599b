import type { Kysely } from 'kysely';

/** The day a source was written, for files that give a day without a time zone: it is the same in every zone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('sources').addColumn('created_on', 'text').execute();
}
