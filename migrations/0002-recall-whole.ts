import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';

/** Language models with their keys and costs; settings of how a set is asked; disputes, exposures and undo. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createLanguageModels(db);
  await extendSets(db);
  await extendReviews(db);
  await extendSessions(db);
  await createUndo(db);
}

type Column = (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;
const required: Column = (column) => column.notNull();
const key: Column = (column) => column.notNull().primaryKey();
const zero: Column = (column) => column.notNull().defaultTo(0);
const empty: Column = (column) => column.notNull().defaultTo('');

function owned(parent: 'people' | 'recall_points'): Column {
  return (column) => column.notNull().references(`${parent}.id`).onDelete('cascade');
}

async function createLanguageModels(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('provider_keys')
    .addColumn('person_id', 'text', owned('people'))
    .addColumn('provider', 'text', required)
    .addColumn('sealed_key', 'text')
    .addColumn('base_url', 'text')
    .addColumn('updated_at', 'bigint', required)
    .addPrimaryKeyConstraint('provider_keys_key', ['person_id', 'provider'])
    .execute();
  await db.schema
    .createTable('role_choices')
    .addColumn('person_id', 'text', owned('people'))
    .addColumn('role', 'text', required)
    .addColumn('choice', 'text', required)
    .addColumn('updated_at', 'bigint', required)
    .addPrimaryKeyConstraint('role_choices_key', ['person_id', 'role'])
    .execute();
  await db.schema
    .createTable('spending_limits')
    .addColumn('person_id', 'text', (column) => owned('people')(column).primaryKey())
    .addColumn('day_micros', 'bigint')
    .addColumn('month_micros', 'bigint')
    .addColumn('updated_at', 'bigint', required)
    .execute();
  // Usage is kept when its session is deleted.
  await db.schema
    .createTable('model_usage')
    .addColumn('id', 'text', key)
    .addColumn('person_id', 'text', owned('people'))
    .addColumn('session_id', 'text')
    .addColumn('role', 'text', required)
    .addColumn('provider', 'text', required)
    .addColumn('model', 'text', required)
    .addColumn('at', 'bigint', required)
    .addColumn('day', 'text', required)
    .addColumn('input_tokens', 'bigint', zero)
    .addColumn('cache_read_tokens', 'bigint', zero)
    .addColumn('cache_write_tokens', 'bigint', zero)
    .addColumn('output_tokens', 'bigint', zero)
    .addColumn('cost_micros', 'bigint')
    .addColumn('outcome', 'text', required)
    .execute();
  await index(db, 'model_usage', ['person_id', 'day']);
  await index(db, 'model_usage', ['session_id']);
}

async function extendSets(db: Kysely<unknown>): Promise<void> {
  for (const [name, type, build] of [
    ['status', 'text', (column) => column.notNull().defaultTo('active')],
    ['desired_retention', 'double precision', (column) => column],
    ['new_per_day', 'integer', (column) => column],
    ['reviews_per_day', 'integer', (column) => column],
    ['tutor_instructions', 'text', empty],
  ] as const satisfies readonly (readonly [string, 'text' | 'integer' | 'double precision', Column])[])
    await db.schema.alterTable('recall_sets').addColumn(name, type, build).execute();
  await db.schema.alterTable('recall_points').addColumn('leech_dismissed_at', 'bigint').execute();
  // The existing points, set by set and in order.
  await index(db, 'recall_points', ['person_id', 'deleted_at', 'set_id', 'position', 'id']);
}

async function extendReviews(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('point_cards').addColumn('lapses', 'integer', zero).execute();
  await fillLapses(db);
  await index(db, 'point_cards', ['person_id', 'lapses']);
  await db.schema.alterTable('review_log').addColumn('how', 'text', empty).execute();
  await db.schema.alterTable('review_log').addColumn('message_id', 'text').execute();
  await db.schema.alterTable('review_log').addColumn('duration_ms', 'bigint').execute();
  await db.schema.alterTable('review_log').addColumn('desired_retention', 'double precision').execute();
  // Covers all columns that the statistics read, because they read every review.
  await db.schema
    .createIndex('review_log_histories')
    .on('review_log')
    .columns([
      'person_id',
      'point_id',
      'at',
      'rating',
      'duration_ms',
      'time_zone',
      'day_starts_at',
      'desired_retention',
    ])
    .execute();
  await db.schema
    .createIndex('review_log_untimed')
    .on('review_log')
    .columns(['person_id', 'point_id', 'at', 'session_id'])
    .where(sql.ref('duration_ms'), 'is', null)
    .execute();
  // Finds the previous review of the same session.
  await index(db, 'review_log', ['session_id', 'at']);
  // The person's dispute of a grade. The review is not changed; the latest dispute that was not undone counts.
  await db.schema
    .createTable('review_disputes')
    .addColumn('id', 'text', key)
    .addColumn('person_id', 'text', owned('people'))
    .addColumn('review_id', 'text', required)
    .addColumn('point_id', 'text', required)
    .addColumn('rating', 'integer', required)
    .addColumn('at', 'bigint', required)
    .addColumn('undone_at', 'bigint')
    .execute();
  await index(db, 'review_disputes', ['review_id', 'at']);
  await index(db, 'review_disputes', ['person_id', 'point_id']);
  await db.schema
    .createTable('exposures')
    .addColumn('id', 'text', key)
    .addColumn('person_id', 'text', owned('people'))
    .addColumn('point_id', 'text', owned('recall_points'))
    .addColumn('session_id', 'text', required)
    .addColumn('message_id', 'text', required)
    .addColumn('at', 'bigint', required)
    .addColumn('why', 'text', required)
    .addUniqueConstraint('exposures_once', ['point_id', 'message_id'])
    .execute();
  await index(db, 'exposures', ['person_id', 'at']);
  for (const [name, type] of [
    ['figures', 'text'],
    ['is_active', 'integer'],
  ] as const)
    await db.schema
      .alterTable('fsrs_weights')
      .addColumn(name, type, type === 'integer' ? zero : empty)
      .execute();
}

/** Copies the number of lapses, which only the card had. */
async function fillLapses(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ point_id: string; card: string }>`select point_id, card from point_cards`.execute(db);
  for (const { point_id, card } of rows) {
    const { lapses = 0 } = JSON.parse(card) as { lapses?: number };
    if (lapses > 0) await sql`update point_cards set lapses = ${lapses} where point_id = ${point_id}`.execute(db);
  }
}

