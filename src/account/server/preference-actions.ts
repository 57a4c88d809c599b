import type { Transaction } from 'kysely';

import { putBack } from '#undo/server/put-back.ts';
import type { UndoHandlers, UndoLog } from '#undo/server/undo-log.ts';

import type { Preferences, PreferencesChange } from '../protocol.ts';
import { storePreferences, readPreferences } from './preferences.ts';
import type { AccountTables } from './tables.ts';

const PREFERENCES_CHANGED = 'preferences-changed';
/** Fields added later are missing in older records. */
interface PreferencesChanged {
  /** Null if nothing had been chosen. */
  readonly from: PreferencesChange | null;
  readonly to: PreferencesChange;
}

const LABELS: Readonly<Record<keyof Preferences, string>> = {
  timeZone: 'Changed the time zone',
  dayStartsAt: 'Changed when a day begins',
  desiredRetention: 'Changed how sure you want to be',
  rabbitholeCooldown: 'Changed how long rabbit holes wait after a decline',
  weeklyAim: 'Changed the aim of the week',
  weeklyAimOf: 'Changed the aim of the week',
  selfChecksWithModel: 'Changed whether you are asked to judge answers',
};
const names = Object.keys(LABELS) as (keyof Preferences)[];

/**
 * Replaces a person's preferences, except omitted fields, and records the change. Nothing is recorded if nothing
 * changes.
 */
export async function changePreferences(
  undo: UndoLog,
  trx: Transaction<AccountTables>,
  { person, change }: { person: string; change: PreferencesChange },
): Promise<Preferences> {
  const { isChosen, ...present } = await readPreferences(trx, person);
  const wanted: Preferences = { ...present, ...given(change) };
  await storePreferences(trx, person, wanted);
  const [changed, ...others] = names.filter((name) => present[name] !== wanted[name]);
  if (changed === undefined) return wanted;
  // The page sets the browser's time zone once by itself; that is no action of the person.
  if (!isChosen && changed === 'timeZone' && others.length === 0) return wanted;
  const reversal: PreferencesChanged = { from: isChosen ? present : null, to: wanted };
  const label = others.length > 0 ? 'Changed the preferences' : LABELS[changed];
  await undo.record(trx, { person, kind: PREFERENCES_CHANGED, label, reversal });
  return wanted;
}

/** The preferences without omitted fields. */
function given(change: PreferencesChange): Partial<Preferences> & Pick<Preferences, 'timeZone'> {
  const { rabbitholeCooldown, selfChecksWithModel, weeklyAim, weeklyAimOf, ...rest } = change;
  return {
    ...rest,
    ...(rabbitholeCooldown !== undefined && { rabbitholeCooldown }),
    ...(selfChecksWithModel !== undefined && { selfChecksWithModel }),
    ...(weeklyAim !== undefined && { weeklyAim }),
    ...(weeklyAimOf !== undefined && { weeklyAimOf }),
  };
}

export const preferencesUndoHandlers: UndoHandlers = {
  [PREFERENCES_CHANGED]: putBack<PreferencesChanged, AccountTables>({
    read: (trx, { person }) => readPreferences(trx, person),
    write: (trx, { person, reversal }) => storePreferences(trx, person, reversal.from),
    changed: 'The preferences have been changed again since. Change them in Settings.',
  }),
};
