import { sql, type ColumnDefinitionBuilder, type CreateTableBuilder, type Kysely } from 'kysely';

/**
 * The first tables. Times are milliseconds and need 64 bits on PostgreSQL; SQLite creates an INTEGER for both types.
 * Rows are deleted with the person who owns them, and with the session, set or point they belong to.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createMeta(db);
  await createAccount(db);
  await createSessions(db);
  await createRecall(db);
  await createReviews(db);
}

type Column = (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;
const required: Column = (column) => column.notNull();
const key: Column = (column) => column.notNull().primaryKey();
const zero: Column = (column) => column.notNull().defaultTo(0);

function owned(parent: 'people' | 'sessions' | 'recall_sets' | 'recall_points'): Column {
  return (column) => column.notNull().references(`${parent}.id`).onDelete('cascade');
}

async function createMeta(db: Kysely<unknown>): Promise<void> {
  await db.schema.createTable('meta').addColumn('key', 'text', key).addColumn('value', 'text', required).execute();
}

async function createAccount(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('people')
    .addColumn('id', 'text', key)
    .addColumn('name', 'text', (column) => column.notNull().unique())
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('created_at', 'bigint', required)
    .execute();
  await db.schema
    .createTable('sign_ins')
    .addColumn('id_hash', 'text', key)
    .addColumn('person_id', 'text', owned('people'))
    .addColumn('created_at', 'bigint', required)
    .addColumn('expires_at', 'bigint', required)
    .execute();
  await index(db, 'sign_ins', ['person_id']);
  await index(db, 'sign_ins', ['expires_at']);
  await db.schema
    .createTable('preferences')
    .addColumn('person_id', 'text', (column) => owned('people')(column).primaryKey())
    .addColumn('time_zone', 'text', required)
    .addColumn('day_starts_at', 'integer', required)
    .addColumn('desired_retention', 'double precision', required)
    .execute();
}

async function createSessions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('sessions')
    .addColumn('id', 'text', key)
    .addColumn('person_id', 'text', owned('people'))
    .addColumn('mode', 'text', required)
    .addColumn('title', 'text', required)
    .addColumn('status', 'text', required)
    .addColumn('head', 'bigint', required)
    .addColumn('last_line', 'text', required)
    .addColumn('needs_you', 'integer', zero)
    .addColumn('under_way', 'integer', zero)
    .addColumn('created_at', 'bigint', required)
    .addColumn('updated_at', 'bigint', required)
    .execute();
  await index(db, 'sessions', ['person_id', 'updated_at']);
  await db.schema
    .createIndex('sessions_under_way')
    .on('sessions')
    .column('under_way')
    .where(sql.ref('under_way'), '=', sql.lit(1))
    .execute();
  await ofSession(db, 'session_leases')
    .addColumn('owner', 'text', required)
    .addColumn('epoch', 'bigint', required)
    .addColumn('expires_at', 'bigint', required)
    .addPrimaryKeyConstraint('session_leases_key', ['session_id'])
    .execute();
  await ofSession(db, 'events')
    .addColumn('seq', 'bigint', required)
    .addColumn('at', 'bigint', required)
    .addColumn('type', 'text', required)
    .addColumn('body', 'text', required)
    .addPrimaryKeyConstraint('events_key', ['session_id', 'seq'])
    .execute();
  await ofSession(db, 'snapshots')
    .addColumn('seq', 'bigint', required)
    .addColumn('fold_version', 'integer', required)
    .addColumn('state', 'text', required)
    .addPrimaryKeyConstraint('snapshots_key', ['session_id'])
    .execute();
  await ofSession(db, 'partial_replies')
    .addColumn('message_id', 'text', required)
    .addColumn('text', 'text', required)
    .addColumn('updated_at', 'bigint', required)
    .addPrimaryKeyConstraint('partial_replies_key', ['session_id', 'message_id'])
    .execute();
  // Not deleted with its session: a resent command still gets its answer afterwards.
  await db.schema
    .createTable('commands')
    .addColumn('person_id', 'text', owned('people'))
    .addColumn('id', 'text', required)
    .addColumn('session_id', 'text', required)
    .addColumn('answer', 'text', required)
    .addColumn('at', 'bigint', required)
    .addPrimaryKeyConstraint('commands_key', ['person_id', 'id'])
    .execute();
  await index(db, 'commands', ['at']);
}

async function createRecall(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('recall_sets')
    .addColumn('id', 'text', key)
    .addColumn('person_id', 'text', owned('people'))
    .addColumn('title', 'text', required)
    .addColumn('is_sample', 'integer', zero)
    .addColumn('created_at', 'bigint', required)
    .addColumn('updated_at', 'bigint', required)
    .addColumn('deleted_at', 'bigint')
    .execute();
  await index(db, 'recall_sets', ['person_id', 'updated_at']);
  await db.schema
    .createTable('recall_points')
    .addColumn('id', 'text', key)
    .addColumn('person_id', 'text', required)
    .addColumn('set_id', 'text', owned('recall_sets'))
    .addColumn('position', 'bigint', required)
    .addColumn('text', 'text', required)
    .addColumn('context', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('updated_at', 'bigint', required)
    .addColumn('deleted_at', 'bigint')
    .execute();
  await index(db, 'recall_points', ['set_id', 'position']);
  await index(db, 'recall_points', ['person_id']);
  await ofSession(db, 'recall_sessions')
    .addColumn('set_id', 'text', owned('recall_sets'))
    .addColumn('is_open', 'integer', required)
    .addPrimaryKeyConstraint('recall_sessions_key', ['session_id'])
    .execute();
  await index(db, 'recall_sessions', ['set_id', 'is_open']);
  await index(db, 'recall_sessions', ['person_id', 'is_open']);
}

async function createReviews(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('point_cards')
    .addColumn('point_id', 'text', (column) => owned('recall_points')(column).primaryKey())
    .addColumn('person_id', 'text', required)
    .addColumn('due_at', 'bigint', required)
    .addColumn('card', 'text', required)
    .addColumn('reviews', 'integer', required)
    .addColumn('updated_at', 'bigint', required)
    .execute();
  await index(db, 'point_cards', ['person_id', 'due_at']);
  // Reviews outlive points and sessions, because the person's weights are fitted to all of them.
  await db.schema
    .createTable('review_log')
    .addColumn('id', 'text', key)
    .addColumn('person_id', 'text', owned('people'))
    .addColumn('point_id', 'text', required)
    .addColumn('set_id', 'text', required)
    .addColumn('session_id', 'text', required)
    .addColumn('at', 'bigint', required)
    .addColumn('time_zone', 'text', required)
    .addColumn('day_starts_at', 'integer', required)
    .addColumn('rating', 'integer', required)
    .addColumn('state_before', 'text', required)
    .addColumn('weights_id', 'text', required)
    .addUniqueConstraint('review_log_once', ['session_id', 'point_id'])
    .execute();
  await index(db, 'review_log', ['point_id']);
  await index(db, 'review_log', ['person_id', 'at']);
  await db.schema
    .createTable('fsrs_weights')
    .addColumn('id', 'text', key)
    .addColumn('person_id', 'text', (column) => column.references('people.id').onDelete('cascade'))
    .addColumn('weights', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .execute();
  await index(db, 'fsrs_weights', ['person_id', 'created_at']);
}

function ofSession(db: Kysely<unknown>, table: string): CreateTableBuilder<string, 'session_id' | 'person_id'> {
  return db.schema
    .createTable(table)
    .addColumn('session_id', 'text', owned('sessions'))
    .addColumn('person_id', 'text', required);
}

async function index(db: Kysely<unknown>, table: string, columns: string[]): Promise<void> {
  await db.schema
    .createIndex(`${table}_by_${columns.join('_')}`)
    .on(table)
    .columns(columns)
    .execute();
}
