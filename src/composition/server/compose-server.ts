import type { ServerContribution } from '#contribution/server/contribution.ts';
import type { Database } from '#database/server/database.ts';
import { createEmbedders } from '#embedding/server/create-embedders.ts';
import { createRoleModels } from '#language-model/server/create-role-models.ts';
import { serverModes } from '#modes/server-modes.ts';
import { createEmbeddedEmbedder } from '#platform/embedding/embedded/embedded-embedder.ts';
import { createFetchLink } from '#platform/fetching/create-fetch-link.ts';
import { createVectorIndex } from '#platform/library-search/vectors/create-vector-index.ts';
import { createWordSearch } from '#platform/library-search/words/create-word-search.ts';
import { createDocumentReader } from '#platform/reading/create-document-reader.ts';
import type { Fold } from '#session/domain/fold.ts';
import type { Log } from '#session/server/dependencies.ts';

import { accountContribution, languageModelContribution, sessionContribution } from './base-slices.ts';
import { compose } from './compose.ts';
import { languageModelsOf } from './language-models.ts';
import { libraryContribution } from './library-contribution.ts';
import { newId } from './new-id.ts';
import { createServerLog } from './server-log.ts';
import type { Settings } from './settings.ts';
import { terminalOf } from './terminal.ts';

interface Composing {
  readonly settings: Settings;
  readonly modes: readonly ServerContribution[];
  readonly now: () => number;
  readonly settledNow: () => number | null;
  readonly log: Log;
}

/** Puts the server together over a database. Nothing runs yet. */
export function composeServer(database: Database<object>, composing: Composing) {
  const { settings, modes, now, settledNow, log } = composing;
  const models = languageModelsOf(database, settings, (message, cause) => log.error(message, cause));
  const roleModels = createRoleModels(models);
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
        words: createWordSearch(database, (message, cause) => log.error(message, cause)),
        fetchLink: createFetchLink({ allowed: settings.allowedPrivateAddresses }),
        reader: createDocumentReader(),
      }),
      ...modes,
    ],
    roleModels,
    now,
    settledNow,
    newId,
    log,
    paceMs: settings.embeddedPaceMs,
  });
  return { composition, roleModels };
}

/** The computation of a session's state from its log, with every mode of this Warren. */
export function foldOf(database: Database<object>, settings: Settings): Fold {
  const { composition } = composeServer(database, {
    settings,
    modes: [terminalOf(settings, {}), ...serverModes],
    now: Date.now,
    settledNow: Date.now,
    log: createServerLog(settings),
  });
  return composition.running.spine.fold;
}
