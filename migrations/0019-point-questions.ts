import type { Kysely } from 'kysely';

/** The question that a point answers; null if it has none. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('recall_points').addColumn('question', 'text').execute();
}
