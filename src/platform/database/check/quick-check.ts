import { stat } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';

import { sql } from 'kysely';

import type { Database } from '#database/server/database.ts';
import { AnsweringThread } from '#worker-thread/server/answering-thread.ts';
import { programBeside } from '#worker-thread/server/program-beside.ts';

import { databaseFile } from '../open-store.ts';

/**
 * SQLite checks this much in well under 0.1 s. The check blocks the event loop, so `checkLargeFile` checks larger
 * files.
 */
const MAX_CHECKED_BYTES = 32 * 1024 * 1024;
/** Number of latest sessions whose logs are compared with their heads. */
const MAX_SESSIONS = 200;

const SEE = '"warren check" says more and what to do.';

interface Reporting {
  readonly home: string;
  readonly log: { error(message: string, cause?: unknown): void };
  /** Further checks; each returns descriptions of damage. */
  readonly checks?: readonly (() => Promise<readonly string[]>)[];
  /** Aborted when the server stops. Read failures after that are not damage. */
  readonly signal?: AbortSignal;
}

/**
 * Runs a quick check at the start. Logs and returns the damage. The server continues, because undamaged data is still
 * usable.
 */
export async function reportDamage(
  database: Database<object>,
  { home, log, checks = [], signal }: Reporting,
): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const check of [() => quickCheck(database, home), () => incompleteLogs(database), ...checks]) {
    await setImmediate();
    if (signal?.aborted) break;
    try {
      for (const message of await check()) {
        if (!found.has(message)) log.error(message);
        found.add(message);
      }
    } catch (error) {
      if (signal?.aborted) break;
      // Unreadable data counts as damage. The other checks still run.
      if (!found.has(UNREADABLE)) log.error(UNREADABLE, error);
      found.add(UNREADABLE);
    }
  }
  return [...found];
}

const UNREADABLE = `The data could not be checked. ${SEE}`;

async function quickCheck({ engine, read }: Database<object>, home: string): Promise<string[]> {
  if (engine !== 'sqlite' || (await stat(databaseFile(home))).size > MAX_CHECKED_BYTES) return [];
  const { rows } = await sql<{ quick_check: string }>`pragma quick_check(1)`.execute(read);
  const damaged = rows.flatMap(({ quick_check: line }) => (line === 'ok' ? [] : [damagedPart('The database', line)]));
  if (damaged.length > 0) return damaged;
  const orphans = await sql<{ table: string }>`pragma foreign_key_check`.execute(read);
  const tables = new Set(orphans.rows.map(({ table }) => table));
  return [...tables].map((table) => damagedPart('The database', `rows of ${table} belong to nothing`));
}

const WORKER = programBeside(import.meta, 'check-worker');
/** Long enough for a disk to read hundreds of gigabytes. */
const MAX_CHECK_MS = 3_600_000;

/** Checks the pages of a file that is too large for the quick check, in a thread. */
export async function checkLargeFile(
  { engine }: Database<object>,
  { home, signal }: { readonly home: string; readonly signal: AbortSignal },
): Promise<string[]> {
  if (engine !== 'sqlite' || (await stat(databaseFile(home))).size <= MAX_CHECKED_BYTES) return [];
  const thread = new AnsweringThread<string, string[]>(WORKER, { name: 'check', maxSilenceMs: MAX_CHECK_MS });
  const end = () => void thread.end();
  signal.addEventListener('abort', end);
  try {
    return (await thread.ask(databaseFile(home))).map((line) => damagedPart('The database', line));
  } finally {
    signal.removeEventListener('abort', end);
    await thread.end();
  }
}

export function damagedPart(part: string, what: string): string {
  return `${part} is damaged: ${what}. ${SEE}`;
}

async function incompleteLogs({ read }: Database<object>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select s.id from (select id, head from sessions order by updated_at desc limit ${sql.lit(MAX_SESSIONS)}) s
    where s.head <> (select count(*) from events e where e.session_id = s.id)`.execute(read);
  return rows.map(({ id }) => damagedLog(id));
}

export function damagedLog(session: string): string {
  return `The log of session ${session} is damaged. ${SEE}`;
}
