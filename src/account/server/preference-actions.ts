import type { Transaction } from 'kysely';

import { changedSince } from '#session/server/log/changed-since.ts';
import type { UndoHandlers, UndoLog } from '#session/server/undo-log.ts';

import type { Preferences } from '../protocol.ts';
import { keepPreferences, readPreferences } from './preferences.ts';
import type { AccountTables } from './tables.ts';

const PREFERENCES_CHANGED = 'preferences-changed';
interface PreferencesChanged {
  /** Null where nothing had been chosen. */
  readonly from: Preferences | null;
  readonly to: Preferences;
}

const LABELS: Readonly<Record<keyof Preferences, string>> = {
  timeZone: 'Changed the time zone',
  dayStartsAt: 'Changed when a day begins',
  desiredRetention: 'Changed how sure you want to be',
};
const names = Object.keys(LABELS) as (keyof Preferences)[];

/** Replaces a person's preferences and records it; where nothing changes nothing is recorded. */
export async function changePreferences(
  undo: UndoLog,
  trx: Transaction<AccountTables>,
  { person, wanted }: { person: string; wanted: Preferences },
): Promise<void> {
  const { isChosen, ...present } = await readPreferences(trx, person);
  await keepPreferences(trx, person, wanted);
  const [changed, ...others] = names.filter((name) => present[name] !== wanted[name]);
  if (changed === undefined) return;
  // The page gives the time zone of the browser by itself, once: nobody did that.
  if (!isChosen && changed === 'timeZone' && others.length === 0) return;
  const reversal: PreferencesChanged = { from: isChosen ? present : null, to: wanted };
  const label = others.length > 0 ? 'Changed the preferences' : LABELS[changed];
  await undo.record(trx, { person, kind: PREFERENCES_CHANGED, label, reversal });
}

export const preferencesUndoHandlers: UndoHandlers = {
  [PREFERENCES_CHANGED]: {
    async reverse(anyTrx, { person, reversal }) {
      const trx = anyTrx as Transaction<AccountTables>;
      const { from, to } = reversal as PreferencesChanged;
      const present = await readPreferences(trx, person);
      if (names.some((name) => present[name] !== to[name]))
        throw changedSince('The preferences have been changed again since. Change them in Settings.');
      await keepPreferences(trx, person, from);
    },
  },
};
