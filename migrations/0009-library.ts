import { type ColumnDefinitionBuilder, type Kysely, sql, SqliteAdapter } from 'kysely';

/** The library: buckets, sources, their passages and vectors; and the source of a recall point. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createBuckets(db);
  await createSources(db);
  await createPassages(db);
  await createImportChanges(db);
  await createWordIndex(db);
  await letPointsRememberTheirSource(db);
}

async function createBuckets(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('buckets')
    .addColumn('id', 'text', key)
    .addColumn('person_id', 'text', owned('people'))
    .addColumn('name', 'text', required)
    .addColumn('description', 'text', required)
    .addColumn('color', 'text', required)
    .addColumn('position', 'integer', required)
    .addColumn('is_sample', 'integer', zero)
    .addColumn('created_at', 'bigint', required)
    .addColumn('deleted_at', 'bigint')
    .execute();
  await index(db, 'buckets', ['person_id']);
}

async function createSources(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('sources')
    .addColumn('id', 'text', key)
    .addColumn('person_id', 'text', owned('people'))
    .addColumn('kind', 'text', required)
    .addColumn('origin', 'text', required)
    .addColumn('bucket_id', 'text', (column) => column.references('buckets.id').onDelete('set null'))
    .addColumn('title', 'text', required)
    .addColumn('url', 'text')
    .addColumn('url_key', 'text')
    .addColumn('content_hash', 'text', required)
    .addColumn('preview', 'text', required)
    .addColumn('words', 'integer', zero)
    .addColumn('tags', 'text', (column) => column.notNull().defaultTo('[]'))
    .addColumn('aliases', 'text', (column) => column.notNull().defaultTo('[]'))
    .addColumn('author', 'text')
    .addColumn('site', 'text')
    .addColumn('language', 'text')
    .addColumn('created_at', 'bigint', required)
    .addColumn('added_at', 'bigint', required)
    .addColumn('changed_at', 'bigint', required)
    .addColumn('archived_at', 'bigint')
    .addColumn('deleted_at', 'bigint')
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('state', 'text', required)
    .addColumn('problem', 'text')
    .addColumn('is_sample', 'integer', zero)
    .addColumn('import_key', 'text')
    .addColumn('import_hash', 'text')
    .addColumn('edited_at', 'bigint')
    .addColumn('session_id', 'text')
    .addColumn('message_id', 'text')
    .addColumn('hole_id', 'text')
    // Last, because SQLite reads through a long text to reach the columns after it.
    .addColumn('content', 'text', required)
    .execute();
  await index(db, 'sources', ['person_id', 'bucket_id']);
  await index(db, 'sources', ['person_id', 'added_at']);
  await index(db, 'sources', ['person_id', 'content_hash']);
  await index(db, 'sources', ['person_id', 'url_key']);
  await index(db, 'sources', ['person_id', 'import_key']);
  await index(db, 'sources', ['person_id', 'import_hash']);
  await index(db, 'sources', ['state']);
  // Covers all columns of filters, so that a filtered search reads no sources.
  await db.schema
    .createIndex('sources_by_filter')
    .on('sources')
    .columns(['person_id', 'deleted_at', 'archived_at', 'bucket_id', 'kind', 'origin', 'state', 'id'])
    .execute();
  await db.schema
    .createTable('source_files')
    .addColumn('source_id', 'text', (column) => column.primaryKey().references('sources.id').onDelete('cascade'))
    .addColumn('person_id', 'text', owned('people'))
    .addColumn('name', 'text', required)
    .addColumn('media_type', 'text', required)
    .addColumn('size', 'integer', required)
    .addColumn('bytes', bytesOf(db), required)
    .execute();
  await db.schema
    .createTable('source_links')
    .addColumn('source_id', 'text', (column) => column.notNull().references('sources.id').onDelete('cascade'))
    .addColumn('person_id', 'text', owned('people'))
    .addColumn('target_key', 'text', required)
    .addPrimaryKeyConstraint('source_links_pk', ['source_id', 'target_key'])
    .execute();
  await index(db, 'source_links', ['person_id', 'target_key']);
}

async function createPassages(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('passages')
    // The number by which the search indexes refer to a passage.
    .addColumn('row', isSqlite(db) ? 'integer' : 'bigserial', (column) =>
      isSqlite(db) ? column.primaryKey().autoIncrement() : column.primaryKey(),
    )
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('person_id', 'text', owned('people'))
    .addColumn('source_id', 'text', (column) => column.notNull().references('sources.id').onDelete('cascade'))
    .addColumn('number', 'integer', required)
    .addColumn('start_offset', 'integer', required)
    .addColumn('end_offset', 'integer', required)
    .addColumn('text', 'text', required)
    .addColumn('hash', 'text', required)
    .addColumn('language', 'text')
    .execute();
  await index(db, 'passages', ['source_id', 'number']);
  // Covers all columns that count the progress of indexing, so that it reads no passages.
  await index(db, 'passages', ['person_id', 'hash', 'language', 'source_id']);
  await db.schema
    .createTable('passage_vectors')
    .addColumn('person_id', 'text', owned('people'))
    .addColumn('model', 'text', required)
    .addColumn('hash', 'text', required)
    .addColumn('dimension', 'integer', required)
    .addColumn('vector', bytesOf(db), required)
    .addPrimaryKeyConstraint('passage_vectors_pk', ['person_id', 'model', 'hash'])
    .execute();
}

async function createImportChanges(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('import_changes')
    .addColumn('run', 'text', required)
    .addColumn('person_id', 'text', owned('people'))
    .addColumn('item', 'text', required)
    .addColumn('item_id', 'text', required)
    .addColumn('before', 'text')
    .addColumn('import_hash', 'text')
    .addColumn('at', 'bigint', required)
    .addPrimaryKeyConstraint('import_changes_pk', ['person_id', 'run', 'item_id'])
    .execute();
}

/** The range is that of the sentence in the source's content. */
async function letPointsRememberTheirSource(db: Kysely<unknown>): Promise<void> {
  const columns = {
    source_id: 'text',
    source_start: 'integer',
    source_end: 'integer',
    source_sentence: 'text',
  } as const;
  for (const [name, type] of Object.entries(columns))
    await db.schema.alterTable('recall_points').addColumn(name, type).execute();
  await index(db, 'recall_points', ['source_id']);
}

