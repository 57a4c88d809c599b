import { readFileSync } from 'node:fs';
import path from 'node:path';

import { type Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';

import { emptyDatabases } from '../fixtures/database/empty-databases.ts';
import { up as first } from './0001-first.ts';
import { up as recallWhole } from './0002-recall-whole.ts';
import { up as rabbitHoles } from './0003-rabbit-holes.ts';

const FIXTURES = path.join(import.meta.dirname, '../fixtures/databases');
/** A person's data as written by version 1: a finished session, a paused one, and a point with lapses. */
const LIVED = path.join(FIXTURES, '0001-lived.json');
type Row = Record<string, string | number | null>;
/** One row of every table of version 2. */
const { rows: second } = (await import(path.join(FIXTURES, '0002-recall-whole.ts'))) as { rows: Record<string, Row> };

async function insert(db: Kysely<unknown>, table: string, row: Row): Promise<void> {
  const names = Object.keys(row).map((name) => sql.ref(name));
  await sql`insert into ${sql.table(table)} (${sql.join(names)})
    values (${sql.join(Object.values(row))})`.execute(db);
}

/** All rows of a table, in an order that new columns at the end do not change. */
async function read(db: Kysely<unknown>, table: string): Promise<Row[]> {
  const { rows } = await sql<Row>`select * from ${sql.table(table)}`.execute(db);
  return rows
    .map((row) => ({ ...row }))
    .toSorted((one, other) => JSON.stringify(one).localeCompare(JSON.stringify(other)));
}

const CHANGED: Record<string, Row> = { recall_sets: { description: '' }, preferences: { rabbithole_cooldown: 3 } };

test.each(emptyDatabases)(
  'data of version 1 stays unchanged, with the defaults for tangents, on %s',
  async (_, open) => {
    const db = await open();
    await first(db);
    const lived = JSON.parse(readFileSync(LIVED, 'utf8')) as Record<string, Row[]>;
    for (const [table, rows] of Object.entries(lived)) for (const row of rows) await insert(db, table, row);
    await recallWhole(db);
    await stays(db, Object.keys(lived));
  },
);

test.each(emptyDatabases)('data of version 2 stays unchanged, on %s', async (_, open) => {
  const db = await open();
  await first(db);
  await recallWhole(db);
  for (const [table, row] of Object.entries(second)) await insert(db, table, row);
  await stays(db, Object.keys(second));
});

/** Runs the migration: every row stays unchanged, and the new columns have their defaults. */
async function stays(db: Kysely<unknown>, tables: readonly string[]): Promise<void> {
  const before = new Map<string, Row[]>();
  for (const table of tables) before.set(table, await read(db, table));
  await rabbitHoles(db);
  for (const [table, rows] of before)
    expect(await read(db, table), table).toEqual(rows.map((row) => ({ ...row, ...CHANGED[table] })));
  expect([...before.values()].flat().length).toBeGreaterThan(10);
  expect(await read(db, 'rabbithole_events')).toEqual([]);
}

test.each(emptyDatabases)('a tangent is deleted with its session, and with its person, on %s', async (_, open) => {
  const db = await open();
  for (const up of [first, recallWhole, rabbitHoles]) await up(db);
  const { people = {}, sessions = {} } = second;
  const of = (id: string, session_id: string): Row => ({
    id,
    person_id: people['id'] ?? null,
    session_id,
    subject_id: 'set-1',
    topic: 'Whales',
    origin: 'selected',
    trigger_message_id: 'message-1',
    status: 'entered',
  });
  await insert(db, 'people', people);
  for (const id of ['session-1', 'session-2']) await insert(db, 'sessions', { ...sessions, id });
  await insert(db, 'rabbithole_events', of('hole-1', 'session-1'));
  await insert(db, 'rabbithole_events', of('hole-2', 'session-2'));
  await sql`delete from sessions where id = 'session-1'`.execute(db);
  const left = await sql<Row>`select id, visits, spent_ms, points_recalled, related_recall_point_ids
    from rabbithole_events`.execute(db);
  expect(left.rows).toEqual([
    { id: 'hole-2', visits: 0, spent_ms: 0, points_recalled: 0, related_recall_point_ids: '[]' },
  ]);
  await sql`delete from people`.execute(db);
  expect(await read(db, 'rabbithole_events')).toEqual([]);
});
