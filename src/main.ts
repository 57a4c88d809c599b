import { randomBytes } from 'node:crypto';
import { userInfo } from 'node:os';

import type { Kysely, Transaction } from 'kysely';

import { ensureFirstPerson } from '#account/server/first-person.ts';
import type { PersonCreated } from '#account/server/people.ts';
import { preferencesUndoHandlers } from '#account/server/preference-actions.ts';
import { cooldownOf, readPreferences } from '#account/server/preferences.ts';
import { accountRoutes } from '#account/server/routes.ts';
import { identify, signIn, signOut } from '#account/server/sign-ins.ts';
import type { AccountTables } from '#account/server/tables.ts';
import { pageFolder } from '#cli/page-folder.ts';
import { readSettings, type Settings } from '#cli/settings.ts';
import { signInLink } from '#cli/sign-in-link.ts';
import { tablesOf } from '#database/server/database.ts';
import { dayOf } from '#day/domain/day.ts';
import { uuidV7 } from '#kernel/id.ts';
import { createRoleModels } from '#language-model/server/create-role-models.ts';
import type { LanguageModelDependencies } from '#language-model/server/dependencies.ts';
import { languageModelRoutes } from '#language-model/server/routes.ts';
import { modelSettingUndoHandlers } from '#language-model/server/setting-undo.ts';
import type { LanguageModelTables } from '#language-model/server/tables.ts';
import { chooseAgents as chooseRabbitholeAgents } from '#modes/rabbit-hole/server/agents/choose-agents.ts';
import { createEmbeddedExplorer, embeddedPointWriter } from '#modes/rabbit-hole/server/agents/embedded-agents.ts';
import { embeddedDetector } from '#modes/rabbit-hole/server/agents/embedded-detector.ts';
import { rabbitholeRoutes } from '#modes/rabbit-hole/server/routes.ts';
import type { RabbitholeTables } from '#modes/rabbit-hole/server/tables.ts';
import { embeddedEvaluator } from '#modes/recall/evaluator/server/embedded-evaluator.ts';
import { chooseAgents } from '#modes/recall/server/agents/choose-agents.ts';
import { createRabbitholeHost } from '#modes/recall/server/rabbithole-host.ts';
import { createWholeRecall } from '#modes/recall/server/whole-recall.ts';
import { addSampleSet } from '#modes/recall/sets/server/sets.ts';
import { readHeld, readSubject } from '#modes/recall/sets/server/subject.ts';
import type { RecallTables } from '#modes/recall/storage/server/tables.ts';
import { createEmbeddedTutor } from '#modes/recall/tutor/server/embedded-tutor.ts';
import { createServerModes } from '#modes/server-modes.ts';
import { ensureDataFolder } from '#platform/database/data-folder/data-folder.ts';
import type { OpenDatabase } from '#platform/database/open-database.ts';
import { openStore, type OpenStore } from '#platform/database/open-store.ts';
import { startHttpServer } from '#platform/http/http-server.ts';
import { createAnthropic } from '#platform/language-model/anthropic/anthropic.ts';
import { createOpenaiCompatible } from '#platform/language-model/openai-compatible/openai-compatible.ts';
import { serveConnection } from '#session/server/connection/connection.ts';
import type { Log } from '#session/server/dependencies.ts';
import { sessionRoutes } from '#session/server/routes.ts';
import { sessionUndoHandlers } from '#session/server/session-undo.ts';
import { createSpine } from '#session/server/spine.ts';
import type { SessionTables } from '#session/server/tables.ts';
import { createUndoLog } from '#undo/server/create-undo-log.ts';
import { undoRoutes } from '#undo/server/routes.ts';
import type { UndoTables } from '#undo/server/tables.ts';

/** Between two words of the embedded agents that speak: about as fast as one reads. */
const EMBEDDED_PACE_MS = 12;

const newId = () => uuidV7(Date.now(), randomBytes(10));

/** What every new person finds. */
export const onPersonCreated: readonly PersonCreated[] = [
  (trx, person) => addSampleSet(trx as unknown as Transaction<RecallTables>, person, { at: Date.now(), newId }),
];

