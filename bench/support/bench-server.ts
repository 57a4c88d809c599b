import { identify, signIn, signOut } from '#account/server/sign-ins.ts';
import type { AccountTables } from '#account/server/tables.ts';
import { upMessage } from '#composition/protocol.ts';
import { accountContribution, sessionContribution } from '#composition/server/compose-server.ts';
import { compose } from '#composition/server/compose.ts';
import { tablesOf } from '#database/server/database.ts';
import { rabbitholeContribution } from '#modes/rabbit-hole/server/rabbithole-contribution.ts';
import { recallContribution } from '#modes/recall/server/recall-contribution.ts';
import { openStore } from '#platform/database/open-store.ts';
import { startHttpServer } from '#platform/http/http-server.ts';
import { serveConnection } from '#session/server/connection/connection.ts';

import { newId } from '../../fixtures/spine/world.ts';
import { watchSockets } from './full-sockets.ts';
import { serveMeter } from './metered-process.ts';
import { createScriptedTutor, creditingEvaluator } from './scripted-tutor.ts';

/**
 * A server process for benchmarks: the same composition as in `main.ts`, on a prepared data folder, with doubles behind
 * the ports of the tutor and the evaluator.
 */
const [home = '', pageFolder] = process.argv.slice(2);
const log = {
  info: () => {},
  warn: console.error,
  error: (message: string, cause?: unknown) => console.error(message, cause),
};

const store = await openStore({ home, databaseUrl: undefined });
const sockets = watchSockets();
const people = {
  database: tablesOf<AccountTables>(store),
  onCreated: [],
  now: Date.now,
  settledNow: Date.now,
  onUsed: () => {},
};
const agents = { evaluator: creditingEvaluator, tutor: createScriptedTutor(() => sockets.isFull()) };
const { running, routes, recover, close } = compose({
  database: store,
  contributions: [
    accountContribution({ home, environmentToken: undefined }),
    sessionContribution,
    recallContribution({ agentsOf: () => Promise.resolve(agents) }),
    rabbitholeContribution(),
  ],
  roleModels: { of: () => Promise.resolve(null) },
  now: Date.now,
  newId,
  log,
  paceMs: 0,
});
const server = await startHttpServer({
  host: '127.0.0.1',
  port: 0,
  allowedHosts: [],
  routes,
  pageFolder: pageFolder ?? null,
  log,
  identify: (credentials) => identify(people, credentials),
  signIn: (given) => signIn(people, given),
  signOut: (cookie) => signOut(people, cookie),
  onSocket(socket, person) {
    sockets.add(socket);
    serveConnection(
      socket,
      { person, signIn: null },
      {
        sessions: running.sessions,
        people: running.people,
        backlog: running.backlog,
        lineage: store.lineage,
        upMessage,
        monotonic: () => performance.now(),
        log,
      },
    );
  },
  readiness: () => Promise.resolve({ ok: true, problems: [] }),
});
await recover();

serveMeter({
  url: server.address,
  async close() {
    await close();
    await server.close();
    await store.close();
  },
});
