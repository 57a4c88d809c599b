import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';

import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';

import { tablesOf } from '#database/server/database.ts';
import { servePostgres } from '#platform/database/engines/postgres.ts';
import type { MetaTables } from '#platform/database/migrate.ts';
import { SILENT_AFTER_MS } from '#platform/database/serving/server-rows.ts';

import { createEmptyDatabase, dropDatabase, urlOf } from '../../fixtures/database/postgres-engine.ts';
import { temporaryFolder } from '../../fixtures/database/temporary-folder.ts';
import { beginSession } from '../../fixtures/server/begin-session.ts';
import { apiOf, type ChildServer, startChildServer } from '../../fixtures/server/child-server.ts';
import { runHere } from '../../fixtures/server/run-here.ts';
import { connect } from '../../fixtures/server/wire-client.ts';
import { run as attach } from './commands/attach.ts';
import { run as check } from './commands/check.ts';
import { run as readStatus } from './commands/status.ts';
import { run as user } from './commands/user.ts';

const socketFolder = inject('postgres');
const POINTS = ['Adenosine builds up while we are awake.', 'Caffeine blocks adenosine receptors.'];

/** A new database with servers on it, each with its own data folder. */
async function openDatabase() {
  const name = await createEmptyDatabase(socketFolder ?? '');
  const url = urlOf(socketFolder ?? '', name);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const servers: ChildServer[] = [];
  onTestFinished(async () => {
    for (const server of servers) {
      server.process.kill('SIGCONT');
      await server.kill();
    }
    await client.end();
    await dropDatabase(socketFolder ?? '', name);
  }, 120_000);
  return {
    url,
    async start(): Promise<ChildServer> {
      const server = await startChildServer({ home: temporaryFolder(), environment: { WARREN_DATABASE_URL: url } });
      servers.push(server);
      return server;
    },
    async messages(session: string): Promise<string[]> {
      const { rows } = await client.query<{ body: string }>(
        "select body from events where session_id = $1 and type = 'user_message' order by seq",
        [session],
      );
      return rows.map(({ body }) => (JSON.parse(body) as { messageId: string }).messageId);
    },
    /** Pretends that a suspended server was silent for so long that another one can take its place. */
    async letSilencePass(): Promise<void> {
      await client.query('update servers set beat_at = beat_at - $1', [SILENT_AFTER_MS]);
    },
    /** The time since a server's last sign of life, by the database's clock. */
    async silentMs(): Promise<number> {
      const { rows } = await client.query<{ silent: string }>(
        'select (extract(epoch from clock_timestamp()) * 1000)::bigint - beat_at as silent from servers',
      );
      return Number(rows[0]?.silent);
    },
  };
}

const exitCode = (server: ChildServer): Promise<number | null> =>
  new Promise((resolve) => {
    if (server.process.exitCode !== null) resolve(server.process.exitCode);
    else server.process.once('exit', resolve);
  });

test.skipIf(socketFolder === undefined)(
  'a second server on a database is refused with the name and address of the first until that one stops',
  async () => {
    const database = await openDatabase();
    const environment = { WARREN_HOME: temporaryFolder(), WARREN_DATABASE_URL: database.url };
    const addGrace = () => runHere(user, { positionals: ['add', 'Grace'], environment });
    await expect(addGrace()).rejects.toThrow(
      /^There is nobody in postgres:.* yet\. Start Warren once, then add people\.$/,
    );
    const first = await database.start();
    await expect(database.start()).rejects.toThrow(
      new RegExp(
        `process ${first.process.pid} on ${hostname()}, since [\\d-]{10}.* at ${first.url}\\. Stop it first\\.`,
      ),
    );
    // Commands run beside it.
    expect(await addGrace()).toMatchObject({
      code: 0,
      output: expect.stringContaining(`Grace signs in at ${first.url}/#token=`),
      errors: '',
    });
    const outputOf = async (run: typeof user, ...positionals: string[]) =>
      (await runHere(run, { positionals, environment: { ...environment, WARREN_TOKEN: first.token } })).output;
    expect(await outputOf(user, 'renew-token', 'Grace')).toContain(`at ${first.url}/#token=`);
    expect(await outputOf(check)).toContain('Nothing is damaged.');
    const status = await outputOf(readStatus);
    expect(status).toMatch(new RegExp(`^Server +running at ${first.url}$`, 'mu'));
    expect(status).toMatch(/^People +2$/m);
    expect(await outputOf(attach)).toBe('Nothing runs.\n');
    // It continues to give signs of life and to serve.
    await expect.poll(() => database.silentMs()).toBeLessThan(10_000);
    expect(await first.stop()).toBe(0);
    const second = await database.start();
    expect((await fetch(`${second.url}/readyz`)).status).toBe(200);
  },
);

test.skipIf(socketFolder === undefined)(
  'a suspended server loses its database to the next one, writes nothing afterwards, and reports why',
  async () => {
    const database = await openDatabase();
    const first = await database.start();
    const { session } = await beginSession(apiOf(first), POINTS, 'Caffeine');
    const before = await connect(first);
    const say = (client: typeof before, id: string) =>
      client.ask({ type: 'user_message', session, id, content: 'I do not know.' });
    const [known, lost, later] = [randomUUID(), randomUUID(), randomUUID()];
    expect(await say(before, known)).toMatchObject({ type: 'accepted' });

    first.process.kill('SIGSTOP');
    // Sent to the suspended process, which reads it when it resumes.
    before.sendRaw(JSON.stringify({ type: 'user_message', session, id: lost, content: 'I do not know.' }));
    await database.letSilencePass();
    const second = await database.start();
    const after = await connect(second);

    first.process.kill('SIGCONT');
    expect(await exitCode(first)).toBe(1);
    expect(first.errors()).toMatch(
      /Another Warren has taken the database, so this one writes nothing more and stops\. This one gave no sign of life to postgres:/,
    );
    const answers = before.messages.filter((message) => 'id' in message && message.id === lost);
    expect(answers.filter(({ type }) => type === 'accepted')).toEqual([]);
    expect(await database.messages(session)).toEqual([known]);

    expect(await say(after, later)).toMatchObject({ type: 'accepted' });
    expect(await database.messages(session)).toEqual([known, later]);
    expect(await second.stop()).toBe(0);
  },
);

test.skipIf(socketFolder === undefined)(
  'a server suspended in a transaction neither blocks its successor nor commits later',
  async () => {
    const database = await openDatabase();
    const { database: opened, serving } = await servePostgres(database.url);
    const first = tablesOf<MetaTables>(opened);
    onTestFinished(() => opened.close());
    let goOn = () => undefined as void;
    const suspended = new Promise<void>((resolve) => (goOn = resolve));
    const writing = first.write(async (trx) => {
      await trx.insertInto('meta').values({ key: 'late', value: '' }).execute();
      await suspended;
    });
    const failed = expect(writing).rejects.toMatchObject({ kind: 'store-failed' });
    await serving.release();
    // Waits for the transaction, which the database then ends.
    const { database: second } = await servePostgres(database.url);
    onTestFinished(() => second.close());
    goOn();
    await failed;
    await expect(first.write(() => Promise.resolve())).rejects.toMatchObject({
      kind: 'store-failed',
      detail: { reason: 'taken-over' },
    });
    expect(serving.writeAccess.trouble?.detail.reason).toBe('taken-over');
    const rows = await tablesOf<MetaTables>(second).read.selectFrom('meta').select('key').execute();
    expect(rows.map(({ key }) => key)).toEqual(['lineage']);
  },
);
