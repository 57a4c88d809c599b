import { randomBytes } from 'node:crypto';
import { userInfo } from 'node:os';

import type { Kysely } from 'kysely';

import { ensureFirstPerson } from '#account/server/first-person.ts';
import type { PeopleDeps } from '#account/server/people.ts';
import { readPreferences } from '#account/server/preferences.ts';
import { identify, signIn, signOut } from '#account/server/sign-ins.ts';
import type { AccountTables } from '#account/server/tables.ts';
import {
  accountContribution,
  languageModelContribution,
  sessionContribution,
} from '#composition/server/base-slices.ts';
import { compose } from '#composition/server/compose.ts';
import type { ServerContribution } from '#composition/server/contribution.ts';
import { type Database, tablesOf } from '#database/server/database.ts';
import { dayOf } from '#day/domain/day.ts';
import { createEmbedders } from '#embedding/server/create-embedders.ts';
import { uuidV7 } from '#kernel/id.ts';
import { createRoleModels } from '#language-model/server/create-role-models.ts';
import type { LanguageModelDependencies } from '#language-model/server/dependencies.ts';
import type { LanguageModelTables } from '#language-model/server/tables.ts';
import { libraryContribution } from '#library/server/library-contribution.ts';
import { serverModes } from '#modes/server-modes.ts';
import { terminalContribution } from '#modes/terminal/server/terminal-contribution.ts';
import { ensureDataFolder } from '#platform/database/data-folder/data-folder.ts';
import { openStore, type OpenStore } from '#platform/database/open-store.ts';
import { createEmbeddedEmbedder } from '#platform/embedding/embedded/embedded-embedder.ts';
import { createOpenaiEmbeddings } from '#platform/embedding/openai-compatible/openai-embeddings.ts';
import { createFetchLink } from '#platform/fetching/create-fetch-link.ts';
import { startHttpServer } from '#platform/http/http-server.ts';
import { createAnthropic } from '#platform/language-model/anthropic/anthropic.ts';
import { createOpenaiCompatible } from '#platform/language-model/openai-compatible/openai-compatible.ts';
import { createVectorIndex } from '#platform/library-search/vectors/create-vector-index.ts';
import { createWordSearch } from '#platform/library-search/words/create-word-search.ts';
import { openPty } from '#platform/pty/open-pty.ts';
import { createDocumentReader } from '#platform/reading/create-document-reader.ts';
import { serveConnection } from '#session/server/connection/connection.ts';
import type { Log } from '#session/server/dependencies.ts';

import { pageFolder } from './cli/page-folder.ts';
import { readSettings, type Settings } from './cli/settings.ts';
import { signInLink } from './cli/sign-in-link.ts';

const newId = () => uuidV7(Date.now(), randomBytes(10));

/** The people of a store. Each new person finds what the modes contribute. */
export function peopleOf(store: Database<object>): PeopleDeps {
  return {
    database: tablesOf<AccountTables>(store),
    onCreated: serverModes.flatMap(({ onPersonCreated }) => onPersonCreated ?? []),
    now: Date.now,
  };
}

/** What language models need, in the server and in commands that run beside it. */
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
    isOffline: settings.isOffline,
    home: settings.home,
    dayOf: async (db, person, at) => dayOf(at, await readPreferences(db as unknown as Kysely<AccountTables>, person)),
    now: Date.now,
    newId,
    random: Math.random,
    logError,
  };
}

export interface RunningServer {
  /** The first person's sign-in link. */
  readonly url: string;
  close(): Promise<void>;
}

/**
 * The composition root: reads the settings, picks the adapters, and composes the server from its contributions. A
 * test may add a mode.
 */
export async function runServer(
  environment: NodeJS.ProcessEnv,
  { modes = serverModes }: { readonly modes?: readonly ServerContribution[] } = {},
): Promise<RunningServer> {
  const settings = readSettings(environment);
  await ensureDataFolder(settings.home);
  const store = await openStore(settings);
  try {
    return await serve(settings, store, [
      terminalContribution({ openPty, environment, home: settings.home, recordingLimits: settings.recordingLimits }),
      ...modes,
    ]);
  } catch (error) {
    await store.close();
    throw error;
  }
}

async function serve(
  settings: Settings,
  store: OpenStore,
  modes: readonly ServerContribution[],
): Promise<RunningServer> {
  const people = peopleOf(store);
  const { token } = await ensureFirstPerson(people, {
    home: settings.home,
    token: settings.token,
    userName: userInfo().username,
  });
  const models = languageModelsOf(store, settings, (message, cause) => log.error(message, cause));
  const roleModels = createRoleModels(models);
  const embedders = createEmbedders({ roleModels, embedded: createEmbeddedEmbedder() });
  const composition = compose({
    database: store,
    contributions: [
      accountContribution,
      sessionContribution,
      languageModelContribution(models, roleModels),
      libraryContribution({
        embedders,
        vectors: createVectorIndex(store, log),
        words: createWordSearch(store, (message, cause) => log.error(message, cause)),
        fetchLink: createFetchLink({ allowed: settings.allowedPrivateAddresses }),
        reader: createDocumentReader(),
      }),
      ...modes,
    ],
    roleModels,
    now: Date.now,
    newId,
    log,
  });
  let isReady = false;
  const server = await startHttpServer({
    host: settings.host,
    port: settings.port,
    allowedHosts: settings.allowedHosts,
    routes: composition.routes,
    // In development the page comes from Vite's own server.
    pageFolder: settings.pageUrl === undefined ? pageFolder : null,
    log,
    identify: (credentials) => identify(people, credentials),
    signIn: (given) => signIn(people, given),
    signOut: (cookie) => signOut(people, cookie),
    onSocket: (socket, person) =>
      serveConnection(socket, person, {
        sessions: composition.running.sessions,
        people: composition.running.people,
        backlog: composition.running.backlog,
        lineage: store.lineage,
        monotonic: () => performance.now(),
        log,
      }),
    sockets: composition.sockets,
    ready: () => isReady,
  });
  store.announce(server.address);
  await composition.recover();
  isReady = true;
  return {
    url: signInLink(settings.pageUrl ?? server.address, token),
    async close() {
      isReady = false;
      await composition.close();
      await server.close();
      await roleModels.close();
      await store.close();
    },
  };
}

const log: Log = {
  info: (message) => void process.stderr.write(`${message}\n`),
  error(message, cause) {
    const why = cause instanceof Error ? (cause.stack ?? cause.message) : JSON.stringify(cause);
    process.stderr.write(why === undefined ? `${message}\n` : `${message}: ${why}\n`);
  },
};
