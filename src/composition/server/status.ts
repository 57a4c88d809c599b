import type { Kysely } from 'kysely';

import { latestBackup } from '#backups/server/last-backup.ts';
import type { BackupTables } from '#backups/server/tables.ts';
import type { Database } from '#database/server/database.ts';
import { keySecretOf } from '#language-model/server/keys/key-file.ts';
import type { StatusDeps } from '#status/server/read-status.ts';

import type { Settings } from './settings.ts';

/** Dependencies of `warren status` and of its route. */
export function statusOf(
  { read, place }: { readonly read: Database<object>['read']; readonly place: string },
  { settings, version }: { readonly settings: Settings; readonly version: string },
): StatusDeps {
  const { home, providers, isOffline } = settings;
  return {
    version,
    read: read as unknown as StatusDeps['read'],
    place,
    home,
    keySecret: keySecretOf(settings),
    serverAccess: providers,
    isOffline,
    lastBackup: () => latestBackup(read as unknown as Kysely<BackupTables>, { home, server: null, now: Date.now() }),
  };
}
