import { DatabaseSync, type StatementSync } from 'node:sqlite';

import {
  type Collection,
  collectionOfJson,
  collectionOfTables,
  type JsonCollection,
  type TableCollection,
} from '#modes/recall/sets/domain/anki/collection.ts';

import { unreadable } from './unreadable-package.ts';

const [OLDEST_SCHEMA, JSON_SCHEMA, TABLES_SCHEMA, NEWEST_SCHEMA] = [11, 14, 15, 18];
const TABLES = ['col', 'notes', 'cards', 'revlog'];
const LATER_TABLES = ['config', 'notetypes', 'fields', 'templates', 'decks', 'deck_config'];
/** Enough for all fields of a note; for any other value, far more than Anki writes. */
const MAX_VALUE_BYTES = 2_000_000;
const MAX_SETTINGS_BYTES = 50_000_000;

/**
 * Opens a collection for reading. Rejects what Anki never writes: views and virtual tables in place of tables, and
 * triggers, with which a query could run arbitrary statements.
 */
export function openCollection(file: string): DatabaseSync {
  const first = new DatabaseSync(file, { readOnly: true });
  let isOrdered: boolean;
  try {
    isOrdered = checkSchema(first);
  } finally {
    first.close();
  }
  if (isOrdered) forgetOrder(file);
  const database = new DatabaseSync(file, { readOnly: true });
  database.exec('pragma trusted_schema = off; pragma cell_size_check = on; pragma cache_size = -16000');
  return database;
}

/** Returns whether columns use Anki's own collation (`unicase`). */
function checkSchema(database: DatabaseSync): boolean {
  const parts = database.prepare('select type, name, lower(substr(sql, 1, 10000)) as sql from sqlite_schema').all();
  const isForeign = parts.some(
    ({ type, sql }) => type === 'view' || type === 'trigger' || /^create\s{1,9}virtual/u.test(String(sql)),
  );
  if (isForeign)
    throw unreadable('Its collection has views, triggers or virtual tables, which no collection of Anki has.');
  const tables = new Set(parts.flatMap(({ type, name }) => (type === 'table' ? [String(name).toLowerCase()] : [])));
  if (TABLES.some((name) => !tables.has(name))) throw unreadable('Its database is no collection of Anki.');
  return parts.some(({ sql }) => String(sql).includes('unicase'));
}

/**
 * Replaces Anki's collation in the copy: tables without row ids that use it for names cannot be read at all where it is
 * not defined. No query sorts or searches by these names.
 */
function forgetOrder(file: string): void {
  const database = new DatabaseSync(file, { defensive: false });
  try {
    database.exec(`pragma journal_mode = off; pragma synchronous = off; pragma writable_schema = on;
      update sqlite_schema set sql = replace(sql, 'unicase', 'nocase') where sql like '%unicase%'`);
  } finally {
    database.close();
  }
}

export function readCollection(database: DatabaseSync): Collection {
  const { crt, ver } = database.prepare('select crt, ver from col').get() ?? {};
  const version = Number(ver);
  if (version > NEWEST_SCHEMA)
    throw unreadable(
      'A newer Anki made this collection, in a form that is not known here.',
      'Export it with “Support older Anki versions”, and import that file.',
    );
  if (!(version >= OLDEST_SCHEMA))
    throw unreadable('A very old Anki made this collection.', 'Open it in a current Anki, and export it again.');
  const bounded = (column: string) =>
    `case when octet_length(${column}) > ${MAX_SETTINGS_BYTES} then null else ${column} end as ${column}`;
  if (version < JSON_SCHEMA) {
    const columns = ['conf', 'models', 'decks', 'dconf'];
    const row = database.prepare(`select ${columns.map(bounded).join(', ')} from col`).get() ?? {};
    const words = Object.fromEntries(columns.map((column) => [column, wordsOf(row[column])]));
    return collectionOfJson({ crt: Number(crt), ...words } as unknown as JsonCollection);
  }
  if (version < TABLES_SCHEMA || LATER_TABLES.some((name) => !hasTable(database, name)))
    throw unreadable('Its collection is not whole.');
  const all = (columns: readonly string[], table: string) =>
    database.prepare(`select ${columns.map(bounded).join(', ')} from ${table}`).all();
  const bytes = (value: unknown) => (value instanceof Uint8Array ? value : new Uint8Array());
  const read: TableCollection = {
    crt: Number(crt),
    config: all(['key', 'val'], 'config').map(({ key, val }) => ({ key: wordsOf(key), val: bytes(val) })),
    notetypes: all(['id', 'name', 'config'], 'notetypes').map(named),
    fields: all(['ntid', 'ord', 'name'], 'fields').map(named),
    templates: all(['ntid', 'ord', 'config'], 'templates').map(named),
    decks: all(['id', 'name', 'kind'], 'decks').map(named),
    options: all(['id', 'config'], 'deck_config').map(named),
  } as never;
  return collectionOfTables(read, wordsOf);
}

function hasTable(database: DatabaseSync, name: string): boolean {
  return database.prepare("select 1 from sqlite_schema where type = 'table' and name = ?").get(name) !== undefined;
}

type Row = ReturnType<StatementSync['all']>[number];

/** Converts values to the types of their columns, because a file can contain any type in any column. */
function named(row: Row): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => {
      if (column === 'config' || column === 'kind')
        return [column, value instanceof Uint8Array ? value : new Uint8Array()];
      return [column, column === 'name' ? wordsOf(value) : Number(value)];
    }),
  );
}

export function wordsOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value instanceof Uint8Array) return new TextDecoder().decode(value);
  return value === null || value === undefined ? '' : String(value as number);
}

/** The number of cards, and the ids of decks that contain cards. */
export function countCollection(database: DatabaseSync): { readonly cards: number; readonly decks: readonly number[] } {
  const decks = database.prepare(
    'select distinct case when odid = 0 then did else odid end as id from cards limit 2000',
  );
  return {
    cards: Number(database.prepare('select count(*) as count from cards').get()?.['count']),
    decks: decks.all().map(({ id }) => Number(id)),
  };
}

/**
 * Statements for cards with their notes, and for reviews, each ordered by card id. A value that is too large is null.
 */
export function cardStatements(database: DatabaseSync) {
  const bounded = (column: string) =>
    `case when octet_length(${column}) > ${MAX_VALUE_BYTES} then null else ${column} end`;
  const text = (column: string, alias: string) => `${bounded(column)} as ${alias}`;
  return {
    cards: database.prepare(
      `select c.id, c.nid, c.did, c.odid, c.ord, c.type, c.queue, c.due, c.odue, c.ivl, c.factor, c.reps, c.lapses,
        ${text('c.data', 'data')}, n.id as note, n.mid, n.mod as modified, ${text('n.guid', 'guid')}, ${text('n.tags', 'tags')},
        ${text('n.data', 'own')}, ${text('n.flds', 'fields')}, octet_length(n.flds) as size
      from cards c left join notes n on n.id = c.nid order by c.id`,
    ),
    reviews: database.prepare('select cid, id, ease, factor, time, type from revlog order by cid, id'),
  };
}
