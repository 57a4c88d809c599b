import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';

import { createDatabase, urlOf } from '../fixtures/database/postgres-engine.ts';
import { findPostgres, startPostgres } from '../fixtures/database/postgres-server.ts';
import { addPerson } from '../fixtures/server/add-person.ts';
import { beginSession } from '../fixtures/server/begin-session.ts';
import { apiOf, type ChildServer, sharedDatabases, startProcess } from '../fixtures/server/child-server.ts';
import { atLeast, atMost, type Row } from './row.ts';
import { median } from './statistics.ts';
import { residentMb } from './support/resident.ts';
import { closeAll, openSocket } from './support/socket.ts';
import { withTemporaryHome } from './support/temporary-home.ts';

const MESSAGES = 300;
const READERS = 50;
const PEOPLE = 100;
const SESSIONS_EACH = 15;
const MOVED = 30;
const LOAD_MS = 15_000;
const POINTS = ['Adenosine builds up while we are awake.', 'Caffeine blocks adenosine receptors.'];
const LINE = 'I am not sure, it may be adenosine.';

/** Two servers on one PostgreSQL of this machine: the cost of a hop, and the gain from the second process. */
export function severalServers(): Promise<readonly Row[]> {
  return withTemporaryHome(async (home) => {
    const installed = findPostgres();
    if (!installed) throw new Error('This needs PostgreSQL.');
    const postgres = await startPostgres(installed);
    const url = urlOf(postgres.socketFolder, await createDatabase(postgres.socketFolder));
    const environment = {
      WARREN_DATABASE_URL: url,
      WARREN_TOKEN: randomUUID(),
      WARREN_KEYS_KEY: randomBytes(32).toString('base64'),
      WARREN_CLUSTER_SECRET: randomUUID(),
      WARREN_INTERNAL_HOST: '127.0.0.1',
      WARREN_INTERNAL_PORT: '0',
      WARREN_EMBEDDED_PACE_MS: '0',
    };
    sharedDatabases.set(home, { environment, homes: [home] });
    const start = (name: string) => startProcess({ home: `${home}/${name}`, program: 'launcher', environment });
    const servers: ChildServer[] = [await start('one')];
    try {
      const [owner] = servers as [ChildServer];
      const alone = await load(home, servers);
      servers.push(await start('two'));
      const [, other] = servers as [ChildServer, ChildServer];
      const both = await load(home, servers);
      const ada = await addPerson(owner, { home, name: 'Ada' });
      // The first server that gets a request serves her.
      const { session } = await beginSession(apiOf(ada), POINTS);
      const hop = { ...ada, url: other.url };
      const [directAck, hopAck] = await inTurns([ada, hop], (caller) => acknowledgement(caller, session));
      const [directChunks, hopChunks] = [await chunks(ada, session), await chunks(hop, session)];
      const memory = await Promise.all(servers.map(({ process: { pid = 0 } }) => residentMb(pid)));
      const moved = await movedPerSecond(home, servers);
      const peer = (what: string, value: number) => ({ peer: { what, value } });
      return [
        atMost(2, {
          name: 'hop-acknowledgement',
          what: `added to the acknowledgement of a message by a hop, median of ${MESSAGES} in turns`,
          value: hopAck - directAck,
          unit: 'ms',
          ...peer('without a hop', directAck),
        }),
        atLeast(0.5 * directChunks, {
          name: 'hop-chunks',
          what: `pieces of replies a second to ${READERS} sockets through a hop`,
          value: hopChunks,
          unit: 'chunks/s',
          ...peer('without a hop', directChunks),
        }),
        atLeast(1.6 * alone, {
          name: 'two-processes',
          what: `acknowledgements a second in ${PEOPLE * SESSIONS_EACH} sessions of ${PEOPLE} people who never pause, two processes`,
          value: both,
          unit: 'messages/s',
          ...peer('one process', alone),
        }),
        atLeast(20, {
          name: 'people-moved',
          what: `people a second who are served elsewhere after a drain of ${MOVED}`,
          value: moved,
          unit: 'people/s',
        }),
        atMost(400, {
          name: 'server-memory',
          what: 'resident, the larger of two',
          value: Math.max(...memory),
          unit: 'MB',
        }),
      ];
    } finally {
      for (const server of servers) await server.kill();
      await postgres.stop();
    }
  });
}

interface Caller {
  readonly url: string;
  readonly token: string;
}

