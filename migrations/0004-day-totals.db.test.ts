import { type Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';

import { emptyDatabases } from '../fixtures/database/empty-databases.ts';
import { rows as third } from '../fixtures/databases/0003-rabbit-holes.ts';
import { up as dayTotals } from './0004-day-totals.ts';
import { migrations } from './index.ts';

type Row = Record<string, string | number | null>;

async function insert(db: Kysely<unknown>, table: string, row: Row): Promise<void> {
  const names = Object.keys(row).map((name) => sql.ref(name));
  await sql`insert into ${sql.table(table)} (${sql.join(names)})
    values (${sql.join(Object.values(row))})`.execute(db);
}

test.each(emptyDatabases)(
  'the reviews of version 3 get day totals that follow their disputes, on %s',
  async (_, open) => {
    const db = await open();
    for (const [name, migration] of Object.entries(migrations)) if (name < '0004') await migration.up(db);
    for (const [table, row] of Object.entries(third)) await insert(db, table, row);
    const reviewed = (number: number, at: string, changes: Row = {}) =>
      insert(db, 'review_log', {
        ...third.review_log,
        id: `review-${number}`,
        session_id: `session-${number}`,
        at: Date.parse(at),
        ...changes,
      });
    const disputed = (number: number, rating: number, undone_at: number | null) =>
      insert(db, 'review_disputes', {
        ...third.review_disputes,
        id: `dispute-${number}`,
        review_id: `review-${number}`,
        rating,
        undone_at,
      });
    await reviewed(2, '2026-10-01T12:00:00Z');
    await disputed(2, 0, null);
    await reviewed(3, '2026-10-02T01:59:00Z', { duration_ms: null });
    await disputed(3, 0, 1);
    await reviewed(4, '2026-10-02T02:00:00Z', { rating: 1, desired_retention: null });

    await dayTotals(db);
    const { rows } = await sql<Row>`select * from review_day_totals order by session_id`.execute(db);
    const owned = { person_id: 'person-1', set_id: 'set-1' };
    const known = { known: 1, recalled: 1, desired: 0.9, without_desired: 0 };
    const unknown = { known: 0, recalled: 0, desired: 0, without_desired: 0 };
    expect(rows.map((row) => ({ ...row }))).toEqual([
      { ...owned, session_id: 'session-1', day: '2026-09-21', reviews: 1, spent_ms: 12_000, ...unknown },
      { ...owned, session_id: 'session-2', day: '2026-10-01', reviews: 0, spent_ms: 12_000, ...unknown },
      { ...owned, session_id: 'session-3', day: '2026-10-01', reviews: 1, spent_ms: 0, ...known },
      {
        ...owned,
        session_id: 'session-4',
        day: '2026-10-02',
        reviews: 1,
        spent_ms: 12_000,
        known: 1,
        recalled: 0,
        desired: 0,
        without_desired: 1,
      },
    ]);
  },
);
