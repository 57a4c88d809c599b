import type { Kysely } from 'kysely';

import { ownerAddress } from './data-folder/owner-lock.ts';
import type { ReadableDatabase } from './open-to-read.ts';
import { SILENT_AFTER_MS } from './serving/serve-database.ts';
import { readServing, type ServingTables } from './serving/serving-row.ts';

/** The address that the server of these data has announced, or undefined. */
export async function serverAddress(
  { home }: { readonly home: string },
  { engine, read }: Pick<ReadableDatabase, 'engine' | 'read'>,
): Promise<string | undefined> {
  if (engine === 'sqlite') return ownerAddress(home);
  const row = await readServing(read as unknown as Kysely<ServingTables>);
  return row && row.silentMs < SILENT_AFTER_MS ? (row.address ?? undefined) : undefined;
}
