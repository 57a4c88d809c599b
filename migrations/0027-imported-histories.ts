import type { Kysely } from 'kysely';

/** Imports of cards, and the cards and reviews that points brought from another program. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('deck_imports')
    .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('person_id', 'text', (column) => column.notNull().references('people.id').onDelete('cascade'))
    .addColumn('started_at', 'bigint', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('parts', 'text', (column) => column.notNull())
    .addColumn('time_zone', 'text', (column) => column.notNull())
    .addColumn('day_starts_at', 'integer', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('imported_histories')
    .addColumn('point_id', 'text', (column) =>
      column.notNull().primaryKey().references('recall_points.id').onDelete('cascade'),
    )
    .addColumn('person_id', 'text', (column) => column.notNull().references('people.id').onDelete('cascade'))
    .addColumn('import_id', 'text', (column) => column.notNull().references('deck_imports.id').onDelete('cascade'))
    .addColumn('card', 'text')
    .addColumn('reviews', 'text', (column) => column.notNull())
    .addColumn('review_count', 'integer', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('deck_imports_by_person_id').on('deck_imports').columns(['person_id']).execute();
  await db.schema
    .createIndex('imported_histories_by_person_id_point_id')
    .on('imported_histories')
    .columns(['person_id', 'point_id'])
    .execute();
  await db.schema
    .createIndex('imported_histories_by_import_id')
    .on('imported_histories')
    .columns(['import_id'])
    .execute();
}
