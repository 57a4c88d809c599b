import { accountData } from '#account/server/account-data.ts';
import type { PeopleDeps } from '#account/server/people.ts';
import type { RemovalDeps } from '#account/server/remove-person.ts';
import type { AccountTables } from '#account/server/tables.ts';
import { type Database, tablesOf } from '#database/server/database.ts';
import { languageModelData } from '#language-model/server/language-model-data.ts';
import { ADDRESS_CHANGED } from '#language-model/server/setting-actions.ts';
import { libraryData } from '#library/server/library-data.ts';
import { serverModes } from '#modes/server-modes.ts';
import { notificationsData } from '#notifications/server/notifications-data.ts';
import type { PersonData } from '#person-data/server/person-data.ts';
import { wordTraces } from '#platform/library-search/words/word-traces.ts';
import { sessionData } from '#session/server/session-data.ts';
import { undoDataWithout } from '#undo/server/tables.ts';

import { wrongInEvent } from './checked-fold.ts';
import { personalTerminals } from './terminal.ts';

/** The people of a store. Each new person gets what the modes contribute. */
export function peopleOf(store: Database<object>): PeopleDeps {
  return {
    database: tablesOf<AccountTables>(store),
    onCreated: serverModes.flatMap(({ onPersonCreated }) => onPersonCreated ?? []),
    now: Date.now,
  };
}

/** Dependencies of removing a person, for commands that run beside a server. `home` is the data folder. */
export function removalOf(store: Database<object>, { home }: { readonly home: string }): RemovalDeps {
  return {
    database: tablesOf<AccountTables>(store),
    now: Date.now,
    traces: [personalTerminals.tracesOf(store, home), wordTraces(store.engine)],
  };
}

export const personData: readonly PersonData[] = [
  accountData,
  sessionData(personalTerminals.messages, wrongInEvent),
  languageModelData,
  libraryData,
  notificationsData,
  undoDataWithout([ADDRESS_CHANGED]),
  personalTerminals.data,
  ...serverModes.flatMap(({ data }) => data ?? []),
];
