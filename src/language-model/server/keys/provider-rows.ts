import type { Kysely, Transaction } from 'kysely';

import type { Database } from '#database/server/database.ts';
import type { UndoLog } from '#undo/server/undo-log.ts';

import type { ProviderChange, ProviderId } from '../../protocol.ts';
import { recordProviderChange } from '../setting-actions.ts';
import type { LanguageModelTables } from '../tables.ts';
import { decryptKey, encryptKey, isUnchecked, withCheck } from './key-encryption.ts';
import type { KeySecret } from './key-file.ts';

export interface OwnAccess {
  readonly key: string | null;
  readonly baseUrl: string | null;
  /** There is a key that cannot be decrypted: the secret is missing or another one. */
  readonly isUnreadable: boolean;
  /** The provider has not accepted the key yet. */
  readonly isUnchecked: boolean;
}

export const NOTHING: OwnAccess = { key: null, baseUrl: null, isUnreadable: false, isUnchecked: false };

/** The person's own keys, decrypted, and addresses. */
export async function readOwnAccess(
  read: Kysely<LanguageModelTables>,
  keySecret: KeySecret,
  person: string,
): Promise<Record<ProviderId, OwnAccess>> {
  const rows = await read.selectFrom('provider_keys').selectAll().where('person_id', '=', person).execute();
  const hasKey = rows.some((row) => row.sealed_key !== null);
  const secret = hasKey ? await keySecret.read().catch(() => null) : null;
  const own: Record<ProviderId, OwnAccess> = { anthropic: NOTHING, openai: NOTHING };
  for (const row of rows) {
    const provider = row.provider as ProviderId;
    const key = row.sealed_key !== null && secret ? decryptKey(secret, row.sealed_key, { person, provider }) : null;
    own[provider] = {
      key,
      baseUrl: row.base_url,
      isUnreadable: row.sealed_key !== null && key === null,
      isUnchecked: row.sealed_key !== null && isUnchecked(row.sealed_key),
    };
  }
  return own;
}

interface Needs {
  readonly database: Database<LanguageModelTables>;
  readonly undo: UndoLog;
  readonly keySecret: KeySecret;
  readonly now: () => number;
}
interface Owner {
  readonly person: string;
  readonly provider: ProviderId;
}
type Row = Pick<LanguageModelTables['provider_keys'], 'sealed_key' | 'base_url'>;

/**
 * Stores an encrypted key or an address. Null deletes it; undefined keeps it. `isChecked`: the provider accepted the
 * key at that address.
 */
export async function changeOwnAccess(
  { database, undo, keySecret, now }: Needs,
  owner: Owner,
  { key, baseUrl, isChecked }: ProviderChange & { readonly isChecked: boolean },
): Promise<void> {
  const given = typeof key === 'string' ? encryptKey(await keySecret.ensure(), key, owner) : key;
  await database.write(async (trx) => {
    const before = await readProviderRow(trx, owner);
    const sealed = given === undefined ? before.sealed_key : given;
    const after: Row = {
      sealed_key: sealed === null ? null : withCheck(sealed, isChecked),
      base_url: baseUrl === undefined ? before.base_url : baseUrl,
    };
    await writeProviderRow(trx, owner, { ...after, at: now() });
    await recordProviderChange(undo, trx, { ...owner, before, after });
  });
}

/** Stores that the provider has accepted the person's own key. */
export async function storeKeyChecked(
  { database, now }: Omit<Needs, 'undo' | 'keySecret'>,
  owner: Owner,
): Promise<void> {
  await database.write(async (trx) => {
    const { sealed_key } = await readProviderRow(trx, owner);
    if (sealed_key === null || !isUnchecked(sealed_key)) return;
    await writeProviderRow(trx, owner, { sealed_key: withCheck(sealed_key, true), at: now() });
  });
}

export async function readProviderRow(
  trx: Transaction<LanguageModelTables>,
  { person, provider }: Owner,
): Promise<Row> {
  const row = await trx
    .selectFrom('provider_keys')
    .select(['sealed_key', 'base_url'])
    .where('person_id', '=', person)
    .where('provider', '=', provider)
    .executeTakeFirst();
  return row ?? { sealed_key: null, base_url: null };
}

/** Omitted columns keep their values. */
export async function writeProviderRow(
  trx: Transaction<LanguageModelTables>,
  owner: Owner,
  { at, ...changed }: Partial<Row> & { at: number },
): Promise<void> {
  const { person, provider } = owner;
  const row = { ...(await readProviderRow(trx, owner)), ...changed, updated_at: at };
  if (row.sealed_key === null && row.base_url === null) {
    await trx.deleteFrom('provider_keys').where('person_id', '=', person).where('provider', '=', provider).execute();
    return;
  }
  await trx
    .insertInto('provider_keys')
    .values({ person_id: person, provider, ...row })
    .onConflict((conflict) => conflict.columns(['person_id', 'provider']).doUpdateSet(row))
    .execute();
}

interface CheckedKeys {
  readonly keys: number;
  /** The number of keys that cannot be decrypted: the secret is missing or another one. */
  readonly unreadable: number;
}

/** Tries to decrypt every provider's key. */
export async function checkStoredKeys(read: Kysely<LanguageModelTables>, keySecret: KeySecret): Promise<CheckedKeys> {
  const rows = await read
    .selectFrom('provider_keys')
    .select('person_id')
    .where('sealed_key', 'is not', null)
    .orderBy('person_id')
    .execute();
  let unreadable = 0;
  for (const person of new Set(rows.map(({ person_id }) => person_id)))
    for (const access of Object.values(await readOwnAccess(read, keySecret, person)))
      unreadable += access.isUnreadable ? 1 : 0;
  return { keys: rows.length, unreadable };
}