/** What the language models of all roles are made of, in the server and beside it. */
export function languageModelsOf(
  store: OpenDatabase,
  settings: Settings,
  logError: LanguageModelDependencies['logError'],
): LanguageModelDependencies {
  return {
    database: tablesOf<LanguageModelTables>(store),
    providers: { anthropic: createAnthropic(), openai: createOpenaiCompatible() },
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

/**
 * The composition root: reads the settings, picks the adapters, and wires every slice to them. `url` is the first
 * person's sign-in link.
 */
export async function runServer(environment: NodeJS.ProcessEnv): Promise<{ url: string; close(): Promise<void> }> {
  const settings = readSettings(environment);
  await ensureDataFolder(settings.home);
  const store = await openStore(settings);
  try {
    return await serve(settings, store);
  } catch (error) {
    await store.close();
    throw error;
  }
}

async function serve(settings: Settings, store: OpenStore): Promise<{ url: string; close(): Promise<void> }> {
  const account = tablesOf<AccountTables>(store);
  const recallTables = tablesOf<RecallTables>(store);
  const people = { database: account, onCreated: onPersonCreated, now: Date.now };
  const { token } = await ensureFirstPerson(people, {
    home: settings.home,
    token: settings.token,
    userName: userInfo().username,
  });

  const undo = createUndoLog({ now: Date.now, newId });
  const models = languageModelsOf(store, settings, (message, cause) => log.error(message, cause));
  const roleModels = createRoleModels(models);

  const embedded = { evaluator: embeddedEvaluator, tutor: createEmbeddedTutor({ paceMs: EMBEDDED_PACE_MS }) };
  const recall = {
    database: recallTables,
    agentsOf: chooseAgents(roleModels, embedded),
    preferencesOf: (db: Kysely<RecallTables>, person: string) =>
      readPreferences(db as unknown as Kysely<AccountTables>, person),
    undo,
    now: Date.now,
    newId,
  };
  const rabbithole = {
    database: tablesOf<RabbitholeTables>(store),
    agentsOf: chooseRabbitholeAgents(roleModels, {
      detector: embeddedDetector,
      pointWriter: embeddedPointWriter,
      createAgent: (surroundings, passages) =>
        createEmbeddedExplorer(surroundings, passages, { paceMs: EMBEDDED_PACE_MS }),
    }),
    hosts: { recall: createRabbitholeHost(recallTables) },
    cooldownOf: (db: Kysely<RabbitholeTables>, person: string) =>
      cooldownOf(db as unknown as Kysely<AccountTables>, person),
  };
  const running = createSpine({
    database: tablesOf<SessionTables>(store),
    modes: createServerModes({ recall, rabbithole }),
    now: Date.now,
    newId,
    owner: newId(),
    log,
  });
  const { spine, sessions, idle } = running;

  const wholeRecall = createWholeRecall({ ...recall, roleModels, running, log });

  const routes = [
    ...accountRoutes({ database: account, undo }),
    ...languageModelRoutes({ ...models, roleModels, undo }),
    ...sessionRoutes(spine, sessions, undo),
    ...wholeRecall.routes,
    ...rabbitholeRoutes({
      ...rabbithole,
      embeddedPointWriter,
      subjectOf: (person, setId) => readSubject(recallTables.read, { person, setId }),
      heldOf: (person, setId, texts) => readHeld(recallTables.read, { person, setId }, texts),
    }),
    ...undoRoutes({
      database: tablesOf<UndoTables>(store),
      handlers: {
        ...preferencesUndoHandlers,
        ...modelSettingUndoHandlers(roleModels),
        ...sessionUndoHandlers(sessions),
        ...wholeRecall.undoHandlers,
      },
      now: Date.now,
    }),
  ];
  let isReady = false;
  const server = await startHttpServer({
    host: settings.host,
    port: settings.port,
    allowedHosts: settings.allowedHosts,
    routes,
    // The page of a development server stands elsewhere.
    pageFolder: settings.pageUrl === undefined ? pageFolder : null,
    log,
    identify: (credentials) => identify(people, credentials),
    signIn: (given) => signIn(people, given),
    signOut: (cookie) => signOut(people, cookie),
    onSocket: (socket, person) =>
      serveConnection(socket, person, {
        sessions,
        people: running.people,
        lineage: store.lineage,
        monotonic: () => performance.now(),
        log,
      }),
    ready: () => isReady,
  });
  store.announce(server.address);
  await sessions.recover();
  await wholeRecall.recover();
  idle.start();
  isReady = true;
  return {
    url: signInLink(settings.pageUrl ?? server.address, token),
    async close() {
      isReady = false;
      await wholeRecall.close();
      await idle.close();
      await sessions.close();
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
