import { createHash } from 'node:crypto';

import type { Transaction } from 'kysely';

import { isAsLeft } from '#undo/server/put-back.ts';
import type { UndoLog } from '#undo/server/undo-log.ts';

import type { ProviderId, RoleId, SpendingLimits } from '../protocol.ts';
import { withoutCheck } from './keys/key-encryption.ts';
import type { LanguageModelTables } from './tables.ts';

type Trx = Transaction<LanguageModelTables>;

/** The kind of a change of a provider's address. An address may be secret. */
export const ADDRESS_CHANGED = 'provider-address-changed';

/** The data needed to undo a change of a provider. It never contains a key, not even an encrypted one. */
interface ProviderRow {
  readonly sealed_key: string | null;
  readonly base_url: string | null;
}
export interface KeyChanged {
  readonly provider: ProviderId;
  /** The mark of a first key, which undo deletes. Null if a key was replaced or deleted, which cannot be undone. */
  readonly givenMark: string | null;
}
export interface AddressChanged {
  readonly provider: ProviderId;
  readonly from: string | null;
  readonly to: string | null;
  /** The mark of the key at that time. If the key has changed since, undo must not send it to the old address. */
  readonly keyMark: string | null;
}
export interface RoleChosen {
  readonly role: RoleId;
  /** The stored choice; null for the default. */
  readonly from: string | null;
  readonly to: string | null;
}
/** Stored choices by role, and, if it was changed, the stored address for OpenAI's protocol. */
export interface Chosen {
  readonly roles: Readonly<Partial<Record<RoleId, string | null>>>;
  readonly address?: string | null;
}
export interface ChosenForAll {
  readonly from: Chosen;
  readonly to: Chosen;
}
export interface LimitsChanged {
  readonly from: SpendingLimits;
  readonly to: SpendingLimits;
}

export const PROVIDER_LABELS: Readonly<Record<ProviderId, string>> = {
  anthropic: 'Anthropic',
  openai: 'OpenAI or compatible',
};
const ROLE_NAMES: Readonly<Record<RoleId, string>> = {
  tutor: 'Changed the tutor model',
  evaluator: 'Changed the evaluator model',
  explorer: 'Changed the explorer model',
  detector: 'Changed the detector model',
  'point-writer': 'Changed the point writer model',
  strategist: 'Changed the strategist model',
  writer: 'Changed the writer model',
  titler: 'Changed the titler model',
  checker: 'Changed the checker model',
  embedder: 'Changed the embedder model',
};

export async function recordProviderChange(
  undo: UndoLog,
  trx: Trx,
  change: { person: string; provider: ProviderId; before: ProviderRow; after: ProviderRow },
): Promise<void> {
  const { person, provider, before, after } = change;
  if (markOf(before.sealed_key) !== markOf(after.sealed_key)) {
    const what = before.sealed_key === null ? 'Added a' : after.sealed_key === null ? 'Removed the' : 'Replaced the';
    const label = `${what} key for ${PROVIDER_LABELS[provider]}`;
    const reversal: KeyChanged = { provider, givenMark: before.sealed_key === null ? markOf(after.sealed_key) : null };
    await undo.record(trx, { person, kind: 'provider-key-changed', label, reversal });
    return;
  }
  if (before.base_url === after.base_url) return;
  const keyMark = markOf(after.sealed_key);
  const reversal: AddressChanged = { provider, from: before.base_url, to: after.base_url, keyMark };
  const label = `Changed the address of ${PROVIDER_LABELS[provider]}`;
  await undo.record(trx, { person, kind: ADDRESS_CHANGED, label, reversal });
}

export async function recordRoleChosen(
  undo: UndoLog,
  trx: Trx,
  { person, ...reversal }: RoleChosen & { person: string },
): Promise<void> {
  if (reversal.from === reversal.to) return;
  await undo.record(trx, { person, kind: 'role-chosen', label: ROLE_NAMES[reversal.role], reversal });
}

export async function recordChosenForAll(
  undo: UndoLog,
  trx: Trx,
  { person, model, ...reversal }: ChosenForAll & { person: string; model: string },
): Promise<void> {
  if (isAsLeft(reversal.from, reversal.to)) return;
  const label = model === '' ? 'Chose what is built in' : `Chose ${model} for everything`;
  await undo.record(trx, { person, kind: 'chosen-for-all', label, reversal });
}

export async function recordLimitsChange(
  undo: UndoLog,
  trx: Trx,
  { person, ...reversal }: LimitsChanged & { person: string },
): Promise<void> {
  if (isAsLeft(reversal.from, reversal.to)) return;
  await undo.record(trx, { person, kind: 'limits-changed', label: 'Changed the spending limits', reversal });
}

/** A hash of the encrypted key. It differs for each encryption and reveals nothing about the key. */
export function markOf(sealed: string | null): string | null {
  return sealed === null ? null : createHash('sha256').update(withoutCheck(sealed)).digest('base64url').slice(0, 16);
}
