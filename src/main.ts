import { once } from 'node:events';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';

import type { Kysely } from 'kysely';

import { noteClient, requireAccessToken } from '#account/server/access-tokens.ts';
import { AccessWatch } from '#account/server/access-watch.ts';
import { ensureFirstPerson } from '#account/server/first-person.ts';
import { SignInUses } from '#account/server/sign-in-uses.ts';
import { identify, signIn, signOut } from '#account/server/sign-ins.ts';
import type { AccountTables } from '#account/server/tables.ts';
import { type BackupsContribution, backupsContribution } from '#backups/server/backups-contribution.ts';
import { upMessage } from '#composition/protocol.ts';
import { composeServer } from '#composition/server/compose-server.ts';
import { peopleOf } from '#composition/server/people.ts';
import { createServerLog, toStderr } from '#composition/server/server-log.ts';
import { readSettings, type Settings } from '#composition/server/settings.ts';
import { startChecks } from '#composition/server/start-checks.ts';
import { listServers, statusOf } from '#composition/server/status.ts';
import { terminalOf } from '#composition/server/terminal.ts';
import type { ServerContribution } from '#contribution/server/contribution.ts';
import { tablesOf } from '#database/server/database.ts';
import { Draining } from '#database/server/draining.ts';
import { type Clock, createSettledNow } from '#day/server/settled-now.ts';
import { keySecretOf } from '#language-model/server/keys/key-file.ts';
import { requireKeySecret } from '#language-model/server/keys/require-key-secret.ts';
import { serverModes } from '#modes/server-modes.ts';
import { backupWriterOf } from '#platform/database/backup/backup-writer-of.ts';
import { checkLargeFile, damagedLog, reportDamage } from '#platform/database/check/quick-check.ts';
import { ensureDataFolder } from '#platform/database/data-folder/data-folder.ts';
import { removeDrafts } from '#platform/database/data-folder/remove-drafts.ts';
import { serverIdOf } from '#platform/database/data-folder/server-id.ts';
import { emptyTemporaryFolder } from '#platform/database/data-folder/temporary-folder.ts';
import { openStore, type OpenStore } from '#platform/database/open-store.ts';
import type { ServerIdentity } from '#platform/database/serving/server-rows.ts';
import { createReadiness } from '#platform/health/readiness.ts';
import { startHttpServer } from '#platform/http/http-server.ts';
import { type ServerLog } from '#platform/logging/create-log.ts';
import { createProgramAnswers } from '#platform/mcp/answer-programs.ts';
import { programsContribution } from '#programs/server/programs-contribution.ts';
import { FOLD_VERSION } from '#session/domain/fold.ts';
import { toErrorMessage } from '#session/server/connection/answers.ts';
import { serveConnection } from '#session/server/connection/connection.ts';
import { readLatestTime } from '#session/server/log/log.ts';
import type { SessionTables } from '#session/server/tables.ts';
import { statusContribution } from '#status/server/status-contribution.ts';
import { PROTOCOL_VERSION } from '#wire/protocol-version.ts';

import { exportsContribution } from './cli/exports-contribution.ts';
import { launcher } from './cli/launcher.ts';
import { pageFolder } from './cli/page-folder.ts';
import { signInLink } from './cli/sign-in-link.ts';
import { readVersion } from './cli/version.ts';

export interface RunningServer {
  /** The first person's sign-in link, or only the address if the log is JSON and the token was given. */
  readonly url: string;
  /** The address that the server listens on. */
  readonly address: string;
  /** The first person's token. */
  readonly token: string;
  /** Resolves with the reason if another server takes the data, so that this one must be closed. */
  readonly replaced: Promise<Error>;
  /**
   * Call it before a stop: hands over everybody to other servers, if there are any. A server without others does not
   * wait.
   */
  drain(): Promise<void>;
  close(): Promise<void>;
}

interface Replaced {
  readonly modes?: readonly ServerContribution[];
  readonly clock?: Clock;
  readonly writeLog?: (line: string) => void;
  /** Aborted by a stop, which does not wait for work that an earlier server left. */
  readonly stopping?: AbortSignal;
}

/** Maximum wait of a dead server's work after the server counts as dead. */
const LOOK_FOR_LEFT_EVERY_MS = 2_000;

