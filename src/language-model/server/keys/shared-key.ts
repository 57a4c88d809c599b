import { createHmac } from 'node:crypto';

import { type Database, tablesOf } from '#database/server/database.ts';
import { AppError } from '#wire/error-kind.ts';

import type { LanguageModelTables } from '../tables.ts';
import { decryptKey } from './key-encryption.ts';
import { ensureKeyFile, keyFile, readKeyFile } from './key-file.ts';

interface MetaTables {
  meta: { key: string; value: string };
}

const FINGERPRINT = 'provider-keys';

/**
 * Throws an AppError unless this server's file opens the providers' keys that the other servers of the database store.
 * The first server leaves a fingerprint of its file.
 */
export async function requireSharedKey(database: Database<object>, home: string): Promise<void> {
  const meta = tablesOf<MetaTables>(database);
  const read = () => meta.read.selectFrom('meta').select('value').where('key', '=', FINGERPRINT).executeTakeFirst();
  if (!(await read())) {
    if (!(await opensStored(database, home))) throw otherKey(home);
    const value = fingerprintOf(await ensureKeyFile(home));
    await meta.write((trx) =>
      trx
        .insertInto('meta')
        .values({ key: FINGERPRINT, value })
        .onConflict((conflict) => conflict.column('key').doNothing())
        .execute(),
    );
  }
  const secret = await readKeyFile(home);
  if (secret === null || fingerprintOf(secret) !== (await read())?.value) throw otherKey(home);
}

/** Whether the file of this folder opens a key that is stored already, if there is one. */
async function opensStored(database: Database<object>, home: string): Promise<boolean> {
  const row = await tablesOf<LanguageModelTables>(database)
    .read.selectFrom('provider_keys')
    .select(['person_id', 'provider', 'sealed_key'])
    .where('sealed_key', 'is not', null)
    .executeTakeFirst();
  if (!row || row.sealed_key === null) return true;
  const secret = await readKeyFile(home);
  return (
    secret !== null && decryptKey(secret, row.sealed_key, { person: row.person_id, provider: row.provider }) !== null
  );
}

const fingerprintOf = (secret: Buffer) => createHmac('sha256', secret).update('fingerprint').digest('base64url');

const otherKey = (home: string) =>
  new AppError(
    'refused',
    `${keyFile(home)} is not the file with which the servers of this database encrypt providers’ keys. ` +
      'Copy provider-keys.key from the data folder of another server, then start this one again.',
    { reason: 'other-key' },
  );
