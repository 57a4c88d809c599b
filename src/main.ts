import { randomBytes } from 'node:crypto';
import { userInfo } from 'node:os';

import type { Kysely } from 'kysely';

import { AccessWatch } from '#account/server/access-watch.ts';
import { ensureFirstPerson, findFirstPerson } from '#account/server/first-person.ts';
import type { PeopleDeps } from '#account/server/people.ts';
import { readPreferences } from '#account/server/preferences.ts';
import type { RemovalDeps } from '#account/server/remove-person.ts';
import { SignInUses } from '#account/server/sign-in-uses.ts';
import { identify, signIn, signOut } from '#account/server/sign-ins.ts';
import type { AccountTables } from '#account/server/tables.ts';
import { newestBackup } from '#backups/server/backup-files.ts';
import { type BackupsContribution, backupsContribution } from '#backups/server/backups-contribution.ts';
import { baseData } from '#composition/server/base-data.ts';
import {
  accountContribution,
  languageModelContribution,
  sessionContribution,
} from '#composition/server/base-slices.ts';
import { compose } from '#composition/server/compose.ts';
import type { ServerContribution } from '#composition/server/contribution.ts';
import { type Database, tablesOf } from '#database/server/database.ts';
import { dayOf } from '#day/domain/day.ts';
import { type Clock, createSettledNow } from '#day/server/settled-now.ts';
import { createEmbedders } from '#embedding/server/create-embedders.ts';
import { uuidV7 } from '#kernel/id.ts';
import { createRoleModels } from '#language-model/server/create-role-models.ts';
import type { LanguageModelDependencies } from '#language-model/server/dependencies.ts';
import type { LanguageModelTables } from '#language-model/server/tables.ts';
import { libraryContribution } from '#library/server/library-contribution.ts';
import { serverModes } from '#modes/server-modes.ts';
import { chatMessages } from '#modes/terminal/chat/domain/chat-messages.ts';
import type { TerminalTables } from '#modes/terminal/running/server/tables.ts';
import { findLeftFiles, type FoundFiles } from '#modes/terminal/server/find-left-files.ts';
import { terminalContribution } from '#modes/terminal/server/terminal-contribution.ts';
import { terminalData } from '#modes/terminal/server/terminal-data.ts';
import { terminalTraces } from '#modes/terminal/server/terminal-traces.ts';
import type { PersonData } from '#person-data/server/person-data.ts';
import { backupWriterOf } from '#platform/database/backup/backup-writer-of.ts';
import { damagedLog, reportDamage } from '#platform/database/check/quick-check.ts';
import { ensureDataFolder } from '#platform/database/data-folder/data-folder.ts';
import { removeDrafts } from '#platform/database/data-folder/remove-drafts.ts';
import { openStore, type OpenStore } from '#platform/database/open-store.ts';
import { createEmbeddedEmbedder } from '#platform/embedding/embedded/embedded-embedder.ts';
import { createOpenaiEmbeddings } from '#platform/embedding/openai-compatible/openai-embeddings.ts';
import { createFetchLink } from '#platform/fetching/create-fetch-link.ts';
import { createPrivateNetwork } from '#platform/fetching/private-network.ts';
import { createReadiness } from '#platform/health/readiness.ts';
import { startHttpServer } from '#platform/http/http-server.ts';
import { createAnthropic } from '#platform/language-model/anthropic/anthropic.ts';
import { createOpenaiCompatible } from '#platform/language-model/openai-compatible/openai-compatible.ts';
import { createVectorIndex } from '#platform/library-search/vectors/create-vector-index.ts';
import { createWordSearch } from '#platform/library-search/words/create-word-search.ts';
import { wordTraces } from '#platform/library-search/words/word-traces.ts';
import { createLog, type ServerLog } from '#platform/logging/create-log.ts';
import { openPty } from '#platform/pty/open-pty.ts';
import { createDocumentReader } from '#platform/reading/create-document-reader.ts';
import type { Fold } from '#session/domain/fold.ts';
import { toErrorMessage } from '#session/server/connection/answers.ts';
import { serveConnection } from '#session/server/connection/connection.ts';
import type { Log } from '#session/server/dependencies.ts';
import { readLatestTime } from '#session/server/log/log.ts';
import type { SessionTables } from '#session/server/tables.ts';
import type { StatusDeps } from '#status/server/read-status.ts';
import { statusContribution } from '#status/server/status-contribution.ts';

import { pageFolder } from './cli/page-folder.ts';
import { readSettings, type Settings } from './cli/settings.ts';
import { signInLink } from './cli/sign-in-link.ts';
import { readVersion } from './cli/version.ts';

