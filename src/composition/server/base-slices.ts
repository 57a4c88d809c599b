import { preferencesUndoHandlers } from '#account/server/preference-actions.ts';
import { accountRoutes } from '#account/server/routes.ts';
import { signInRoutes } from '#account/server/sign-in-routes.ts';
import type { AccountTables, VoiceTables } from '#account/server/tables.ts';
import { voiceUndoHandlers } from '#account/server/voice-actions.ts';
import { voiceRoutes } from '#account/server/voice-routes.ts';
import type { ServerContribution } from '#contribution/server/contribution.ts';
import { tablesOf } from '#database/server/database.ts';
import type { RunningRoleModels } from '#language-model/server/create-role-models.ts';
import type { LanguageModelDependencies } from '#language-model/server/dependencies.ts';
import { languageModelRoutes } from '#language-model/server/routes.ts';
import { modelSettingUndoHandlers } from '#language-model/server/setting-undo.ts';
import { sessionRoutes } from '#session/server/routes.ts';
import { sessionUndoHandlers } from '#session/server/session-undo.ts';

import { clientEvent } from '../protocol.ts';

interface AccountContribution {
  /** The data folder, which has the first person's token. */
  readonly home: string;
  /** WARREN_TOKEN. */
  readonly environmentToken: string | undefined;
}

export function accountContribution({ home, environmentToken }: AccountContribution): ServerContribution {
  return {
    create: ({ database, undo, now }) => ({
      surface: () => ({
        routes: [
          ...accountRoutes({ database: tablesOf<AccountTables>(database), undo }),
          ...signInRoutes({ database: tablesOf<AccountTables>(database), now, home, environmentToken }),
          ...voiceRoutes({ database: tablesOf<VoiceTables>(database), undo, now }),
        ],
        undoHandlers: { ...preferencesUndoHandlers, ...voiceUndoHandlers },
      }),
    }),
  };
}

export const sessionContribution: ServerContribution = {
  create: ({ undo }) => ({
    surface: ({ spine, sessions }) => ({
      routes: sessionRoutes(spine, sessions, { undo, clientEvent }),
      undoHandlers: sessionUndoHandlers(sessions),
    }),
  }),
};

export function languageModelContribution(
  dependencies: LanguageModelDependencies,
  roleModels: RunningRoleModels,
): ServerContribution {
  return {
    create: ({ undo }) => ({
      surface: () => ({
        routes: languageModelRoutes({ ...dependencies, roleModels, undo }),
        undoHandlers: modelSettingUndoHandlers(roleModels),
      }),
    }),
  };
}
