import type { Transaction } from 'kysely';

import { changedSince, putBack } from '#undo/server/put-back.ts';
import type { UndoHandlers } from '#undo/server/undo-log.ts';

import type { RunningRoleModels } from './create-role-models.ts';
import { readChosen, writeChosen } from './keys/chosen-for-all.ts';
import { readProviderRow, writeProviderRow } from './keys/provider-rows.ts';
import { readRoleChoice, writeRoleChoice } from './keys/role-choices.ts';
import {
  ADDRESS_CHANGED,
  type AddressChanged,
  type ChosenForAll,
  type KeyChanged,
  type LimitsChanged,
  markOf,
  type RoleChosen,
} from './setting-actions.ts';
import type { LanguageModelTables } from './tables.ts';
import { storeLimits, readLimits } from './usage/spending.ts';

type Trx = Transaction<LanguageModelTables>;

const ADDRESS_OR_KEY_CHANGED = 'The address or its key has been changed again since. Change it in Settings.';

/** Undo handlers for the settings of models. Each also reports the change. */
export function modelSettingUndoHandlers(roleModels: Pick<RunningRoleModels, 'changed'>): UndoHandlers {
  const after = ({ person }: { person: string }) => roleModels.changed(person);
  return {
    'provider-key-changed': {
      async reverse(trx: Trx, { person, reversal, now }) {
        const { provider, givenMark } = reversal as KeyChanged;
        if (givenMark === null)
          throw changedSince(
            'A key cannot be restored, because Warren does not store old keys. Enter it again in Settings.',
          );
        const { sealed_key } = await readProviderRow(trx, { person, provider });
        if (markOf(sealed_key) !== givenMark)
          throw changedSince('This key has been changed again since. Change it in Settings.');
        await writeProviderRow(trx, { person, provider }, { sealed_key: null, at: now });
      },
      after,
    },
    [ADDRESS_CHANGED]: putBack<AddressChanged, LanguageModelTables>({
      async read(trx, { person, reversal: { provider, keyMark } }) {
        const row = await readProviderRow(trx, { person, provider });
        if (markOf(row.sealed_key) !== keyMark) throw changedSince(ADDRESS_OR_KEY_CHANGED);
        return row.base_url;
      },
      write: (trx, { person, reversal: { provider, from }, now }) =>
        writeProviderRow(trx, { person, provider }, { base_url: from, at: now }),
      changed: ADDRESS_OR_KEY_CHANGED,
      after,
    }),
    'role-chosen': putBack<RoleChosen, LanguageModelTables>({
      read: (trx, { person, reversal: { role } }) => readRoleChoice(trx, { person, role }),
      write: (trx, { person, reversal: { role, from }, now }) =>
        writeRoleChoice(trx, { person, role }, { choice: from, at: now }),
      changed: 'This role has been changed again since. Change it in Settings.',
      after,
    }),
    'chosen-for-all': putBack<ChosenForAll, LanguageModelTables>({
      async read(trx, { person, reversal: { to } }) {
        const present = await readChosen(trx, person, to);
        if (present === null) throw changedSince(ADDRESS_OR_KEY_CHANGED);
        return present;
      },
      write: (trx, { person, reversal: { from }, now }) => writeChosen(trx, person, { chosen: from, at: now }),
      changed: 'Roles or their address have been changed again since. Change them in Settings.',
      after,
    }),
    'limits-changed': putBack<LimitsChanged, LanguageModelTables>({
      read: (trx, { person }) => readLimits(trx, person),
      write: (trx, { person, reversal, now }) => storeLimits(trx, person, { limits: reversal.from, at: now }),
      changed: 'The limits have been changed again since. Change them in Settings.',
      after,
    }),
  };
}
