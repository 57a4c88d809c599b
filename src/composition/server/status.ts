import { newestBackup } from '#backups/server/backup-files.ts';
import type { Database } from '#database/server/database.ts';
import type { StatusDeps } from '#status/server/read-status.ts';

import type { Settings } from './settings.ts';

/** Dependencies of `warren status` and of its route. */
export function statusOf(
  { read, place }: { readonly read: Database<object>['read']; readonly place: string },
  { settings: { home, providers, isOffline }, version }: { readonly settings: Settings; readonly version: string },
): StatusDeps {
  return {
    version,
    read: read as unknown as StatusDeps['read'],
    place,
    home,
    serverAccess: providers,
    isOffline,
    lastBackup: () => newestBackup(home, Date.now()),
  };
}