/**
 * How long requests of a person who is handed over can still be answered. A longer request fails at its next commit.
 */
const ANSWER_WITHIN_MS = 1_000;

const SYSTEM_CLOCK: Clock = { now: Date.now, monotonic: () => performance.now() };

/**
 * The composition root: reads the settings, selects the adapters, and composes the server from its contributions. A
 * test can add a mode, set the clock of sessions, and read the log.
 */
export async function runServer(
  environment: NodeJS.ProcessEnv,
  { modes = serverModes, clock = SYSTEM_CLOCK, writeLog = toStderr, stopping }: Replaced = {},
): Promise<RunningServer> {
  const settings = readSettings(environment);
  const log = createServerLog(settings, writeLog);
  await ensureDataFolder(settings.home);
  const version = await readVersion();
  const identity = settings.cluster && {
    id: await serverIdOf(settings.home),
    name: hostname(),
    // Distinguishes two builds of one version by the format of what they store and send.
    version: `${version}+${FOLD_VERSION}.${PROTOCOL_VERSION}`,
  };
  const store = await openStore({ ...settings, member: identity, warn: (message) => log.warn(message) });
  const member = identity && { ...identity, name: store.serverName ?? identity.name };
  if (member) log.name(member.name);
  if (member && member.name !== identity.name)
    log.info(`Another server is called ${identity.name}, so this one is called ${member.name}.`);
  try {
    const { home, keysKey } = settings;
    await requireKeySecret(store, { home, keysKey, isShared: member !== undefined });
    await removeDrafts(settings.home, Date.now());
    await emptyTemporaryFolder(settings.home);
    const backups = backupsContribution({
      home: settings.home,
      writer: await backupWriterOf(settings),
      writeAccess: store.writeAccess,
      duties: store.duties,
      server: store.serverName,
    });
    let listensOn = '';
    const all = [terminalOf(settings, { environment, version, address: () => listensOn }), ...modes];
    return await serve(settings, store, {
      backups,
      modes: all,
      clock,
      log,
      member,
      stopping,
      onListening: (address) => (listensOn = address),
    });
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** A token from the environment is known already, so a JSON log does not repeat it. */
function linkOf({ logFormat, token: given }: Settings, { address, token }: { address: string; token: string }): string {
  return logFormat === 'json' && given !== undefined ? `${address}/` : signInLink(address, token);
}

const failedBackups = (problem: string | null) => (problem === null ? [] : [`No backup could be made. ${problem}`]);

async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}

interface Serving extends Required<Pick<Replaced, 'modes' | 'clock'>> {
  readonly stopping: AbortSignal | undefined;
  readonly onListening: (address: string) => void;
  readonly backups: BackupsContribution;
  readonly log: ServerLog;
  /** The identity of this server among several. */
  readonly member: ServerIdentity | undefined;
}

async function serve(
  settings: Settings,
  store: OpenStore,
  { backups, modes, clock, log, member, stopping, onListening }: Serving,
): Promise<RunningServer> {
  const people = peopleOf(store);
  const settledNow = createSettledNow(clock, await readLatestTime(tablesOf<SessionTables>(store).read));
  const signIns = { ...people, settledNow };
  const uses = new SignInUses(signIns);
  const { token } = await ensureFirstPerson(people, {
    home: settings.home,
    token: settings.token,
  });
  const statusDeps = {
    ...statusOf(store, { settings, version: await readVersion() }),
    servers: () => listServers(store),
  };
  const status = statusContribution(statusDeps, async () => ({
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
    modes: [
      status,
      backups,
      exportsContribution(settings),
      programsContribution({ launcher, home: settings.home }),
      ...modes,
    ],
    now: clock.now,
    settledNow,
    log,
    served: store.people,
    duties: store.duties,
  });
  let isReady = false;
  let damage: readonly string[] = [];
  const readiness = createReadiness({
    database: store,
    writeAccess: store.writeAccess,
    home: settings.home,
    monotonic: () => performance.now(),
    isServing: () => isReady,
    isSilent: () => store.people.isSilent,
    isDraining: async () => store.people.isDraining && (await store.people.peopleByServer()).length > 0,
  });
  const replaced = new Promise<Error>((resolve) => {
    store.writeAccess.onChange((trouble) => {
      if (trouble === null) log.info('The data are in their place again, so they are written again.');
      else {
        log.error([trouble.message, ...(trouble.cause instanceof Error ? [trouble.cause.message] : [])].join(' '));
        composition.running.people.notifyAll(toErrorMessage(trouble, {}));
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
    // In development, Vite's server serves the page.
    pageFolder: settings.pageUrl === undefined ? pageFolder : null,
    log,
    identify: (credentials) => identify({ ...signIns, onUsed: uses.used }, credentials),
    signIn: (given, userAgent) => signIn(signIns, given, userAgent),
    signOut: (cookie) => signOut(signIns, cookie),
    onSocket: (socket, person, signIn) =>
      serveConnection(
        socket,
        { person, signIn },
        {
          sessions: composition.running.sessions,
          people: composition.running.people,
          backlog: composition.running.backlog,
          lineage: store.lineage,
          upMessage,
          monotonic: () => performance.now(),
          log,
        },
      ),
    sockets: composition.sockets,
    answerProgram: createProgramAnswers({
      ...composition.offered,
      version: statusDeps.version,
      log,
      requireToken: (who, trx) =>
        requireAccessToken((trx as Kysely<AccountTables> | undefined) ?? signIns.database.read, who),
      noteClient: (seen) => noteClient(signIns, seen),
    }),
    cluster: settings.cluster &&
      member && {
        ...member,
        secret: settings.cluster.secret,
        host: settings.cluster.internalHost,
        port: settings.cluster.internalPort,
        serverCount: () => store.people.serverCount,
        claim: (person) => store.people.claim(person),
        servedElsewhere: (persons) => store.people.servedElsewhere(persons),
        otherServers: () => store.people.otherServers(),
        serversOf: (ids) => store.people.serversOf(ids),
      },
    readiness,
    onAnswered: ({ method, route, status, ms }) => log.debug(`${method} ${route} ${status} ${Math.round(ms)} ms`),
  });
  store.people.onHandOver(async (person) => {
    await Promise.race([server.answering.settle(person), delay(ANSWER_WITHIN_MS)]);
    await composition.onLost(person);
  });
  store.people.onLost((person) => {
    server.sockets.closeMoved(person);
    composition.onLost(person).catch((error: unknown) => log.error('A person who moved could not be let go', error));
  });
  const { address, internalAddress, sockets } = server;
  onListening(address);
  const end = async () => {
    await composition.close();
    await server.close();
    await roleModels.close();
  };
  try {
    await store.announce({ address, internalAddress }, () => sockets.count());
    await server.refuseOtherSecret();
  } catch (error) {
    await end();
    throw error;
  }
  await Promise.race([composition.recover(), ...(stopping ? [aborted(stopping)] : [])]);
  const watch = new AccessWatch({
    ...signIns,
    openCredentials: () => server.sockets.openCredentials(),
    endAccess: (credential) => server.sockets.closeSocketsOf(credential),
    onUsed: uses.used,
    onLeaving: composition.onLeaving,
    logError: (message, cause) => log.error(message, cause),
  });
  isReady = true;
  const draining =
    settings.cluster &&
    new Draining({
      served: store.people,
      keeping: () => composition.keeping(server.answering.people),
      connected: () => server.sockets.people(),
      endsPrograms: settings.terminals.endsAtStop,
      withinMs: settings.cluster.drainMs,
      log,
    });
  draining?.start();
  const looking = member && setInterval(() => composition.lookForLeft(), LOOK_FOR_LEFT_EVERY_MS).unref();
  const ending = new AbortController();
  const checks = [
    ...startChecks(store, { fold: composition.running.spine.fold, keySecret: keySecretOf(settings) }),
    () => checkLargeFile(store, { home: settings.home, signal: ending.signal }),
  ];
  void reportDamage(store, { home: settings.home, log, checks, signal: ending.signal }).then(
    (found) => (damage = found),
  );
  return {
    url: linkOf(settings, { address: settings.pageUrl ?? server.address, token }),
    address: server.address,
    token,
    replaced,
    async drain() {
      await draining?.drain();
    },
    async close() {
      isReady = false;
      draining?.close();
      ending.abort();
      clearInterval(looking);
      watch.close();
      await end();
      await store.close();
    },
  };
}
