import { type ColumnDefinitionBuilder, type Kysely } from 'kysely';

/** Rabbit holes with their conversations; the description of a set; the cooldown between tangents. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('rabbithole_events')
    .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('person_id', 'text', owned('people'))
    .addColumn('session_id', 'text', owned('sessions'))
    .addColumn('subject_id', 'text', required)
    .addColumn('topic', 'text', required)
    .addColumn('depth', 'integer')
    .addColumn('confidence', 'double precision')
    .addColumn('related_recall_point_ids', 'text', (column) => column.notNull().defaultTo('[]'))
    .addColumn('origin', 'text', required)
    .addColumn('trigger_message_id', 'text', required)
    .addColumn('return_message_index', 'integer')
    .addColumn('status', 'text', required)
    .addColumn('conversation', 'text')
    .addColumn('points_recalled', 'integer', zero)
    .addColumn('visits', 'integer', zero)
    .addColumn('spent_ms', 'bigint', zero)
    .addColumn('detected_at', 'bigint')
    .addColumn('declined_at', 'bigint')
    .addColumn('entered_at', 'bigint')
    .addColumn('returned_at', 'bigint')
    .execute();
  await index(db, ['session_id']);
  await index(db, ['person_id', 'subject_id']);
  await db.schema
    .alterTable('recall_sets')
    .addColumn('description', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await db.schema
    .alterTable('preferences')
    .addColumn('rabbithole_cooldown', 'integer', (column) => column.notNull().defaultTo(3))
    .execute();
}

type Column = (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;
const required: Column = (column) => column.notNull();
const zero: Column = (column) => column.notNull().defaultTo(0);

function owned(parent: 'people' | 'sessions'): Column {
  return (column) => column.notNull().references(`${parent}.id`).onDelete('cascade');
}

async function index(db: Kysely<unknown>, columns: string[]): Promise<void> {
  const name = `rabbithole_events_by_${columns.join('_')}`;
  await db.schema.createIndex(name).on('rabbithole_events').columns(columns).execute();
}
