import { stat } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';

import { sql } from 'kysely';

import type { Database } from '#database/server/database.ts';

import { databaseFile } from '../open-store.ts';

/**
 * SQLite checks this in well under a tenth of a second. It blocks the event loop, so a larger file is left to `warren
 * check`.
 */
const MAX_CHECKED_BYTES = 32 * 1024 * 1024;
/** Sessions whose logs are compared with their heads, the latest ones. */
const MAX_SESSIONS = 200;

const SEE = '"warren check" says more and what to do.';

interface Reporting {
  readonly home: string;
  readonly log: { error(message: string, cause?: unknown): void };
}

/**
 * A quick check at the start. Logs and returns what is damaged, and the server goes on: what is whole can still be
 * used.
 */
export async function reportDamage(database: Database<object>, { home, log }: Reporting): Promise<readonly string[]> {
  await setImmediate();
  try {
    const messages = [...(await quickCheck(database, home)), ...(await incompleteLogs(database))];
    for (const message of messages) log.error(message);
    return messages;
  } catch (error) {
    const message = `The data could not be checked. ${SEE}`;
    log.error(message, error);
    return [message];
  }
}

async function quickCheck({ engine, read }: Database<object>, home: string): Promise<string[]> {
  if (engine !== 'sqlite' || (await stat(databaseFile(home))).size > MAX_CHECKED_BYTES) return [];
  const { rows } = await sql<{ quick_check: string }>`pragma quick_check(1)`.execute(read);
  return rows.flatMap(({ quick_check: line }) => (line === 'ok' ? [] : [`The database is damaged: ${line}. ${SEE}`]));
}

async function incompleteLogs({ read }: Database<object>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select s.id from (select id, head from sessions order by updated_at desc limit ${sql.lit(MAX_SESSIONS)}) s
    where s.head <> (select count(*) from events e where e.session_id = s.id)`.execute(read);
  return rows.map(({ id }) => damagedLog(id));
}

/** The entry of a session with a damaged log in the list of problems. */
export function damagedLog(session: string): string {
  return `The log of session ${session} is damaged. ${SEE}`;
}
