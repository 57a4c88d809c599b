import { type Kysely, sql } from 'kysely';

import { AppError } from '#wire/error-kind.ts';

import { hasTable, type ServersTables, SILENT_AFTER_MS } from './server-rows.ts';

/**
 * Throws an AppError if a server of a version before migration 0028 has the database. Such a server writes its signs of
 * life to a table that the migration empties, and then stops.
 */
export async function refuseIfServedByOlder(db: Kysely<ServersTables>, place: string): Promise<void> {
  if (!(await hasTable(db, 'serving'))) return;
  const { rows } = await sql<{ pid: number; host: string }>`
    select pid, host from serving
    where beat_at > extract(epoch from clock_timestamp()) * 1000 - ${sql.lit(SILENT_AFTER_MS)}`.execute(db);
  const [older] = rows;
  if (older)
    throw new AppError(
      'refused',
      `An older Warren is running on ${place}: process ${older.pid} on ${older.host}. Stop it first.`,
      { reason: 'already-running' },
    );
}
