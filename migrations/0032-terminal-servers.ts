import type { Kysely } from 'kysely';

/**
 * The server that has a terminal's folder, its recording and the files of its chat. Null: from before there were
 * several servers.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('terminals').addColumn('server_id', 'text').execute();
}
