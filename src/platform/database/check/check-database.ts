import { sql, type Kysely } from 'kysely';

import type { Database } from '#database/server/database.ts';

const MAX_REPORTED = 20;

/**
 * Describes damage to the database in words; empty if there is none. SQLite checks every page, index and reference.
 * PostgreSQL has no such check, so this reads every row to find unreadable ones.
 */
export async function checkDatabase({ engine, read }: Pick<Database<object>, 'engine' | 'read'>): Promise<string[]> {
  try {
    return await (engine === 'sqlite' ? checkSqlite(read) : readEveryRow(read));
  } catch (error) {
    return [messageOf(error)];
  }
}

async function checkSqlite(read: Kysely<object>): Promise<string[]> {
  const pages = await sql<{ integrity_check: string }>`pragma integrity_check(${sql.lit(MAX_REPORTED)})`.execute(read);
  const damaged = pages.rows.map((row) => row.integrity_check).filter((line) => line !== 'ok');
  if (damaged.length > 0) return damaged;
  const orphans = await sql<{ table: string; parent: string }>`pragma foreign_key_check`.execute(read);
  const counts = new Map<string, number>();
  for (const { table, parent } of orphans.rows) {
    const what = `rows of ${table} belong to no row of ${parent}`;
    counts.set(what, (counts.get(what) ?? 0) + 1);
  }
  return [...counts].map(([what, count]) => `${count} ${what}`);
}

async function readEveryRow(read: Kysely<object>): Promise<string[]> {
  const damaged: string[] = [];
  for (const { name } of await read.introspection.getTables()) {
    const reading = sql`select sum(length(t::text)) from ${sql.table(name)} t`.execute(read);
    await reading.catch((error: unknown) => damaged.push(`${name}: ${messageOf(error)}`));
  }
  return damaged;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
