import fc from 'fast-check';
import { type Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';

import { insertEvents } from '#session/server/log/log.ts';
import type { SessionTables } from '#session/server/tables.ts';

import { emptyDatabases } from '../fixtures/database/empty-databases.ts';
import { logOf, steps } from '../fixtures/spine/random-log.ts';
import { up as threads } from './0014-threads.ts';
import { migrations } from './index.ts';

interface Row {
  readonly session_id: string;
  readonly seq: number;
  readonly type: string;
  readonly thread: string | null;
  readonly said_id: string | null;
}

async function all(db: Kysely<unknown>): Promise<readonly Row[]> {
  const { rows } =
    await sql<Row>`select session_id, seq, type, thread, said_id from events order by session_id, seq`.execute(db);
  return rows.map((row) => ({ ...row }));
}

test.each(emptyDatabases)('earlier events get the threads that they would be written with, on %s', async (_, open) => {
  const db = await open();
  for (const [name, migration] of Object.entries(migrations)) if (name <= '0014-threads') await migration.up(db);
  await sql`insert into people (id, name, token_hash, created_at) values ('me', 'Me', 'hash', 1)`.execute(db);
  const logs = fc.sample(steps, 40).map((each, index) => logOf(`session-${index}`, each));
  for (const log of logs) {
    const session = log[0]?.[0]?.session ?? '';
    await sql`insert into sessions
      (id, person_id, mode, title, status, head, last_line, needs_you, under_way, created_at, updated_at)
      values (${session}, 'me', 'host', 'T', 'open', 1, '', 0, 0, 1, 1)`.execute(db);
    await (db as Kysely<SessionTables>).transaction().execute(async (trx) => {
      for (const events of log) await insertEvents(trx, 'me', events);
    });
  }
  const written = await all(db);
  expect(new Set(written.map(({ thread }) => thread?.split('-')[0] ?? null))).toEqual(
    new Set([null, 'trunk', 'hole', 'branch']),
  );
  // Restores the state before the migration, with one event that cannot be parsed.
  await db.schema.dropIndex('events_by_thread').execute();
  await db.schema.dropIndex('events_by_said_id').execute();
  await db.schema.alterTable('events').dropColumn('thread').execute();
  await db.schema.alterTable('events').dropColumn('said_id').execute();
  await sql`insert into events (session_id, seq, person_id, at, type, body)
    values ('session-0', 100000, 'me', 1, 'user_message', '{"thread":')`.execute(db);
  await threads(db);
  const damaged = { session_id: 'session-0', seq: 100_000, type: 'user_message', thread: null, said_id: null };
  const now = await all(db);
  expect(now.filter(({ seq }) => seq !== 100_000)).toEqual(written);
  expect(now.find(({ seq }) => seq === 100_000)).toEqual(damaged);
});
