import type { Kysely } from 'kysely';

/** The scopes of a token beyond adding to the library, its bucket and session, and the last program that used it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('capture_tokens')
    .addColumn('scopes', 'text', (column) => column.notNull().defaultTo('capture'))
    .execute();
  for (const name of ['bucket_id', 'session_id', 'client'])
    await db.schema.alterTable('capture_tokens').addColumn(name, 'text').execute();
}
