import type { Kysely, Transaction } from 'kysely';

import { newestBackup } from './backup-files.ts';
import type { BackupTables } from './tables.ts';

/** The key in the table of facts about the whole database: other servers do not see the folder of this one. */
const KEY = 'last-backup';

/** Facts about the latest backup on any server. */
interface BackupNote {
  readonly file: string;
  readonly at: number;
  readonly bytes: number;
  /** The name of the server that made it; null for a single server. */
  readonly server: string | null;
  /** Why the latest nightly attempt failed. */
  readonly problem: string | null;
}

/** A backup and the server whose data folder has it; null for a single server. */
export interface LastBackup {
  readonly file: string;
  readonly at: number;
  readonly bytes: number;
  readonly server: string | null;
}

export async function readBackupNote(db: Kysely<BackupTables>): Promise<Partial<BackupNote>> {
  const row = await db.selectFrom('meta').select('value').where('key', '=', KEY).executeTakeFirst();
  return row ? (JSON.parse(row.value) as Partial<BackupNote>) : {};
}

export async function writeBackupNote(trx: Transaction<BackupTables>, note: Partial<BackupNote>): Promise<void> {
  const value = JSON.stringify({ ...(await readBackupNote(trx)), ...note });
  await trx
    .insertInto('meta')
    .values({ key: KEY, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}

interface Looked {
  readonly home: string;
  /** The name of this server; null for a single server. */
  readonly server: string | null;
  readonly now: number;
}

/** The latest backup: in this data folder, or in that of another server that has noted a later one. */
export async function latestBackup(
  db: Kysely<BackupTables>,
  { home, server, now }: Looked,
): Promise<LastBackup | null> {
  const own = await newestBackup(home, now);
  const { file, at, bytes, server: by = null } = await readBackupNote(db);
  const isElsewhere = by !== null && at !== undefined && at <= now && (own === null || own.at < at);
  if (isElsewhere && file !== undefined && bytes !== undefined) return { file, at, bytes, server: by };
  return own && { ...own, server };
}