/** Columns for the list of a set's sessions. Those of existing sessions are filled from their logs. */
async function extendSessions(db: Kysely<unknown>): Promise<void> {
  for (const [name, type, build] of [
    ['is_paused', 'integer', zero],
    ['started_at', 'bigint', zero],
    ['ended_at', 'bigint', (column) => column],
    ['recalled_points', 'integer', zero],
    ['total_points', 'integer', zero],
    ['last_said_at', 'bigint', zero],
    ['ungraded', 'text', empty],
  ] as const satisfies readonly (readonly [string, 'integer' | 'bigint' | 'text', Column])[])
    await db.schema.alterTable('recall_sessions').addColumn(name, type, build).execute();
  await index(db, 'recall_sessions', ['set_id', 'started_at']);
  await sql`update recall_sessions set
    started_at = (select created_at from sessions where id = session_id),
    is_paused = (select case when status = 'paused' then 1 else 0 end from sessions where id = session_id),
    ended_at = (select case when status = 'complete' then updated_at end from sessions where id = session_id),
    last_said_at = coalesce(
      (select max(at) from events where events.session_id = recall_sessions.session_id
        and events.type in ('session_started', 'user_message')),
      (select created_at from sessions where id = session_id)),
    recalled_points = (select count(*) from events
      where events.session_id = recall_sessions.session_id and events.type = 'point_recalled')`.execute(db);
  const { rows } = await sql<{ session_id: string; body: string }>`select events.session_id, body from events
    inner join recall_sessions on recall_sessions.session_id = events.session_id
    where seq = 1 and type = 'session_started'`.execute(db);
  for (const { session_id, body } of rows) {
    const total = (JSON.parse(body) as { totalPoints?: number }).totalPoints ?? 0;
    await sql`update recall_sessions set total_points = ${total} where session_id = ${session_id}`.execute(db);
  }
}

async function createUndo(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('undoable_actions')
    .addColumn('id', 'text', key)
    .addColumn('person_id', 'text', owned('people'))
    .addColumn('at', 'bigint', required)
    .addColumn('kind', 'text', required)
    .addColumn('label', 'text', required)
    .addColumn('reversal', 'text', required)
    .addColumn('undone_at', 'bigint')
    .execute();
  await index(db, 'undoable_actions', ['person_id', 'at']);
}

async function index(db: Kysely<unknown>, table: string, columns: string[]): Promise<void> {
  await db.schema
    .createIndex(`${table}_by_${columns.join('_')}`)
    .on(table)
    .columns(columns)
    .execute();
}