/** Asking the system for ten bytes takes longer than all else about an id. */
const random = { bytes: randomBytes(8_000), used: 0 };

function newId(): string {
  if (random.used === random.bytes.length) Object.assign(random, { bytes: randomBytes(8_000), used: 0 });
  random.used += 10;
  return uuidV7(Date.now(), random.bytes.subarray(random.used - 10, random.used));
}

/** The people of a store. Each new person finds what the modes contribute. */
export function peopleOf(store: Database<object>): PeopleDeps {
  return {
    database: tablesOf<AccountTables>(store),
    onCreated: serverModes.flatMap(({ onPersonCreated }) => onPersonCreated ?? []),
    now: Date.now,
  };
}

/** Dependencies of removing a person, in commands that run beside a server. */
export function removalOf(store: Database<object>, { home }: Pick<Settings, 'home'>): RemovalDeps {
  return {
    database: tablesOf<AccountTables>(store),
    now: Date.now,
    traces: [terminalTraces(tablesOf<TerminalTables>(store), home), wordTraces(store.engine)],
  };
}

/** The data of a person that all slices export and import. */
export const personData: readonly PersonData[] = [
  ...baseData(chatMessages),
  terminalData,
  ...serverModes.flatMap(({ data }) => data ?? []),
];

/** Dependencies of language models, in the server and in commands that run beside it. */
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
    privateNetwork: {
      ...createPrivateNetwork({ allowed: settings.allowedPrivateAddresses }),
      mayUse: async (db, person) => (await findFirstPerson(db as unknown as Kysely<AccountTables>))?.id === person,
    },
    isOffline: settings.isOffline,
    home: settings.home,
    dayOf: async (db, person, at) => dayOf(at, await readPreferences(db as unknown as Kysely<AccountTables>, person)),
    now: Date.now,
    newId,
    random: Math.random,
    logError,
  };
}

type LogSettings = Pick<Settings, 'logFormat' | 'logLevel' | 'token' | 'providers'>;

const toStderr = (line: string) => void process.stderr.write(line);

/** The log of a server with these settings. */
export function createServerLog(
  { logFormat, logLevel, token, providers }: LogSettings,
  write: (line: string) => void = toStderr,
): ServerLog {
  const given = [token, ...Object.values(providers).map(({ key }) => key)];
  const secrets = given.filter((secret) => secret !== undefined);
  return createLog({ format: logFormat, level: logLevel, secrets, write });
}

export interface RunningServer {
  /** The first person's sign-in link, or the address alone for a log of programs. */
  readonly url: string;
  /** The address that the server listens on. */
  readonly address: string;
  /** Of the first person. */
  readonly token: string;
  /** Resolves with the reason if another server takes the data, so that this one must be closed. */
  readonly replaced: Promise<Error>;
  close(): Promise<void>;
}

interface Replaced {
  readonly modes?: readonly ServerContribution[];
  readonly clock?: Clock;
  /** Takes each line of the log. */
  readonly writeLog?: (line: string) => void;
}

const SYSTEM_CLOCK: Clock = { now: Date.now, monotonic: () => performance.now() };

/**
 * The composition root: reads the settings, picks the adapters, and composes the server from its contributions. A
 * test may add a mode, set the clock of sessions, and read the log.
 */
