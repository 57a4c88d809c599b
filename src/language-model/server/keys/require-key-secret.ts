import { createHmac } from 'node:crypto';

import { type Database, tablesOf } from '#database/server/database.ts';
import { AppError } from '#wire/error-kind.ts';

import type { LanguageModelTables } from '../tables.ts';
import { decryptKey } from './key-encryption.ts';
import { type KeyPlace, type KeySecret, keySecretOf } from './key-file.ts';

interface MetaTables {
  meta: { key: string; value: string };
}

const FINGERPRINT = 'provider-keys';

interface Requiring extends KeyPlace {
  /** Whether there are other servers. All share one secret; the first server stores its fingerprint. */
  readonly isShared: boolean;
}

/**
 * Throws an AppError unless the given secret decrypts the stored keys of providers. A single server whose key file is
 * missing or another one still starts: its people enter their keys again.
 */
export async function requireKeySecret(database: Database<object>, { isShared, ...place }: Requiring): Promise<void> {
  if (!isShared && place.keysKey === undefined) return;
  const keySecret = keySecretOf(place);
  const meta = tablesOf<MetaTables>(database);
  const read = () => meta.read.selectFrom('meta').select('value').where('key', '=', FINGERPRINT).executeTakeFirst();
  const isFirst = !isShared || !(await read());
  if (isFirst && !(await opensStored(database, keySecret))) throw otherKey(keySecret);
  if (!isShared) return;
  if (isFirst) {
    const value = fingerprintOf(await keySecret.ensure());
    await meta.write((trx) =>
      trx
        .insertInto('meta')
        .values({ key: FINGERPRINT, value })
        .onConflict((conflict) => conflict.column('key').doNothing())
        .execute(),
    );
  }
  const secret = await keySecret.read();
  if (secret === null || fingerprintOf(secret) !== (await read())?.value) throw otherKey(keySecret);
}

/** Whether the secret decrypts a stored key; true if there is none. */
async function opensStored(database: Database<object>, keySecret: KeySecret): Promise<boolean> {
  const row = await tablesOf<LanguageModelTables>(database)
    .read.selectFrom('provider_keys')
    .select(['person_id', 'provider', 'sealed_key'])
    .where('sealed_key', 'is not', null)
    .executeTakeFirst();
  if (!row || row.sealed_key === null) return true;
  const secret = await keySecret.read();
  return (
    secret !== null && decryptKey(secret, row.sealed_key, { person: row.person_id, provider: row.provider }) !== null
  );
}

const fingerprintOf = (secret: Buffer) => createHmac('sha256', secret).update('fingerprint').digest('base64url');

const otherKey = ({ place }: KeySecret) =>
  new AppError(
    'refused',
    `${place} does not hold the secret with which providers’ keys are encrypted in this database. Copy provider-keys.key ` +
      'from the data folder of a server that opens them, or set WARREN_KEYS_KEY to its content, then start again.',
    { reason: 'other-key' },
  );
