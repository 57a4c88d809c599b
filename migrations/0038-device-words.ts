import type { Kysely } from 'kysely';

/** Whether notices on a device quote the session, 0 or 1; null for a device that follows the choice of its person. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('push_devices').addColumn('with_words', 'integer').execute();
}
