import type { Kysely } from 'kysely';

/** The only server that can take a person, and until when, by the database's clock. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('person_owners').addColumn('reserved_for', 'text').execute();
  await db.schema.alterTable('person_owners').addColumn('reserved_until', 'bigint').execute();
}
