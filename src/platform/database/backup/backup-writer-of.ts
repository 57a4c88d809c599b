import type { BackupWriter } from '#backups/server/backup-writer.ts';

import { createSqliteBackup } from './sqlite-backup.ts';

interface StorePlace {
  readonly home: string;
  readonly databaseUrl: string | undefined;
}

/** Writes backups of the store of these settings. What PostgreSQL needs is loaded only if it is used. */
export async function backupWriterOf({ home, databaseUrl }: StorePlace): Promise<BackupWriter> {
  if (databaseUrl === undefined) return createSqliteBackup(home);
  const { createPgDump } = await import('./pg-dump.ts');
  return createPgDump(databaseUrl);
}
