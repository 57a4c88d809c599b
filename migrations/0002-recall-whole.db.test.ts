import { readFileSync } from 'node:fs';
import path from 'node:path';

import { sql } from 'kysely';
import { expect, test } from 'vitest';

import { emptyDatabases } from '../fixtures/database/empty-databases.ts';
import { up as first } from './0001-first.ts';
import { up as second } from './0002-recall-whole.ts';

/** A person's data as written by version 1: a finished session, a paused one, and a point with lapses. */
const LIVED = path.join(import.meta.dirname, '../fixtures/databases/0001-lived.json');
type Rows = Record<string, Record<string, string | number | null>[]>;

test.each(emptyDatabases)('data of version 1 has values in the new columns, on %s', async (_, open) => {
  const db = await open();
  await first(db);
  const lived = JSON.parse(readFileSync(LIVED, 'utf8')) as Rows;
  for (const [table, rows] of Object.entries(lived))
    for (const row of rows)
      await sql`insert into ${sql.table(table)} (${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
        values (${sql.join(Object.values(row))})`.execute(db);
  await second(db);

  const sessions = await sql<Record<string, unknown>>`select recall_sessions.*, status, created_at, updated_at
    from recall_sessions inner join sessions on sessions.id = session_id order by started_at`.execute(db);
  const [over, paused] = sessions.rows;
  expect(sessions.rows).toHaveLength(2);
  const saidAt = (session: unknown) =>
    (lived['events'] ?? [])
      .filter((event) => event['session_id'] === session && event['type'] === 'user_message')
      .map((event) => event['at'])
      .at(-1);
  expect(over).toMatchObject({
    status: 'complete',
    is_open: 0,
    is_paused: 0,
    started_at: over?.['created_at'],
    ended_at: over?.['updated_at'],
    recalled_points: 1,
    total_points: 3,
    last_said_at: saidAt(over?.['session_id']),
  });
  expect(paused).toMatchObject({
    status: 'paused',
    is_open: 1,
    is_paused: 1,
    started_at: paused?.['created_at'],
    ended_at: null,
    recalled_points: 1,
    total_points: 2,
    last_said_at: saidAt(paused?.['session_id']),
  });
  const cards = await sql<{ lapses: number; card: string }>`select lapses, card from point_cards`.execute(db);
  expect(cards.rows.map(({ lapses }) => lapses).toSorted((one, other) => one - other)).toEqual([0, 0, 3]);
  for (const { lapses, card } of cards.rows) expect(lapses).toBe((JSON.parse(card) as { lapses: number }).lapses);
  const reviews = await sql<Record<string, unknown>>`select * from review_log`.execute(db);
  expect(reviews.rows).toHaveLength(3);
  for (const review of reviews.rows)
    expect(review).toMatchObject({ how: '', message_id: null, duration_ms: null, desired_retention: null });
  const sets = await sql<Record<string, unknown>>`select * from recall_sets`.execute(db);
  for (const set of sets.rows)
    expect(set).toMatchObject({ status: 'active', desired_retention: null, new_per_day: null, tutor_instructions: '' });
});
