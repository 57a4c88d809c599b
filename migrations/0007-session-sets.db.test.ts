import { type Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';

import { emptyDatabases } from '../fixtures/database/empty-databases.ts';
import { rows as fifth } from '../fixtures/databases/0005-reply-parts.ts';
import { up as sessionSets } from './0007-session-sets.ts';
import { migrations } from './index.ts';

type Row = Record<string, string | number | null>;

async function insert(db: Kysely<unknown>, table: string, row: Row): Promise<void> {
  const names = Object.keys(row).map((name) => sql.ref(name));
  await sql`insert into ${sql.table(table)} (${sql.join(names)})
    values (${sql.join(Object.values(row))})`.execute(db);
}

test.each(emptyDatabases)('an older session asks for its one set, on %s', async (_, open) => {
  const db = await open();
  for (const [name, migration] of Object.entries(migrations)) if (name < '0006') await migration.up(db);
  for (const [table, row] of Object.entries(fifth)) await insert(db, table, row as Row);
  await sessionSets(db);
  const { rows } = await sql<Row>`select * from recall_session_sets`.execute(db);
  const { session_id, set_id, person_id, recalled_points, total_points } = fifth.recall_sessions;
  expect(rows.map((row) => ({ ...row }))).toEqual([{ session_id, set_id, person_id, recalled_points, total_points }]);
  await db.destroy();
});
