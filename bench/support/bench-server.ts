import type { Kysely } from 'kysely';

import { readPreferences } from '#account/server/preferences.ts';
import { accountRoutes } from '#account/server/routes.ts';
import { identify, signIn, signOut } from '#account/server/sign-ins.ts';
import type { AccountTables } from '#account/server/tables.ts';
import { tablesOf } from '#database/server/database.ts';
import type { RabbitholeAgents } from '#modes/rabbit-hole/server/agents/agents.ts';
import { embeddedPointWriter, createEmbeddedExplorer } from '#modes/rabbit-hole/server/agents/embedded-agents.ts';
import { embeddedDetector } from '#modes/rabbit-hole/server/agents/embedded-detector.ts';
import type { RabbitholeTables } from '#modes/rabbit-hole/server/tables.ts';
import { createRabbitholeHost } from '#modes/recall/server/rabbithole-host.ts';
import { createWholeRecall } from '#modes/recall/server/whole-recall.ts';
import type { RecallTables } from '#modes/recall/storage/server/tables.ts';
import { createServerModes } from '#modes/server-modes.ts';
import { openStore } from '#platform/database/open-store.ts';
import { startHttpServer } from '#platform/http/http-server.ts';
import { serveConnection } from '#session/server/connection/connection.ts';
import { sessionRoutes } from '#session/server/routes.ts';
import { createSpine } from '#session/server/spine.ts';
import type { SessionTables } from '#session/server/tables.ts';
import { createUndoLog } from '#undo/server/create-undo-log.ts';

import { newId } from '../../fixtures/spine/world.ts';
import { watchSockets } from './full-sockets.ts';
import { serveMeter } from './metered-process.ts';
import { createScriptedTutor, silentEvaluator } from './scripted-tutor.ts';

/**
 * A server process for benchmarks: everything that `main.ts` wires, over a data folder that was seeded before, with
 * doubles behind the ports of the tutor and the evaluator alone.
 */
const [home = '', pageFolder] = process.argv.slice(2);
const log = { info: () => {}, error: (message: string, cause?: unknown) => console.error(message, cause) };

const store = await openStore({ home, databaseUrl: undefined });
const sockets = watchSockets();
const account = tablesOf<AccountTables>(store);
const people = { database: account, onCreated: [], now: Date.now };
const agents = { evaluator: silentEvaluator, tutor: createScriptedTutor(() => sockets.isFull()) };
const recall = {
  database: tablesOf<RecallTables>(store),
  agentsOf: () => Promise.resolve(agents),
  preferencesOf: (db: Kysely<RecallTables>, person: string) =>
    readPreferences(db as unknown as Kysely<AccountTables>, person),
  undo: createUndoLog({ now: Date.now, newId }),
  now: Date.now,
  newId,
};
const rabbithole = {
  database: tablesOf<RabbitholeTables>(store),
  agentsOf: () =>
    Promise.resolve({
      detector: embeddedDetector,
      pointWriter: embeddedPointWriter,
      createAgent: (...[about, passages]: Parameters<RabbitholeAgents['createAgent']>) =>
        createEmbeddedExplorer(about, passages, { paceMs: 0 }),
    }),
  hosts: { recall: createRabbitholeHost(tablesOf<RecallTables>(store)) },
  cooldownOf: () => Promise.resolve(3),
};
const running = createSpine({
  database: tablesOf<SessionTables>(store),
  modes: createServerModes({ recall, rabbithole }),
  now: Date.now,
  newId,
  owner: newId(),
  log,
});
const { spine, sessions } = running;
const roleModels = { of: () => Promise.resolve(null) };
const wholeRecall = createWholeRecall({ ...recall, roleModels, running, log });
const server = await startHttpServer({
  host: '127.0.0.1',
  port: 0,
  allowedHosts: [],
  routes: [
    ...accountRoutes({ database: account, undo: recall.undo }),
    ...sessionRoutes(spine, sessions, recall.undo),
    ...wholeRecall.routes,
  ],
  pageFolder: pageFolder ?? null,
  log,
  identify: (credentials) => identify(people, credentials),
  signIn: (given) => signIn(people, given),
  signOut: (cookie) => signOut(people, cookie),
  onSocket(socket, person) {
    sockets.add(socket);
    serveConnection(socket, person, {
      sessions,
      people: running.people,
      lineage: store.lineage,
      monotonic: () => performance.now(),
      log,
    });
  },
  ready: () => true,
});
await sessions.recover();

serveMeter({
  url: server.address,
  async close() {
    await wholeRecall.close();
    await sessions.close();
    await server.close();
    await store.close();
  },
});
