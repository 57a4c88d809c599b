import type { Kysely } from 'kysely';

/** Columns that distinguish sign-ins, and the mark of a person who is being removed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('sign_ins').addColumn('device', 'text').execute();
  await db.schema.alterTable('sign_ins').addColumn('last_seen_at', 'bigint').execute();
  await db.schema.alterTable('people').addColumn('removing_at', 'bigint').execute();
}
