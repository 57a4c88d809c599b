import type { Kysely } from 'kysely';

import { ownerAddress } from './data-folder/owner-lock.ts';
import type { ReadableDatabase } from './open-to-read.ts';
import { readServers, type ServersTables } from './serving/server-rows.ts';

/** The address that a server of this data has announced, or undefined. */
export async function serverAddress(
  { home }: { readonly home: string },
  { engine, read }: Pick<ReadableDatabase, 'engine' | 'read'>,
): Promise<string | undefined> {
  if (engine === 'sqlite') return ownerAddress(home);
  const servers = await readServers(read as unknown as Kysely<ServersTables>);
  return servers.find(({ isAlive, address }) => isAlive && address !== null)?.address ?? undefined;
}
