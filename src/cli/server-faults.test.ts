import { randomBytes, randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { expect, onTestFinished, test } from 'vitest';

import { type CuttingProxy, startCuttingProxy } from '../../fixtures/database/cutting-proxy.ts';
import { createDatabase, urlOf } from '../../fixtures/database/postgres-engine.ts';
import { findPostgres, startPostgres } from '../../fixtures/database/postgres-server.ts';
import { queryPostgres } from '../../fixtures/database/run-query.ts';
import { temporaryFolder } from '../../fixtures/database/temporary-folder.ts';
import { seededRandom } from '../../fixtures/seeded-random.ts';
import { addPerson } from '../../fixtures/server/add-person.ts';
import { beginSession } from '../../fixtures/server/begin-session.ts';
import { apiOf, sharedDatabases, type ChildServer, startProcess } from '../../fixtures/server/child-server.ts';
import { type LastingPage, openLastingPage } from '../../fixtures/server/lasting-page.ts';
import { startRoundRobin } from '../../fixtures/server/round-robin.ts';

const FAULTS = Number(process.env['WARREN_FAULTS'] ?? 0);
const MINUTES = Number(process.env['WARREN_FAULT_MINUTES'] ?? 120);
const SEED = Number(process.env['WARREN_FAULT_SEED'] ?? 1);
const PEOPLE = Number(process.env['WARREN_FAULT_PEOPLE'] ?? 60);
const PAUSE_MS = Number(process.env['WARREN_FAULT_PAUSE_MS'] ?? 4_000);

/** Maximum time of a page without its server, in addition to the time that the machine needs without faults. */
const MAX_WITHOUT_MS: Readonly<Record<string, number>> = { kill: 12_000, drain: 1_000 };
/** The limit for everything else. */
const NET_MS = 90_000;
const LINES = ['I do not know.', 'Give me a hint', 'I am not sure, it may be adenosine.', 'tell me'];
const POINTS = ['Adenosine builds up while we are awake.', 'Caffeine blocks adenosine receptors.'];

/** Records for each transaction which server committed events of which person under which epoch. */
const LOG_OF_COMMITS = `
  create table commits (person_id text, epoch bigint, owner text, server text, primary key (person_id, epoch, server));
  create function note_commit() returns trigger language plpgsql as $$ begin
    insert into commits select person_id, epoch, coalesce(server_id, ''), current_setting('application_name')
      from person_owners where person_id = new.person_id on conflict do nothing;
    return null;
  end $$;
  create constraint trigger note_commit after insert on events deferrable initially deferred
    for each row execute function note_commit();`;

interface Node {
  readonly name: string;
  readonly home: string;
  readonly clock: string;
  readonly toDatabase: CuttingProxy;
  toOthers: CuttingProxy | null;
  server: ChildServer | null;
}

async function openNodes() {
  const installed = findPostgres();
  if (!installed) throw new Error('This needs PostgreSQL.');
  const postgres = await startPostgres(installed);
  const database = await createDatabase(postgres.socketFolder);
  const url = urlOf(postgres.socketFolder, database);
  const nodes: Node[] = [];
  const unclean: string[] = [];
  const shared = {
    WARREN_TOKEN: randomUUID(),
    WARREN_CLUSTER_SECRET: randomUUID(),
    WARREN_KEYS_KEY: randomBytes(32).toString('base64'),
  };
  for (const name of ['one', 'two', 'three']) {
    const home = path.join(temporaryFolder(), name);
    const toDatabase = await startCuttingProxy(postgres.socketFolder);
    nodes.push({ name, home, clock: `${home}.clock`, toDatabase, toOthers: null, server: null });
  }

  /** Starts a server that the other servers reach through a proxy that can be cut. */
  async function start(node: Node): Promise<void> {
    const server = await startProcess({
      home: node.home,
      environment: {
        ...shared,
        WARREN_DATABASE_URL: `${node.toDatabase.urlOf(database)}?application_name=${node.name}`,
        WARREN_INTERNAL_HOST: '127.0.0.1',
        WARREN_INTERNAL_PORT: '0',
        WARREN_ALLOWED_HOSTS: '127.0.0.1',
        WARREN_TEST_CLOCK: node.clock,
        NODE_OPTIONS: `--import ${path.resolve(import.meta.dirname, '../../fixtures/server/jumping-clock.ts')}`,
      },
    });
    const [row] = await queryPostgres(url, {
      text: 'select internal_address from servers where address = $1',
      values: [server.url],
    });
    const { port } = new URL(String(row?.['internal_address']));
    node.toOthers = await startCuttingProxy({ host: '127.0.0.1', port: Number(port) });
    await queryPostgres(url, {
      text: 'update servers set internal_address = $2 where address = $1',
      values: [server.url, `http://127.0.0.1:${node.toOthers.port}`],
    });
    node.server = server;
  }
  async function end(node: Node, how: 'kill' | 'stop'): Promise<void> {
    const { server, toOthers } = node;
    node.server = null;
    if (how === 'kill') await server?.kill();
    const code = how === 'stop' ? await server?.stop() : 0;
    if (code !== 0) unclean.push(`${node.name} ended with ${code}: ${server?.errors().slice(-1_000)}`);
    await toOthers?.stop();
  }
  for (const node of nodes) await start(node);
  const balancer = await startRoundRobin(() => nodes.flatMap(({ server }) => server?.url ?? []));
  const [{ home } = { home: '' }] = nodes;
  sharedDatabases.set(home, { environment: { WARREN_DATABASE_URL: url }, homes: [home] });
  await queryPostgres(url, { text: LOG_OF_COMMITS });
  onTestFinished(async () => {
    await balancer.stop();
    for (const node of nodes) {
      node.server?.process.kill('SIGCONT');
      await end(node, 'kill');
      await node.toDatabase.stop();
    }
    await postgres.stop();
  }, 120_000);
  return { unclean, nodes, postgres, url, balancer, home, start, end };
}

test.skipIf(FAULTS === 0)(
  'no fault among three servers loses or duplicates anything acknowledged',
  async () => {
    const cluster = await openNodes();
    const random = seededRandom(SEED);
    const anyOf = <Thing>(things: readonly Thing[]) => things[Math.floor(random() * things.length)] as Thing;
    const pages: LastingPage[] = [];
    for (let index = 0; index < PEOPLE; index += 1) {
      const person = await addPerson(cluster.balancer, { home: cluster.home, name: `Person ${index}` });
      const { session } = await beginSession(apiOf(person), POINTS);
      pages.push(openLastingPage({ ...person, session, next: () => anyOf(LINES), pauseMs: PAUSE_MS }));
    }

    /** Each causes its fault, waits until it is over, and repairs it. */
    const faults: Readonly<Record<string, (node: Node) => Promise<void>>> = {
      async kill(node) {
        await cluster.end(node, 'kill');
        await everybodyServed();
        await cluster.start(node);
      },
      async suspend({ server }) {
        server?.process.kill('SIGSTOP');
        await delay(15_000);
        server?.process.kill('SIGCONT');
      },
      async 'database cut off'({ toDatabase }) {
        toDatabase.cut(anyOf(['silently', 'aloud']));
        await delay(anyOf([500, 3_000, 14_000]));
        toDatabase.mend();
      },
      async 'server cut off'({ toOthers }) {
        toOthers?.cut(anyOf(['silently', 'aloud']));
        await delay(anyOf([500, 5_000]));
        toOthers?.mend();
      },
      'database restart': () => cluster.postgres.restart(),
      async 'commit without answer'({ toDatabase }) {
        const before = toDatabase.lost();
        toDatabase.loseCommitOf('insert into "events"', 1 + Math.floor(random() * 5));
        // A server without people commits nothing.
        for (let wait = 0; wait < 100 && toDatabase.lost() === before; wait += 1) await delay(50);
        toDatabase.loseCommitOf('no such text', 1);
      },
      async drain(node) {
        await cluster.end(node, 'stop');
        await everybodyServed();
        await cluster.start(node);
      },
      async 'clock jump'({ server, clock }) {
        writeFileSync(clock, String(anyOf([-3_600_000, -5_000, 60_000, 3_600_000])));
        server?.process.kill('SIGUSR2');
        await delay(2_000);
        writeFileSync(clock, '0');
        server?.process.kill('SIGUSR2');
      },
    };
    const everybodyServed = () =>
      expect
        .poll(() => pages.filter((page) => !page.hasBeenServed()).length, { timeout: NET_MS, interval: 50 })
        .toBe(0);
    const longest = () => Math.max(...pages.map((page) => page.longestWaitMs()));
    const forget = () => pages.forEach((page) => page.forget());

    const waits: Record<string, number[]> = {};
    const tooLong: string[] = [];
    const begun = performance.now();
    /** The kinds left in this round. Each is used once before any is used again. */
    let left: string[] = [];
    let count = 0;
    for (; count < FAULTS && performance.now() - begun < MINUTES * 60_000; count += 1) {
      forget();
      await everybodyServed();
      const usual = longest();
      forget();
      if (left.length === 0) left = Object.keys(faults);
      const name = anyOf(left);
      left.splice(left.indexOf(name), 1);
      const node = anyOf(cluster.nodes);
      await faults[name]?.(node);
      const after = longest();
      // Includes messages sent before the fault ended.
      await expect.poll(longest, { timeout: NET_MS }).toBeLessThan(NET_MS);
      for (const page of pages) if (!page.hasBeenServed()) await everybodyServed();
      const wait = Math.max(after, longest());
      (waits[name] ??= []).push(wait);
      console.log(`${count + 1}. ${name} at ${node.name}: ${Math.round(wait)} ms, before ${Math.round(usual)} ms`);
      if (wait > (MAX_WITHOUT_MS[name] ?? NET_MS) + usual) tooLong.push(`${name}: ${Math.round(wait)} ms`);
    }
    for (const page of pages) page.close();
    const figures = Object.entries(waits).map(([name, all]) => ({
      fault: name,
      times: all.length,
      'median ms': Math.round(all.toSorted((one, other) => one - other)[Math.floor(all.length / 2)] ?? 0),
      'longest ms': Math.round(Math.max(...all)),
    }));
    console.table(figures);
    console.log(`${pages.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0)} messages were acknowledged.`);
    const refusals = new Set(pages.flatMap((page) => page.refusals));
    if (refusals.size > 0) console.log('Refused, too:', [...refusals]);

    const events = (await queryPostgres(cluster.url, {
      text: 'select session_id, seq, type, body from events order by session_id, seq',
    })) as unknown as { session_id: string; seq: number; type: string; body: string }[];
    const said = new Map<string, number>();
    let before = { session: '', seq: 0 };
    const gaps: string[] = [];
    for (const { session_id: session, seq, type, body } of events) {
      if (seq !== (session === before.session ? before.seq + 1 : 1)) gaps.push(`${session} ${seq}`);
      before = { session, seq };
      const { messageId } = JSON.parse(body) as { messageId: string };
      if (type === 'user_message') said.set(messageId, (said.get(messageId) ?? 0) + 1);
    }
    const acknowledged = pages.flatMap((page) => [...page.acknowledged]);
    const commits = await queryPostgres(cluster.url, {
      text: 'select person_id, epoch, array_agg(distinct server) as servers from commits group by 1, 2 having count(distinct server) > 1',
    });
    expect({
      gaps,
      lost: acknowledged.filter((id) => !said.has(id)),
      doubled: [...said].filter(([, times]) => times > 1),
      sharedEpochs: commits,
      tooLong,
      unclean: cluster.unclean,
    }).toEqual({ gaps: [], lost: [], doubled: [], sharedEpochs: [], tooLong: [], unclean: [] });
  },
  MINUTES * 60_000 + 600_000,
);
