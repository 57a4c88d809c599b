import type { Kysely } from 'kysely';

/**
 * The origin of a point in a session of a terminal: the session, and as JSON its title at that time, the time and the
 * place.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('recall_points').addColumn('moment_session_id', 'text').execute();
  await db.schema.alterTable('recall_points').addColumn('moment', 'text').execute();
}
