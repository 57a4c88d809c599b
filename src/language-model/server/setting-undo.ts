import type { Transaction } from 'kysely';

import { changedSince } from '#undo/server/changed-since.ts';
import type { UndoHandlers } from '#undo/server/undo-log.ts';

import type { RunningRoleModels } from './create-role-models.ts';
import { readProviderRow, writeProviderRow } from './keys/provider-rows.ts';
import { readRoleChoice, writeRoleChoice } from './keys/role-choices.ts';
import {
  ADDRESS_CHANGED,
  type AddressChanged,
  isSame,
  type KeyChanged,
  type LimitsChanged,
  markOf,
  type RoleChosen,
} from './setting-actions.ts';
import type { LanguageModelTables } from './tables.ts';
import { keepLimits, readLimits } from './usage/spending.ts';

type Trx = Transaction<LanguageModelTables>;

/** Undo handlers for the settings of models. Each also drops the person's cached settings. */
export function modelSettingUndoHandlers(roleModels: Pick<RunningRoleModels, 'forget'>): UndoHandlers {
  const after = ({ person }: { person: string }) => roleModels.forget(person);
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
    [ADDRESS_CHANGED]: {
      async reverse(trx: Trx, { person, reversal, now }) {
        const { provider, from, to, keyMark } = reversal as AddressChanged;
        const row = await readProviderRow(trx, { person, provider });
        if (row.base_url !== to || markOf(row.sealed_key) !== keyMark)
          throw changedSince('The address or its key has been changed again since. Change it in Settings.');
        await writeProviderRow(trx, { person, provider }, { base_url: from, at: now });
      },
      after,
    },
    'role-chosen': {
      async reverse(trx: Trx, { person, reversal, now }) {
        const { role, from, to } = reversal as RoleChosen;
        if ((await readRoleChoice(trx, { person, role })) !== to)
          throw changedSince('This role has been changed again since. Change it in Settings.');
        await writeRoleChoice(trx, { person, role }, { choice: from, at: now });
      },
      after,
    },
    'limits-changed': {
      async reverse(trx: Trx, { person, reversal, now }) {
        const { from, to } = reversal as LimitsChanged;
        if (!isSame(await readLimits(trx, person), to))
          throw changedSince('The limits have been changed again since. Change them in Settings.');
        await keepLimits(trx, person, { limits: from, at: now });
      },
      after,
    },
  };
}
