import type { ColumnDefinitionBuilder, Kysely } from 'kysely';

/** The browsers that get notifications, each as long as its sign-in, and the choices of people. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('push_devices')
    .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('person_id', 'text', ofPerson)
    .addColumn('sign_in_hash', 'text', (column) =>
      column.notNull().unique().references('sign_ins.id_hash').onDelete('cascade'),
    )
    .addColumn('endpoint', 'text', (column) => column.notNull().unique())
    .addColumn('public_key', 'text', required)
    .addColumn('p256dh', 'text', required)
    .addColumn('auth', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .execute();
  await db.schema.createIndex('push_devices_by_person_id').on('push_devices').columns(['person_id']).execute();
  await db.schema
    .createTable('notification_choices')
    .addColumn('person_id', 'text', (column) => ofPerson(column).primaryKey())
    .addColumn('choices', 'text', required)
    .addColumn('due_told_on', 'text')
    .addColumn('updated_at', 'bigint', required)
    .execute();
}

type Column = (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;
const required: Column = (column) => column.notNull();
const ofPerson: Column = (column) => column.notNull().references('people.id').onDelete('cascade');
