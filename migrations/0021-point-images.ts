import { type Kysely, SqliteAdapter } from 'kysely';

/** Images of points. Those of an answer are shown after it, those of a question with it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter;
  await db.schema
    .createTable('point_images')
    .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('person_id', 'text', (column) => column.notNull().references('people.id').onDelete('cascade'))
    .addColumn('point_id', 'text', (column) => column.notNull().references('recall_points.id').onDelete('cascade'))
    .addColumn('side', 'text', (column) => column.notNull())
    .addColumn('media_type', 'text', (column) => column.notNull())
    .addColumn('size', 'integer', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('bytes', isSqlite ? 'blob' : 'bytea', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('deleted_at', 'bigint')
    .execute();
  await db.schema.createIndex('point_images_by_point_id').on('point_images').columns(['point_id']).execute();
  await db.schema.createIndex('point_images_by_person_id').on('point_images').columns(['person_id']).execute();
}