/** The medians of both, measured alternately. */
async function inTurns(callers: readonly [Caller, Caller], measure: (caller: Caller) => Promise<readonly number[]>) {
  const all: [number[], number[]] = [[], []];
  for (let turn = 0; turn < 4; turn += 1)
    for (const index of [0, 1] as const) all[index].push(...(await measure(callers[index])));
  return [median(all[0]), median(all[1])] as const;
}

/** Milliseconds until each of several messages is acknowledged. */
async function acknowledgement(caller: Caller, session: string): Promise<number[]> {
  const talk = await openTalk(caller, session);
  const times: number[] = [];
  for (let index = 0; index < MESSAGES / 4; index += 1) {
    const began = performance.now();
    await talk.say();
    times.push(performance.now() - began);
    await talk.replied();
  }
  await talk.close();
  return times.slice(5);
}

async function chunks(caller: Caller, session: string): Promise<number> {
  let count = 0;
  const readers = await Promise.all(
    Array.from({ length: READERS }, () =>
      openSocket(caller, (frame) => (count += frame.includes('"assistant_chunk"') ? 1 : 0)),
    ),
  );
  for (const socket of readers) socket.send(JSON.stringify({ type: 'subscribe', id: randomUUID(), session }));
  const talk = await openTalk(caller, session);
  const began = performance.now();
  for (let index = 0; index < 40; index += 1) {
    await talk.say();
    await talk.replied();
  }
  const perSecond = (1_000 * count) / (performance.now() - began);
  await talk.close();
  await closeAll(readers);
  return perSecond;
}

type Talk = Awaited<ReturnType<typeof openTalk>>;

async function openTalk(caller: Caller, session: string) {
  let onAnswer = () => {};
  let replied = Promise.withResolvers<void>();
  const socket = await openSocket(caller, (frame) => {
    const text = frame.toString('latin1', 0, 60);
    if (/^\{"type":"(?:accepted|error)"/.test(text)) onAnswer();
    if (frame.includes('"assistant_complete"')) replied.resolve();
  });
  const send = (message: object) =>
    new Promise<void>((resolve) => {
      onAnswer = resolve;
      socket.send(JSON.stringify({ ...message, id: randomUUID(), session }));
    });
  await send({ type: 'subscribe' });
  return {
    say() {
      replied = Promise.withResolvers();
      return send({ type: 'user_message', content: LINE });
    },
    replied: () => Promise.race([replied.promise, setTimeout(2_000)]),
    close: () => closeAll([socket]),
  };
}

/**
 * The number of acknowledged messages per second while each person writes to one session after the other without a
 * pause.
 */
async function load(home: string, servers: readonly ChildServer[]): Promise<number> {
  let count = 0;
  let isOver = false;
  const talks: Talk[][] = [];
  for (let index = 0; index < PEOPLE; index += 1) {
    const server = servers[index % servers.length] as ChildServer;
    const caller = await addPerson(server, { home, name: `Person ${index} ${randomUUID()}` });
    const begun = await beginSession(apiOf(caller), POINTS);
    const more = Array.from({ length: SESSIONS_EACH - 1 }, () => beginSession(apiOf(caller), POINTS));
    const sessions = [begun, ...(await Promise.all(more))];
    talks.push(await Promise.all(sessions.map(({ session }) => openTalk(caller, session))));
  }
  const speaking = talks.map(async (ofPerson) => {
    for (let index = 0; !isOver; index += 1) {
      await ofPerson[index % SESSIONS_EACH]?.say();
      count += 1;
    }
  });
  const began = performance.now();
  await setTimeout(LOAD_MS);
  const perSecond = (1_000 * count) / (performance.now() - began);
  isOver = true;
  await Promise.all(speaking);
  await Promise.all(talks.flat().map((talk) => talk.close()));
  return perSecond;
}

/** People moved per second: stops the second server while its people send requests to the first one. */
async function movedPerSecond(home: string, servers: ChildServer[]): Promise<number> {
  const [first, second] = servers as [ChildServer, ChildServer];
  const people: Caller[] = [];
  for (let index = 0; index < MOVED; index += 1) {
    const caller = await addPerson(second, { home, name: `Mover ${index}` });
    await apiOf(caller)('GET', '/api/recall/sets');
    people.push({ ...caller, url: first.url });
  }
  const began = performance.now();
  await second.stop();
  servers.pop();
  for (const caller of people) await apiOf(caller)('GET', '/api/recall/sets');
  return (1_000 * MOVED) / (performance.now() - began);
}
