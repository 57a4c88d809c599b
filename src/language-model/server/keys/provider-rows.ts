import type { Kysely, Transaction } from 'kysely';

import type { Database } from '#database/server/database.ts';
import type { UndoLog } from '#undo/server/undo-log.ts';

import type { ProviderChange, ProviderId } from '../../protocol.ts';
import { recordProviderChange } from '../setting-actions.ts';
import type { LanguageModelTables } from '../tables.ts';
import { encryptKey, decryptKey } from './key-encryption.ts';
import { ensureKeyFile, readKeyFile } from './key-file.ts';

/** The key and address that a person set for a provider. */
export interface OwnAccess {
  readonly key: string | null;
  readonly baseUrl: string | null;
  /** There is a key, but it cannot be decrypted: the file with the secret is missing or has changed. */
  readonly isUnreadable: boolean;
}

const NOTHING: OwnAccess = { key: null, baseUrl: null, isUnreadable: false };

/** The person's own keys, decrypted, and addresses. */
export async function readOwnAccess(
  read: Kysely<LanguageModelTables>,
  home: string,
  person: string,
): Promise<Record<ProviderId, OwnAccess>> {
  const rows = await read.selectFrom('provider_keys').selectAll().where('person_id', '=', person).execute();
  const hasKey = rows.some((row) => row.sealed_key !== null);
  const secret = hasKey ? await readKeyFile(home).catch(() => null) : null;
  const own: Record<ProviderId, OwnAccess> = { anthropic: NOTHING, openai: NOTHING };
  for (const row of rows) {
    const provider = row.provider as ProviderId;
    const key = row.sealed_key !== null && secret ? decryptKey(secret, row.sealed_key, { person, provider }) : null;
    own[provider] = { key, baseUrl: row.base_url, isUnreadable: row.sealed_key !== null && key === null };
  }
  return own;
}

interface Needs {
  readonly database: Database<LanguageModelTables>;
  readonly undo: UndoLog;
  readonly home: string;
  readonly now: () => number;
}
interface Owner {
  readonly person: string;
  readonly provider: ProviderId;
}
type Row = Pick<LanguageModelTables['provider_keys'], 'sealed_key' | 'base_url'>;

/** Stores an encrypted key or an address. Null deletes it; undefined keeps it. */
export async function changeOwnAccess(
  { database, undo, home, now }: Needs,
  owner: Owner,
  { key, baseUrl }: ProviderChange,
): Promise<void> {
  const changed: Partial<Row> = {
    ...(key !== undefined && { sealed_key: key === null ? null : encryptKey(await ensureKeyFile(home), key, owner) }),
    ...(baseUrl !== undefined && { base_url: baseUrl }),
  };
  await database.write(async (trx) => {
    const before = await readProviderRow(trx, owner);
    const after = { ...before, ...changed };
    await writeProviderRow(trx, owner, { ...changed, at: now() });
    await recordProviderChange(undo, trx, { ...owner, before, after });
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

/** Columns that are not given keep their values. */
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
