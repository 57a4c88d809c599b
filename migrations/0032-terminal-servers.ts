import type { Kysely } from 'kysely';

/** On which of several servers a terminal is: its folder, its recording, the files of its chat. Null: only one was there. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('terminals').addColumn('server_id', 'text').execute();
}
