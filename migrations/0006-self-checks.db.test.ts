import { type Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';

import { emptyDatabases } from '../fixtures/database/empty-databases.ts';
import { rows as fifth } from '../fixtures/databases/0005-reply-parts.ts';
import { up as selfChecks } from './0006-self-checks.ts';
import { migrations } from './index.ts';

type Row = Record<string, string | number | null>;

async function insert(db: Kysely<unknown>, table: string, row: Row): Promise<void> {
  const names = Object.keys(row).map((name) => sql.ref(name));
  await sql`insert into ${sql.table(table)} (${sql.join(names)})
    values (${sql.join(Object.values(row))})`.execute(db);
}

test.each(emptyDatabases)('grades that were disputed before the migration count as judged, on %s', async (_, open) => {
  const db = await open();
  for (const [name, migration] of Object.entries(migrations)) if (name < '0006') await migration.up(db);
  const dispute = { ...fifth.review_disputes, rating: 3, undone_at: null };
  for (const [table, row] of Object.entries({ ...fifth, review_disputes: dispute }))
    await insert(db, table, row as Row);
  // The point was also reviewed five days before, so that the disputed review measures its memory.
  await insert(db, 'sessions', { ...fifth.sessions, id: 'session-0' } as Row);
  const earlier = { id: 'review-0', session_id: 'session-0', at: fifth.review_log.at - 5 * 86_400_000 };
  await insert(db, 'review_log', { ...fifth.review_log, ...earlier } as Row);
  await selfChecks(db);
  const { rows } = await sql<Row>`select session_id, judged, judged_recalled from review_day_totals`.execute(db);
  const { session_id } = fifth.review_log;
  expect(rows.map((row) => ({ ...row }))).toEqual([{ session_id, judged: 1, judged_recalled: 1 }]);
  const reviews = await sql<Row>`select self_checked from review_log`.execute(db);
  expect(reviews.rows.map((row) => ({ ...row }))).toEqual([{ self_checked: 0 }, { self_checked: 0 }]);
  await db.destroy();
});
