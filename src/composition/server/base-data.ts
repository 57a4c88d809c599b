import { accountData } from '#account/server/account-data.ts';
import { languageModelData } from '#language-model/server/language-model-data.ts';
import { ADDRESS_CHANGED } from '#language-model/server/setting-actions.ts';
import { libraryData } from '#library/server/library-data.ts';
import type { PersonData } from '#person-data/server/person-data.ts';
import type { ModeMessages } from '#session/domain/mode-messages.ts';
import { sessionData } from '#session/server/session-data.ts';
import { undoDataWithout } from '#undo/server/tables.ts';

/** The personal data of the slices that modes build on. */
export const baseData = (ofModes: ModeMessages): readonly PersonData[] => [
  accountData,
  sessionData(ofModes),
  languageModelData,
  libraryData,
  undoDataWithout([ADDRESS_CHANGED]),
];
