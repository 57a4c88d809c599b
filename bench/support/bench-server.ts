import type { Kysely } from 'kysely';

import { readPreferences } from '#account/server/preferences.ts';
import { accountRoutes } from '#account/server/routes.ts';
import { identify, signIn, signOut } from '#account/server/sign-ins.ts';
import type { AccountTables } from '#account/server/tables.ts';
import { agentRoutes } from '#modes/recall/server/agent-routes.ts';
import { recallRoutes } from '#modes/recall/server/routes.ts';
import type { RecallTables } from '#modes/recall/server/tables.ts';
import { createServerModes } from '#modes/server-modes.ts';
import { openStore } from '#platform/database/open-store.ts';
import { startHttpServer } from '#platform/http/http-server.ts';
import { serveConnection } from '#session/server/connection.ts';
import { tablesOf } from '#session/server/database.ts';
import { sessionRoutes } from '#session/server/routes.ts';
import { createSpine } from '#session/server/spine.ts';
import type { SessionTables } from '#session/server/tables.ts';

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
const recall = {
  database: tablesOf<RecallTables>(store),
  evaluator: silentEvaluator,
  tutor: createScriptedTutor(() => sockets.isFull()),
  preferencesOf: (db: Kysely<RecallTables>, person: string) =>
    readPreferences(db as unknown as Kysely<AccountTables>, person),
  now: Date.now,
  newId,
};
const running = createSpine({
  database: tablesOf<SessionTables>(store),
  modes: createServerModes({ recall }),
  now: Date.now,
  newId,
  owner: newId(),
  log,
});
const { spine, sessions } = running;
const server = await startHttpServer({
  host: '127.0.0.1',
  port: 0,
  allowedHosts: [],
  routes: [
    ...accountRoutes(account),
    ...agentRoutes(recall.tutor),
    ...sessionRoutes(spine, sessions),
    ...recallRoutes({
      ...recall,
      sessionOf: async (person, session) => (await sessions.get({ person, session })).state,
    }),
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
    await sessions.close();
    await server.close();
    await store.close();
  },
});
