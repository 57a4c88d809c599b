import { createHash } from 'node:crypto';

import type { Transaction } from 'kysely';

import type { UndoLog } from '#undo/server/undo-log.ts';

import type { ProviderId, RoleId, SpendingLimits } from '../protocol.ts';
import type { LanguageModelTables } from './tables.ts';

type Trx = Transaction<LanguageModelTables>;

/** What can be taken back of a provider, and what cannot: no reversal ever holds a key, sealed or not. */
interface ProviderRow {
  readonly sealed_key: string | null;
  readonly base_url: string | null;
}
export interface KeyChanged {
  readonly provider: ProviderId;
  /** Of a key that was given where there was none: undone, it is forgotten. Null for one that was replaced or forgotten. */
  readonly givenMark: string | null;
}
export interface AddressChanged {
  readonly provider: ProviderId;
  readonly from: string | null;
  readonly to: string | null;
  /** Tells whether the key is still the one that the address had then: it must not be sent to another by an undo. */
  readonly keyMark: string | null;
}
export interface RoleChosen {
  readonly role: RoleId;
  /** The choice as it is stored; null for the default. */
  readonly from: string | null;
  readonly to: string | null;
}
export interface LimitsChanged {
  readonly from: SpendingLimits;
  readonly to: SpendingLimits;
}

const NAMES: Readonly<Record<ProviderId, string>> = { anthropic: 'Anthropic', openai: 'OpenAI or compatible' };
const ROLE_NAMES: Readonly<Record<RoleId, string>> = {
  tutor: 'Changed who asks',
  evaluator: 'Changed who reads along',
  explorer: 'Changed who talks in rabbit holes',
  detector: 'Changed who notices tangents',
  'point-writer': 'Changed who proposes points',
  titler: 'Changed who names sets',
};

export async function recordProviderChange(
  undo: UndoLog,
  trx: Trx,
  change: { person: string; provider: ProviderId; before: ProviderRow; after: ProviderRow },
): Promise<void> {
  const { person, provider, before, after } = change;
  if (before.sealed_key !== after.sealed_key) {
    const what = before.sealed_key === null ? 'Gave a' : after.sealed_key === null ? 'Forgot the' : 'Replaced the';
    const label = `${what} key for ${NAMES[provider]}`;
    const reversal: KeyChanged = { provider, givenMark: before.sealed_key === null ? markOf(after.sealed_key) : null };
    await undo.record(trx, { person, kind: 'provider-key-changed', label, reversal });
    return;
  }
  if (before.base_url === after.base_url) return;
  const keyMark = markOf(after.sealed_key);
  const reversal: AddressChanged = { provider, from: before.base_url, to: after.base_url, keyMark };
  const label = `Changed the address of ${NAMES[provider]}`;
  await undo.record(trx, { person, kind: 'provider-address-changed', label, reversal });
}

export async function recordRoleChosen(
  undo: UndoLog,
  trx: Trx,
  { person, ...reversal }: RoleChosen & { person: string },
): Promise<void> {
  if (reversal.from === reversal.to) return;
  await undo.record(trx, { person, kind: 'role-chosen', label: ROLE_NAMES[reversal.role], reversal });
}

export async function recordLimitsChange(
  undo: UndoLog,
  trx: Trx,
  { person, ...reversal }: LimitsChanged & { person: string },
): Promise<void> {
  if (isSame(reversal.from, reversal.to)) return;
  await undo.record(trx, { person, kind: 'limits-changed', label: 'Changed the spending limits', reversal });
}

export function isSame(one: SpendingLimits, other: SpendingLimits): boolean {
  return one.dayMicros === other.dayMicros && one.monthMicros === other.monthMicros;
}

/** Of the sealed text, which is new for each sealing and opens with a file that is not in the store. */
export function markOf(sealed: string | null): string | null {
  return sealed === null ? null : createHash('sha256').update(sealed).digest('base64url').slice(0, 16);
}
