import { decryptKey, encryptKey } from '#language-model/server/keys/key-encryption.ts';

import type { NotificationDependencies } from './dependencies.ts';

export interface VapidKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

const NAME = 'push-keys';
const OWNER = { person: '', provider: NAME };

type Dependencies = Pick<NotificationDependencies, 'database' | 'readSecret'>;

/**
 * Reads or creates the keys that identify this Warren to push services: one pair for all servers of a database. Keys
 * that this data folder cannot decrypt are replaced; devices subscribed with them accept no others.
 */
export async function ensureVapidKeys({ database, readSecret }: Dependencies): Promise<VapidKeys> {
  const secret = await readSecret();
  const stored = await readStored(database.read, secret);
  if (stored) return stored;
  const { generateVAPIDKeys } = (await import('web-push')).default;
  const made = generateVAPIDKeys();
  const value = JSON.stringify({ ...made, privateKey: encryptKey(secret, made.privateKey, OWNER) });
  await database.write(async (trx) => {
    // Another server can have created them meanwhile.
    if (await readStored(trx, secret)) return;
    await trx
      .insertInto('meta')
      .values({ key: NAME, value })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
      .execute();
  });
  const kept = await readStored(database.read, secret);
  if (!kept) throw new Error('The keys for push services were replaced while they were made.');
  return kept;
}

async function readStored(db: Dependencies['database']['read'], secret: Buffer): Promise<VapidKeys | null> {
  const row = await db.selectFrom('meta').select('value').where('key', '=', NAME).executeTakeFirst();
  if (!row) return null;
  const { publicKey, privateKey: sealed } = JSON.parse(row.value) as VapidKeys;
  const privateKey = decryptKey(secret, sealed, OWNER);
  return privateKey === null ? null : { publicKey, privateKey };
}
