import type { Kysely } from 'kysely';

/** What a token may do beside adding to the library, for which bucket and session, and which program was seen with it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('capture_tokens')
    .addColumn('scopes', 'text', (column) => column.notNull().defaultTo('capture'))
    .execute();
  for (const name of ['bucket_id', 'session_id', 'client'])
    await db.schema.alterTable('capture_tokens').addColumn(name, 'text').execute();
}
