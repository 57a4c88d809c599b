import type { Kysely, Transaction } from 'kysely';

import { newestBackup } from './backup-files.ts';
import type { BackupTables } from './tables.ts';

/** In the table of facts about the whole database: other servers do not see the folder of this one. */
const KEY = 'last-backup';

/** What is known of the latest backup on any server. */
interface BackupNote {
  readonly file: string;
  readonly at: number;
  readonly bytes: number;
  /** The name of the server that made it; null for one without others. */
  readonly server: string | null;
  /** Why the latest attempt of a night failed. */
  readonly problem: string | null;
}

/** A backup and the server in whose data folder it is; null for one without others. */
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
  /** The name of this server; null for one without others. */
  readonly server: string | null;
  readonly now: number;
}

/** The latest backup: in this data folder, or in that of another server which has noted a later one. */
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