/**
 * The index of words. It is derived from sources and passages, and filled by `src/platform/library-search`. SQLite
 * stores its postings in one FTS5 table per person, which is created with the person's first text.
 */
async function createWordIndex(db: Kysely<unknown>): Promise<void> {
  const number = isSqlite(db) ? 'integer' : 'bigserial';
  await db.schema.createTable('word_index').addColumn('version', 'integer', required).execute();
  await db.schema
    .createTable('word_people')
    .addColumn('number', number, (column) => column.primaryKey())
    .addColumn('person_id', 'text', (column) => owned('people')(column).unique())
    .execute();
  await db.schema
    .createTable('word_units')
    .addColumn('row', 'bigint', (column) => column.primaryKey().references('passages.row').onDelete('cascade'))
    .addColumn('person', 'bigint', required)
    .addColumn('source_id', 'text', required)
    .addColumn('digest', 'text', required)
    .addColumn('length', 'integer', required)
    .execute();
  await index(db, 'word_units', ['person', 'length']);
  await index(db, 'word_units', ['source_id']);
  await db.schema
    .createTable('word_forms')
    .addColumn('person', 'bigint', required)
    .addColumn('form', termType(db), required)
    .addColumn('term', termType(db), required)
    .addPrimaryKeyConstraint('word_forms_pk', ['person', 'form', 'term'])
    .execute();
  if (!isSqlite(db)) await createPostings(db);
}

async function createPostings(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('word_postings')
    .addColumn('person', 'bigint', required)
    .addColumn('term', termType(db), required)
    .addColumn('row', 'bigint', (column) => column.notNull().references('word_units.row').onDelete('cascade'))
    .addColumn('count', 'integer', required)
    .addColumn('length', 'integer', required)
    .execute();
  await sql`create index word_postings_by_term on word_postings (person, term) include (row, count, length)`.execute(
    db,
  );
  await index(db, 'word_postings', ['row']);
}

/** Terms are compared byte by byte, so that a prefix is a range. */
function termType(db: Kysely<unknown>): 'text' | ReturnType<typeof sql> {
  return isSqlite(db) ? 'text' : sql`text collate "C"`;
}

type Column = (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;
const key: Column = (column) => column.notNull().primaryKey();
const required: Column = (column) => column.notNull();
const zero: Column = (column) => column.notNull().defaultTo(0);

function owned(parent: 'people'): Column {
  return (column) => column.notNull().references(`${parent}.id`).onDelete('cascade');
}

function isSqlite(db: Kysely<unknown>): boolean {
  return db.getExecutor().adapter instanceof SqliteAdapter;
}

function bytesOf(db: Kysely<unknown>): 'blob' | 'bytea' {
  return isSqlite(db) ? 'blob' : 'bytea';
}

async function index(db: Kysely<unknown>, table: string, columns: string[]): Promise<void> {
  await db.schema
    .createIndex(`${table}_by_${columns.join('_')}`)
    .on(table)
    .columns(columns)
    .execute();
}
