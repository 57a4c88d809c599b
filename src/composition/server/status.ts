import type { Kysely } from 'kysely';

import { latestBackup } from '#backups/server/last-backup.ts';
import type { BackupTables } from '#backups/server/tables.ts';
import type { Database } from '#database/server/database.ts';
import { keySecretOf } from '#language-model/server/keys/key-file.ts';
import { findHolder } from '#platform/database/serving/duties-of-server.ts';
import { ALONE, readServers, type ServersTables } from '#platform/database/serving/server-rows.ts';
import type { ListedServer } from '#status/protocol.ts';
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

/** The servers on a PostgreSQL database, the longest running first. Empty on SQLite. */
export async function listServers({
  engine,
  read,
}: Pick<Database<object>, 'engine' | 'read'>): Promise<ListedServer[]> {
  if (engine === 'sqlite') return [];
  const db = read as unknown as Kysely<ServersTables>;
  const holder = await findHolder(db).catch(() => undefined);
  return (await readServers(db)).map((row) => ({
    name: row.name,
    state: !row.isAlive ? 'silent' : row.is_draining === 1 ? 'draining' : 'running',
    silentMs: Math.abs(row.silentMs),
    address: row.address ?? '',
    internalAddress: row.internal_address ?? '',
    version: row.version,
    people: row.people,
    sockets: row.sockets,
    loadPercent: row.load_percent,
    since: new Date(row.since).toISOString(),
    hasDuties: row.id === ALONE || row.id === holder?.id,
  }));
}
