import type { Kysely } from 'kysely';

import { findFirstPerson } from '#account/server/first-person.ts';
import { readPreferences } from '#account/server/preferences.ts';
import type { AccountTables } from '#account/server/tables.ts';
import { type Database, tablesOf } from '#database/server/database.ts';
import { dayOf } from '#day/domain/day.ts';
import type { LanguageModelDependencies } from '#language-model/server/dependencies.ts';
import { keySecretOf } from '#language-model/server/keys/key-file.ts';
import type { LanguageModelTables } from '#language-model/server/tables.ts';
import { createOpenaiEmbeddings } from '#platform/embedding/openai-compatible/openai-embeddings.ts';
import { createPrivateNetwork } from '#platform/fetching/private-network.ts';
import { createAnthropic } from '#platform/language-model/anthropic/anthropic.ts';
import { createLocalServers } from '#platform/language-model/local-servers/create-local-servers.ts';
import { createOpenaiCompatible } from '#platform/language-model/openai-compatible/openai-compatible.ts';

import { newId } from './new-id.ts';
import type { Settings } from './settings.ts';

/** Dependencies of language models, for the server and for commands that run beside it. */
export function languageModelsOf(
  store: Database<object>,
  settings: Settings,
  logError: LanguageModelDependencies['logError'],
): LanguageModelDependencies {
  return {
    database: tablesOf<LanguageModelTables>(store),
    providers: { anthropic: createAnthropic(), openai: createOpenaiCompatible() },
    embeddings: createOpenaiEmbeddings(),
    serverAccess: settings.providers,
    localServers: createLocalServers(settings.localModelPorts),
    privateNetwork: {
      ...createPrivateNetwork({ allowed: settings.allowedPrivateAddresses }),
      mayUse: async (db, person) => (await findFirstPerson(db as unknown as Kysely<AccountTables>))?.id === person,
    },
    isOffline: settings.isOffline,
    keySecret: keySecretOf(settings),
    dayOf: async (db, person, at) => dayOf(at, await readPreferences(db as unknown as Kysely<AccountTables>, person)),
    now: Date.now,
    newId,
    random: Math.random,
    logError,
  };
}
