import { randomUUID } from 'node:crypto';

import pg from 'pg';
import { describe, expect, inject, onTestFinished, test, vi } from 'vitest';

import type { AccountTables } from '#account/server/tables.ts';
import { tablesOf } from '#database/server/database.ts';
import { Draining } from '#database/server/draining.ts';

import { type CuttingProxy, startCuttingProxy } from '../../../../fixtures/database/cutting-proxy.ts';
import { createDatabase, dropDatabase, urlOf } from '../../../../fixtures/database/postgres-engine.ts';
import { servePostgres } from '../engines/postgres.ts';
import { SILENT_AFTER_MS } from './server-rows.ts';

const DRAINING = {
  endsPrograms: false,
  withinMs: 30_000,
  connected: () => [],
  log: { info: () => undefined, error: expect.unreachable },
};
const socketFolder = inject('postgres') ?? '';

/** A new database with people, and servers on it that allow each other. */
async function openCluster() {
  const name = await createDatabase(socketFolder);
  const url = urlOf(socketFolder, name);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const opened: { close(): Promise<void> }[] = [];
  onTestFinished(async () => {
    for (const each of opened) await each.close();
    await client.end();
    await dropDatabase(socketFolder, name);
  });
  return {
    url,
    client,
    async serve(
      id: string,
      version = '1.9',
      { through, ...more }: { through?: CuttingProxy; answerWithinMs?: number } = {},
    ) {
      const { database, serving } = await servePostgres(through?.urlOf(name) ?? url, {
        member: { id, name: id, version },
        ...more,
      });
      opened.push(database);
      await serving.announce({ address: `http://${id}`, internalAddress: `http://${id}:1` });
      const tables = tablesOf<AccountTables>(database);
      const setTimeZone = (person: string) =>
        tables.write(async (trx) => {
          await trx.updateTable('preferences').set({ time_zone: id }).where('person_id', '=', person).execute();
        });
      return { ...serving, database: tables, close: () => database.close(), setTimeZone };
    },
    async addPerson(): Promise<string> {
      const person = randomUUID();
      await client.query('insert into people (id, name, token_hash, created_at) values ($1, $1, $1, 1)', [person]);
      await client.query(
        `insert into preferences (person_id, time_zone, day_starts_at, desired_retention) values ($1, '', 0, 0.9)`,
        [person],
      );
      return person;
    },
    async timeZone(person: string): Promise<string> {
      const { rows } = await client.query<{ time_zone: string }>(
        'select time_zone from preferences where person_id = $1',
        [person],
      );
      return rows[0]?.time_zone ?? '';
    },
    /** Locks the row of a person, and cuts the connection of the next server that changes it. */
    async cutNextChange(person: string): Promise<void> {
      await client.query('begin');
      await client.query('select 1 from person_owners where person_id = $1 for update', [person]);
      const cut = async () => {
        // Within a transaction, the view of connections is fixed at its first use.
        await client.query('select pg_stat_clear_snapshot()');
        const { rowCount } = await client.query(
          "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        );
        if (rowCount === 0) setTimeout(() => void cut(), 20);
        else await client.query('rollback');
      };
      void cut();
    },
    /** Pretends that a server was silent for so long that another one can take its place. */
    letSilencePass: (id: string) =>
      client.query('update servers set beat_at = beat_at - $1 where id = $2', [SILENT_AFTER_MS, id]),
  };
}

describe.skipIf(socketFolder === '')('several servers on one PostgreSQL', () => {
  test('one of them serves a person, and only it writes the rows of that person', async () => {
    const cluster = await openCluster();
    const [a, b] = [await cluster.serve('a'), await cluster.serve('b')];
    const [ada, grace] = [await cluster.addPerson(), await cluster.addPerson()];
    // Both at once: one of them wins.
    const claims = await Promise.all([a.people.claim(ada), b.people.claim(ada)]);
    expect(claims.filter((other) => other === null)).toHaveLength(1);
    const [owner, stranger] = a.people.serves(ada) ? [a, b] : [b, a];
    const id = owner === a ? 'a' : 'b';
    expect(await stranger.people.claim(ada)).toEqual({ id, name: id, internalAddress: `http://${id}:1` });
    await owner.setTimeZone(ada);
    // A write for a person on another server fails alone, even in a commit with others.
    expect(await stranger.people.claim(grace)).toBeNull();
    const settled = await Promise.allSettled([stranger.setTimeZone(ada), stranger.setTimeZone(grace)]);
    expect(settled).toMatchObject([
      { status: 'rejected', reason: { kind: 'stopping', detail: { reason: 'moved' } } },
      { status: 'fulfilled' },
    ]);
    expect(await cluster.timeZone(ada)).toBe(id);
    // After a release the other one takes the person.
    await owner.people.handOver(ada);
    expect(await stranger.people.claim(ada)).toBeNull();
    await stranger.setTimeZone(ada);
    await expect(owner.setTimeZone(ada)).rejects.toMatchObject({ detail: { reason: 'moved' } });
    expect(await owner.people.claim(ada)).toMatchObject({ id: owner === a ? 'b' : 'a' });
  });

  test('a server that was silent loses the people whom others took, and keeps the rest', async () => {
    const cluster = await openCluster();
    const [a, b] = [await cluster.serve('a'), await cluster.serve('b')];
    const [ada, grace] = [await cluster.addPerson(), await cluster.addPerson()];
    await a.people.claim(ada);
    await a.people.claim(grace);
    const lost: string[] = [];
    const isLost = new Promise<void>((resolve) => {
      a.people.onLost((person) => {
        lost.push(person);
        resolve();
      });
    });
    // The server commits while another one takes the person, which waits for the end of that commit.
    let goOn = () => undefined as void;
    const suspended = new Promise<void>((resolve) => (goOn = resolve));
    let began = () => undefined as void;
    const hasBegun = new Promise<void>((resolve) => (began = resolve));
    const writing = Promise.all([
      a.setTimeZone(ada),
      a.database.write(async () => {
        began();
        await suspended;
      }),
    ]);
    await hasBegun;
    await cluster.letSilencePass('a');
    const zoneOnceTaken = b.people.claim(ada).then(() => cluster.timeZone(ada));
    goOn();
    await writing;
    expect(await zoneOnceTaken).toBe('a');

    await expect(a.setTimeZone(ada)).rejects.toMatchObject({ detail: { reason: 'moved' } });
    await isLost;
    expect(lost).toEqual([ada]);
    expect(a.people.serves(ada)).toBe(false);
    await a.setTimeZone(grace);
    expect(await cluster.timeZone(grace)).toBe('a');
    expect(a.writeAccess.trouble).toBeNull();
  });

  test('a person is handed over after running work, and a reservation keeps other servers from taking them', async () => {
    const cluster = await openCluster();
    const [a, b, c] = [await cluster.serve('a'), await cluster.serve('b'), await cluster.serve('c')];
    const ada = await cluster.addPerson();
    await a.people.claim(ada);
    const steps: string[] = [];
    const ended = Promise.withResolvers<void>();
    a.people.onHandOver(async (person) => {
      steps.push(`ending for ${person}, served ${a.people.serves(person)}`);
      await ended.promise;
      // The last commit of the work that ends.
      await a.setTimeZone(person);
      steps.push('ended');
    });
    a.people.onLost((person) => steps.push(`lost ${person}`));
    const handedOver = a.people.handOver(ada, { reservedFor: 'b', forMs: 60_000 });
    const atA = a.people.claim(ada).then((other) => steps.push(`goes on at ${other?.id}`));
    // Until then the other servers pass requests on to it.
    expect(await b.people.claim(ada)).toMatchObject({ id: 'a' });
    ended.resolve();
    await Promise.all([handedOver, atA]);
    expect(steps).toEqual([`ending for ${ada}, served false`, 'ended', `lost ${ada}`, 'goes on at b']);
    await expect(a.setTimeZone(ada)).rejects.toMatchObject({ detail: { reason: 'moved' } });
    expect(await c.people.claim(ada)).toMatchObject({ id: 'b', internalAddress: 'http://b:1' });
    expect(await c.people.servedOf([ada])).toEqual(new Set());

    // While that server is down its people wait for it, and then move to another one.
    await b.close();
    await expect(c.people.claim(ada)).rejects.toMatchObject({
      kind: 'stopping',
      message: expect.stringMatching(/^The server b is starting again\. .* goes on in \d+ s\./) as string,
      detail: { reason: 'reserved' },
    });
    expect(await c.people.servedOf([ada])).toEqual(new Set());
    await cluster.client.query('update person_owners set reserved_until = reserved_until - 60000');
    expect(await c.people.claim(ada)).toBeNull();
    await c.people.handOver(ada, { reservedFor: 'a', forMs: 60_000 });
    expect(await a.people.servedOf([ada])).toEqual(new Set([ada]));
    const { rows } = await cluster.client.query('select reserved_for, reserved_until from person_owners');
    expect(rows).toEqual([{ reserved_for: null, reserved_until: null }]);
  });

  test('before a stop people are handed over after their work, and those with programs are reserved for their server', async () => {
    const cluster = await openCluster();
    const [a, b] = [await cluster.serve('a'), await cluster.serve('b')];
    const [idle, working, running] = [await cluster.addPerson(), await cluster.addPerson(), await cluster.addPerson()];
    for (const person of [idle, working, running]) await a.people.claim(person);
    // More people than are handed over at once: one of them makes a request before their turn.
    for (let count = 0; count < 8; count += 1) await a.people.claim(await cluster.addPerson());
    const asking = a.people.all().at(-1) ?? '';
    let isWaitedFor = false;
    const work = new Set([working, running]);
    const keeping = () => ({ programs: new Set([running]), work });
    const errors: string[] = [];
    const log = { info: () => undefined, error: (message: string) => errors.push(message) };
    const draining = new Draining({ served: a.people, keeping, ...DRAINING, log });
    // The database cuts one query, which is then repeated.
    a.people.onHandOver(async (person) => {
      if (person !== idle || errors.length > 0) return;
      await cluster.cutNextChange(idle);
    });
    a.people.onLost((person) => {
      if (a.people.serves(working)) work.add(asking);
      if (person === idle && !a.people.all().includes(idle)) work.delete(working);
      // A reply beside a running program is also waited for.
      if (person !== working) return;
      isWaitedFor = a.people.serves(asking);
      setTimeout(() => work.clear(), 500);
    });
    await draining.drain();
    expect(isWaitedFor).toBe(true);
    expect(work.size).toBe(0);
    expect(errors).toEqual(['People could not be handed over before the stop; trying again']);
    expect(a.people.all()).toEqual([running]);
    expect(await b.people.servedOf([idle, working, running])).toEqual(new Set([idle, working]));
    // Until it stops, it serves them and takes nobody else.
    expect(await b.people.claim(running)).toMatchObject({ id: 'a' });
    expect(await a.people.claim(await cluster.addPerson())).toMatchObject({ id: 'b' });
    await a.close();
    await expect(b.people.claim(running)).rejects.toMatchObject({ detail: { reason: 'reserved' } });
    const again = await cluster.serve('a');
    expect(await again.people.claim(running)).toBeNull();
    // The last server has nobody to hand them over to.
    await again.close();
    const ofLast = () => ({ programs: new Set([working]), work: new Set([idle]) });
    await new Draining({ served: b.people, keeping: ofLast, ...DRAINING }).drain();
    expect(b.people.all()).toHaveLength(2);
    expect(b.people.isDraining).toBe(false);
    // Only a person with programs waits for it.
    await b.close();
    const c = await cluster.serve('c');
    await expect(c.people.claim(working)).rejects.toMatchObject({ detail: { reason: 'reserved' } });
    expect(await c.people.claim(idle)).toBeNull();
  });

  test('an unanswered query fails in time, and afterwards a server gives signs of life and takes people', async () => {
    const cluster = await openCluster();
    const proxy = await startCuttingProxy(socketFolder);
    onTestFinished(() => proxy.stop());
    const a = await cluster.serve('a', '1.9', { through: proxy });
    const b = await cluster.serve('b', '1.9', { through: proxy, answerWithinMs: 1_000 });
    const [ada, grace] = [await cluster.addPerson(), await cluster.addPerson()];
    await a.people.claim(ada);
    const failing: Promise<unknown>[] = [];
    const loseAnswerOf = async (text: string, ask: () => Promise<unknown>) => {
      const before = proxy.lost();
      proxy.silence(text);
      failing.push(expect(ask()).rejects.toMatchObject({ kind: 'store-failed' }));
      await expect.poll(() => proxy.lost(), { timeout: 60_000 }).toBe(before + 1);
    };
    await loseAnswerOf('update "person_owners" set "server_id"', () => a.people.claim(grace));
    await loseAnswerOf('update "person_owners" set "server_id"', () => a.people.handOver(ada));
    await loseAnswerOf('from "preferences"', () =>
      b.database.read.selectFrom('preferences').select('time_zone').execute(),
    );
    // The query for the people it still serves.
    proxy.silence('"person", "epoch" from "person_owners"');
    await expect.poll(() => proxy.lost(), { timeout: 60_000 }).toBe(4);
    const beatAt = async () => {
      const { rows } = await cluster.client.query<{ at: string }>('select min(beat_at) as at from servers');
      return Number(rows[0]?.at);
    };
    await expect.poll(beatAt, { timeout: 60_000 }).toBeGreaterThan(await beatAt());
    await expect.poll(() => a.people.isSilent).toBe(false);
    await Promise.all(failing);
    // The next attempt reads what happened.
    expect(await a.people.claim(grace)).toBeNull();
    await a.setTimeZone(grace);
    await a.people.handOver(ada);
    expect(a.people.all()).toEqual([grace]);
    const now = performance.now();
    vi.spyOn(performance, 'now').mockReturnValue(now + SILENT_AFTER_MS + 1);
    expect(a.people.isSilent).toBe(true);
    vi.restoreAllMocks();
  });

  test('a process that lost its place to another neither drains it nor takes people, and old rows are removed', async () => {
    const cluster = await openCluster();
    const [a, b] = [await cluster.serve('a'), await cluster.serve('b')];
    const [ada, grace] = [await cluster.addPerson(), await cluster.addPerson()];
    await b.people.claim(grace);
    await cluster.client.query("update servers set epoch = epoch + 1 where id = 'a'");
    expect(await a.people.drain()).toBe(false);
    expect(a.people.isDraining).toBe(false);
    await expect(a.people.claim(ada)).rejects.toMatchObject({ detail: { reason: 'moved' } });
    const { rows } = await cluster.client.query("select is_draining from servers where id = 'a'");
    expect(rows).toEqual([{ is_draining: 0 }]);
    // A day later the next server with the duties removes the row.
    await b.close();
    await a.close();
    await cluster.client.query('update servers set since = since - 90000000, beat_at = beat_at - 90000000');
    await cluster.client.query("update person_owners set server_id = 'a'");
    const c = await cluster.serve('c');
    const left = await cluster.client.query('select id from servers');
    expect(left.rows).toEqual([{ id: 'c' }]);
    expect(await c.people.left()).toMatchObject([{ person: grace }]);
  });

  test('a server with far more people than the others gives them idle ones, and keeps the rest', async () => {
    const cluster = await openCluster();
    const [a, b, c] = [await cluster.serve('a'), await cluster.serve('b'), await cluster.serve('c')];
    const persons: string[] = [];
    for (let count = 0; count < 24; count += 1) persons.push(await cluster.addPerson());
    for (const person of persons) await a.people.claim(person);
    const work = new Set(persons.slice(0, 10));
    const draining = new Draining({ served: a.people, keeping: () => ({ programs: new Set(), work }), ...DRAINING });
    draining.start();
    // The mean is 8. At most 10 more than that stay.
    await expect.poll(() => a.people.all().length, { timeout: 60_000 }).toBeLessThan(18);
    draining.close();
    expect([...work].every((person) => a.people.serves(person))).toBe(true);
    await expect
      .poll(async () => {
        const others = [await b.people.servedOf(persons), await c.people.servedOf(persons)];
        return others.reduce((sum, { size }) => sum + size, a.people.all().length);
      })
      .toBe(24);
  });

  test('an unused person is released, is on no server meanwhile, and returns to the same server while it lives', async () => {
    const cluster = await openCluster();
    const [a, b] = [await cluster.serve('a'), await cluster.serve('b')];
    const people: string[] = [];
    for (let count = 0; count < 4; count += 1) people.push(await cluster.addPerson());
    const [idle = '', working = '', running = '', reading = ''] = people;
    for (const person of people) await a.people.claim(person);
    const ended: string[] = [];
    a.people.onHandOver((person) => Promise.resolve(ended.push(person)));
    const lost: string[] = [];
    a.people.onLost((person) => lost.push(person));
    const keeping = () => ({ programs: new Set([running]), work: new Set([working]) });
    const options = { ...DRAINING, keeping, connected: () => [reading], unusedMs: 1 };
    const draining = new Draining({ served: a.people, ...options });
    draining.start();
    await expect.poll(() => lost).toEqual([idle]);
    draining.close();
    expect(ended).toEqual([idle]);
    expect(a.people.all()).toEqual([working, running, reading]);
    await expect(a.setTimeZone(idle)).rejects.toMatchObject({ detail: { reason: 'moved' } });
    expect(await b.people.left()).toMatchObject([{ person: idle }]);
    // The person's terminals are there, so work found for them is done there too.
    expect(await b.people.servedOf([idle])).toEqual(new Set());
    expect(await b.people.claim(idle)).toMatchObject({ id: 'a' });
    expect(await a.people.servedOf([idle])).toEqual(new Set([idle]));
    await a.people.letGo(idle);
    await a.close();
    expect(await b.people.claim(idle)).toBeNull();
  });

  test('in an upgrade people move to the newer version, and migrations wait unless the older one can live with them', async () => {
    const cluster = await openCluster();
    const [a, b] = [await cluster.serve('a'), await cluster.serve('b', '1.10')];
    const [ada, grace] = [await cluster.addPerson(), await cluster.addPerson()];
    expect(await a.people.claim(ada)).toMatchObject({ id: 'b' });
    expect(await a.people.servedOf([grace])).toEqual(new Set());
    expect(await b.people.claim(ada)).toBeNull();
    await b.close();
    expect(await a.people.claim(ada)).toBeNull();

    // Restores the schema from before the latest migrations.
    await cluster.client.query('alter table terminals drop column server_id');
    await cluster.client.query('alter table recall_points drop column moment_session_id, drop column moment');
    await cluster.client.query('alter table preferences drop column weekly_aim, drop column weekly_aim_of');
    await cluster.client.query('alter table sources drop column kept_by');
    await cluster.client.query('alter table person_owners drop column reserved_for, drop column reserved_until');
    await cluster.client.query(
      "drop table proposed_points, capture_tokens, duties, push_devices, notification_choices; delete from kysely_migration where name > '0029'",
    );
    const c = await cluster.serve('c', '2.0');
    expect(await a.people.claim(grace)).toMatchObject({ id: 'c' });
    await a.setTimeZone(ada);
    expect(await cluster.timeZone(ada)).toBe('a');
    await c.close();
    await cluster.client.query("delete from kysely_migration where name > '0028'");
    await expect(cluster.serve('d', '3.0')).rejects.toThrow(
      /^The server a at http:\/\/a runs version 1\.9 on .* \(0028-servers\)\. Stop all servers of the older version first\.$/,
    );
  });

  test('a server without others is refused beside members, and they beside it', async () => {
    const cluster = await openCluster();
    const a = await cluster.serve('a');
    await expect(servePostgres(cluster.url)).rejects.toThrow(
      /^Warren is already running on .* process \d+ on a, since/,
    );
    await expect(cluster.serve('a')).rejects.toThrow(
      / with this data folder: process \d+ on a, since .* at http:\/\/a\..* remove server\.id from it\.$/,
    );
    const c = await cluster.serve('c');
    await expect(c.announce({ address: 'http://c', internalAddress: 'http://a:1' })).rejects.toThrow(
      /^http:\/\/a:1 is also the internal address of the server a, process \d+/,
    );
    await c.close();
    await a.close();
    const { database, serving } = await servePostgres(cluster.url);
    await expect(cluster.serve('b')).rejects.toThrow('Warren is already running');
    // Suspended and then replaced, it writes nothing more.
    await cluster.letSilencePass('alone');
    const b = await cluster.serve('b');
    const ada = await cluster.addPerson();
    await b.people.claim(ada);
    await expect(database.write(() => Promise.resolve())).rejects.toMatchObject({ detail: { reason: 'taken-over' } });
    expect(serving.writeAccess.trouble?.detail.reason).toBe('taken-over');
    await database.close();
    await b.setTimeZone(ada);
  });

  test('a write that does not name the person of its rows is a bug', async () => {
    const cluster = await openCluster();
    const a = await cluster.serve('a');
    const write = a.database.write((trx) => trx.updateTable('preferences').set({ time_zone: 'x' }).execute());
    await expect(write).rejects.toThrow('A query writes to preferences and does not name the person.');
  });

  test('a clock an hour ahead takes nobody, one that jumped back keeps no dead server, and a read-only database is reported', async () => {
    const cluster = await openCluster();
    const a = await cluster.serve('a');
    const ada = await cluster.addPerson();
    await a.people.claim(ada);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
    onTestFinished(() => void vi.useRealTimers());
    const b = await cluster.serve('b');
    expect(await b.people.claim(ada)).toMatchObject({ id: 'a' });
    await expect.poll(() => [a.people.serverCount, b.people.serverCount], { timeout: 60_000 }).toEqual([2, 2]);
    expect([a.duties.areHere, b.duties.areHere]).toEqual([true, false]);
    await a.setTimeZone(ada);
    // Pretends that the clock of the database has jumped back since the last sign of life.
    await a.close();
    await cluster.client.query("update servers set beat_at = $1 + beat_at where id = 'a'", [Date.now() + 3_600_000]);
    expect(await b.people.claim(ada)).toBeNull();

    const { rows } = await cluster.client.query<{ name: string }>('select current_database() as name');
    await cluster.client.query(`alter database ${rows[0]?.name} set default_transaction_read_only = on`);
    await expect(cluster.serve('c')).rejects.toThrow(
      'The database can only be read, so nothing was written. If it is a standby, set WARREN_DATABASE_URL to the primary.',
    );
  });
});
