import type { Kysely } from 'kysely';

/** Where in a session of a terminal a point came from: the session, and as JSON its title then, the time and the place. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('recall_points').addColumn('moment_session_id', 'text').execute();
  await db.schema.alterTable('recall_points').addColumn('moment', 'text').execute();
}
