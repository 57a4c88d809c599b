import type { Transaction } from 'kysely';

import type { RoleId } from '../../protocol.ts';
import type { Chosen } from '../setting-actions.ts';
import type { LanguageModelTables } from '../tables.ts';
import { readProviderRow, writeProviderRow } from './provider-rows.ts';
import { readRoleChoice, writeRoleChoice } from './role-choices.ts';

/** The current values of the fields in `like`. Null if it has an address, and the current address has a key. */
export async function readChosen(
  trx: Transaction<LanguageModelTables>,
  person: string,
  like: Chosen,
): Promise<Chosen | null> {
  const roles: Record<string, string | null> = {};
  for (const role of Object.keys(like.roles)) roles[role] = await readRoleChoice(trx, { person, role: role as RoleId });
  if (like.address === undefined) return { roles };
  const row = await readProviderRow(trx, { person, provider: 'openai' });
  return row.sealed_key === null ? { roles, address: row.base_url } : null;
}

export async function writeChosen(
  trx: Transaction<LanguageModelTables>,
  person: string,
  { chosen: { roles, address }, at }: { chosen: Chosen; at: number },
): Promise<void> {
  for (const [role, choice] of Object.entries(roles))
    await writeRoleChoice(trx, { person, role: role as RoleId }, { choice, at });
  if (address !== undefined) await writeProviderRow(trx, { person, provider: 'openai' }, { base_url: address, at });
}
