import { nameUndoHandlers } from '#account/server/own-name.ts';
import { preferencesUndoHandlers } from '#account/server/preference-actions.ts';
import { accountRoutes } from '#account/server/routes.ts';
import { signInRoutes } from '#account/server/sign-in-routes.ts';
import type { AccountTables, VoiceTables } from '#account/server/tables.ts';
import { voiceUndoHandlers } from '#account/server/voice-actions.ts';
import { voiceRoutes } from '#account/server/voice-routes.ts';
import type { ServerContribution } from '#contribution/server/contribution.ts';
import { type Database, tablesOf } from '#database/server/database.ts';
import type { Duties } from '#database/server/duties.ts';
import type { ServedPeople } from '#database/server/served-people.ts';
import { createEmbedders } from '#embedding/server/create-embedders.ts';
import { createRoleModels, type RunningRoleModels } from '#language-model/server/create-role-models.ts';
import type { LanguageModelDependencies } from '#language-model/server/dependencies.ts';
import { keySecretOf } from '#language-model/server/keys/key-file.ts';
import { languageModelRoutes } from '#language-model/server/routes.ts';
import { modelSettingUndoHandlers } from '#language-model/server/setting-undo.ts';
import { serverModes } from '#modes/server-modes.ts';
import { notificationsContribution } from '#notifications/server/notifications-contribution.ts';
import { temporaryFolder } from '#platform/database/data-folder/temporary-folder.ts';
import { createEmbeddedEmbedder } from '#platform/embedding/embedded/embedded-embedder.ts';
import { createFetchLink } from '#platform/fetching/create-fetch-link.ts';
import { createVectorIndex } from '#platform/library-search/vectors/create-vector-index.ts';
import { createWordSearch } from '#platform/library-search/words/create-word-search.ts';
import { createPushPost } from '#platform/push/create-push-post.ts';
import { createDocumentReader } from '#platform/reading/create-document-reader.ts';
import type { Fold } from '#session/domain/fold.ts';
import type { Log } from '#session/server/dependencies.ts';
import { sessionRoutes } from '#session/server/routes.ts';
import { sessionUndoHandlers } from '#session/server/session-undo.ts';

import { clientEvent } from '../protocol.ts';
import { checkedFold } from './checked-fold.ts';
import { compose } from './compose.ts';
import { languageModelsOf } from './language-models.ts';
import { libraryContribution } from './library-contribution.ts';
import { newId } from './new-id.ts';
import { createServerLog } from './server-log.ts';
import type { Settings } from './settings.ts';
import { terminalOf } from './terminal.ts';

export const sessionContribution: ServerContribution = {
  create: ({ undo }) => ({
    surface: ({ spine, sessions }) => ({
      routes: sessionRoutes(spine, sessions, { undo, clientEvent }),
      undoHandlers: sessionUndoHandlers(sessions),
    }),
  }),
};

interface Composing {
  readonly settings: Settings;
  readonly modes: readonly ServerContribution[];
  readonly now: () => number;
  readonly settledNow: () => number | null;
  readonly log: Log;
  /** Defaults to everybody. */
  readonly served?: ServedPeople;
  /** Defaults to all. */
  readonly duties?: Duties;
}

/** Composes the server over a database. Nothing runs yet. */
export function composeServer(database: Database<object>, composing: Composing) {
  const { settings, modes, now, settledNow, log, served, duties } = composing;
  const models = languageModelsOf(database, settings, (message, cause) => log.error(message, cause));
  const roleModels = createRoleModels(models);
  // Nothing can be written for a person after they were handed over.
  served?.onHandOver(() => roleModels.usage.settled());
  const embedders = createEmbedders({ roleModels, embedded: createEmbeddedEmbedder() });
  const composition = compose({
    database,
    contributions: [
      accountContribution({ home: settings.home, environmentToken: settings.token }),
      sessionContribution,
      languageModelContribution(models, roleModels),
      libraryContribution({
        embedders,
        vectors: createVectorIndex(database, log),
        words: createWordSearch(database, (message, cause) => log.error(message, cause), duties),
        fetchLink: createFetchLink({ allowed: settings.allowedPrivateAddresses }),
        reader: createDocumentReader(),
      }),
      notificationsContribution({
        push: createPushPost({ allowed: settings.allowedPrivateAddresses }),
        isOffline: settings.isOffline,
        readSecret: keySecretOf(settings).ensure,
        contact: settings.contact,
      }),
      ...modes,
    ],
    roleModels,
    now,
    settledNow,
    newId,
    ...(served && { served }),
    log,
    temporary: temporaryFolder(settings.home),
    paceMs: settings.embeddedPaceMs,
  });
  return { composition, roleModels };
}

/** The fold of session logs with every mode of this Warren, and with a check of each event. */
export function foldOf(database: Database<object>, settings: Settings): Fold {
  const { composition } = composeServer(database, {
    settings,
    modes: [terminalOf(settings, { environment: {}, version: '', address: () => '' }), ...serverModes],
    now: Date.now,
    settledNow: Date.now,
    log: createServerLog(settings),
  });
  return checkedFold(composition.running.spine.fold);
}

interface AccountContribution {
  readonly home: string;
  /** The value of WARREN_TOKEN. */
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
        undoHandlers: { ...preferencesUndoHandlers, ...voiceUndoHandlers, ...nameUndoHandlers },
      }),
    }),
  };
}

function languageModelContribution(
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