export async function runServer(
  environment: NodeJS.ProcessEnv,
  { modes = serverModes, clock = SYSTEM_CLOCK, writeLog = toStderr }: Replaced = {},
): Promise<RunningServer> {
  const settings = readSettings(environment);
  const log = createServerLog(settings, writeLog);
  await ensureDataFolder(settings.home);
  const store = await openStore({ ...settings, warn: (message) => log.warn(message) });
  try {
    await removeDrafts(settings.home, Date.now());
    const backups = backupsContribution({
      home: settings.home,
      writer: await backupWriterOf(settings),
      standing: store.standing,
    });
    const all = [terminalOf(settings, environment), ...modes];
    return await serve(settings, store, { backups, modes: all, clock, log });
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** A token from the environment is known already, and a log that programs read does not repeat it. */
function linkOf({ logFormat, token: given }: Settings, { address, token }: { address: string; token: string }): string {
  return logFormat === 'json' && given !== undefined ? `${address}/` : signInLink(address, token);
}

interface Composing {
  readonly settings: Settings;
  readonly modes: readonly ServerContribution[];
  readonly now: () => number;
  readonly settledNow: () => number | null;
  readonly log: Log;
}

/** Puts the server together over a database. Nothing runs yet. */
function composeServer(database: Database<object>, composing: Composing) {
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

/** How a session's state is computed from its log, with every mode of this Warren. */
export function foldOf(database: Database<object>, environment: NodeJS.ProcessEnv): Fold {
  const settings = readSettings(environment);
  const modes = [terminalOf(settings, environment), ...serverModes];
  const composing = {
    settings,
    modes,
    now: Date.now,
    settledNow: Date.now,
    log: createServerLog(settings),
  };
  return composeServer(database, composing).composition.running.spine.fold;
}

/** The files of terminals in a data folder, compared with its database. */
export function leftFilesOf(database: Database<object>, home: string): Promise<FoundFiles> {
  return findLeftFiles(tablesOf<TerminalTables>(database).read, home);
}

function terminalOf({ home, recordingLimits }: Settings, environment: NodeJS.ProcessEnv): ServerContribution {
  return terminalContribution({ openPty, environment, home, recordingLimits });
}

/** What `warren status` and its route read. */
export async function statusOf(
  { read, place }: { readonly read: Database<object>['read']; readonly place: string },
  { home, providers, isOffline }: Settings,
): Promise<StatusDeps> {
  return {
    version: await readVersion(),
    read: read as unknown as StatusDeps['read'],
    place,
    home,
    serverAccess: providers,
    isOffline,
    lastBackup: () => newestBackup(home, Date.now()),
  };
}

const failedBackups = (problem: string | null) => (problem === null ? [] : [`No backup could be made. ${problem}`]);

interface Serving extends Required<Pick<Replaced, 'modes' | 'clock'>> {
  readonly backups: BackupsContribution;
  readonly log: ServerLog;
}

async function serve(
  settings: Settings,
  store: OpenStore,
  { backups, modes, clock, log }: Serving,
): Promise<RunningServer> {
  const people = peopleOf(store);
  const settledNow = createSettledNow(clock, await readLatestTime(tablesOf<SessionTables>(store).read));
  const signIns = { ...people, settledNow };
  const uses = new SignInUses(signIns);
  const { token } = await ensureFirstPerson(people, {
    home: settings.home,
    token: settings.token,
    userName: userInfo().username,
  });
  const status = statusContribution(await statusOf(store, settings), async () => ({
    address: server.address,
    rejectedKeys: roleModels.rejectedKeys,
    problems: [
      ...(await readiness()).problems.map(({ message }) => message),
      ...failedBackups(await backups.problem()),
      ...new Set([...damage, ...composition.running.sessions.damaged.map(damagedLog)]),
    ],
  }));
  const { composition, roleModels } = composeServer(store, {
    settings,
    modes: [status, backups, ...modes],
    now: clock.now,
    settledNow,
    log,
  });
  let isReady = false;
  let damage: readonly string[] = [];
  const readiness = createReadiness({
    database: store,
    standing: store.standing,
    home: settings.home,
    monotonic: () => performance.now(),
    isServing: () => isReady,
  });
  const replaced = new Promise<Error>((resolve) => {
    store.standing.onChange((trouble) => {
      if (trouble === null) log.info('The data are in their place again, so they are written again.');
      else {
        log.error([trouble.message, ...(trouble.cause instanceof Error ? [trouble.cause.message] : [])].join(' '));
        composition.running.people.tellAll(toErrorMessage(trouble, {}));
        if (trouble.detail.reason === 'taken-over') resolve(trouble);
      }
    });
  });
  const server = await startHttpServer({
    host: settings.host,
    port: settings.port,
    allowedHosts: settings.allowedHosts,
    trustedProxies: settings.trustedProxies,
    routes: composition.routes,
    // In development the page comes from Vite's own server.
    pageFolder: settings.pageUrl === undefined ? pageFolder : null,
    log,
    identify: (credentials) => identify({ ...signIns, onUsed: uses.used }, credentials),
    signIn: (given, userAgent) => signIn(signIns, given, userAgent),
    signOut: (cookie) => signOut(signIns, cookie),
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
    readiness,
    onAnswered: ({ method, route, status, ms }) => log.debug(`${method} ${route} ${status} ${Math.round(ms)} ms`),
  });
  store.announce(server.address);
  await composition.recover();
  const watch = new AccessWatch({
    ...signIns,
    openCredentials: () => server.sockets.openCredentials(),
    endAccess: (credential) => server.sockets.closeSocketsOf(credential),
    onUsed: uses.used,
    onLeaving: composition.onLeaving,
    logError: (message, cause) => log.error(message, cause),
  });
  isReady = true;
  void reportDamage(store, { home: settings.home, log }).then((found) => (damage = found));
  return {
    url: linkOf(settings, { address: settings.pageUrl ?? server.address, token }),
    address: server.address,
    token,
    replaced,
    async close() {
      isReady = false;
      watch.close();
      await composition.close();
      await server.close();
      await roleModels.close();
      await store.close();
    },
  };
}
