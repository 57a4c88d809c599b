import type { Kysely } from 'kysely';

import type { LanguageModelTables } from '../tables.ts';
import { readOwnAccess } from './provider-rows.ts';

export interface CheckedKeys {
  readonly keys: number;
  /** The number of keys that cannot be decrypted: the file with the secret is missing or another one. */
  readonly unreadable: number;
}

/** Tries to decrypt every provider's key. */
export async function checkStoredKeys(read: Kysely<LanguageModelTables>, home: string): Promise<CheckedKeys> {
  const rows = await read
    .selectFrom('provider_keys')
    .select('person_id')
    .where('sealed_key', 'is not', null)
    .orderBy('person_id')
    .execute();
  let unreadable = 0;
  for (const person of new Set(rows.map(({ person_id }) => person_id)))
    for (const access of Object.values(await readOwnAccess(read, home, person)))
      unreadable += access.isUnreadable ? 1 : 0;
  return { keys: rows.length, unreadable };
}
