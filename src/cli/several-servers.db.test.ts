import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';

import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';

import type { SignInsAnswer, TokenAnswer } from '#account/protocol.ts';
import type { AddedSources } from '#library/sources/protocol.ts';
import type { DeckProgress } from '#modes/recall/sets/protocol.ts';
import type { ExportState } from '#person-data/protocol.ts';
import { serverIdOf } from '#platform/database/data-folder/server-id.ts';
import { Hops } from '#platform/http/passing-on/hops.ts';
import type { ServersAnswer } from '#status/protocol.ts';

import { temporaryFolder } from '../../fixtures/database/temporary-folder.ts';
import { addPerson } from '../../fixtures/server/add-person.ts';
import { beginSession } from '../../fixtures/server/begin-session.ts';
import { apiOf } from '../../fixtures/server/child-server.ts';
import { openCluster } from '../../fixtures/server/cluster.ts';
import { programOf } from '../../fixtures/server/program.ts';
import { runCommand } from '../../fixtures/server/run-command.ts';
import { runHere } from '../../fixtures/server/run-here.ts';
import type { Server } from '../../fixtures/server/start-server.ts';
import { connect, type WireClient } from '../../fixtures/server/wire-client.ts';
import { until } from '../../fixtures/spine/world.ts';
import type { CommandCall } from './command.ts';
import { run as drain } from './commands/drain.ts';
import { run as listServers } from './commands/servers.ts';

const socketFolder = inject('postgres') ?? '';
const POINTS = ['Adenosine builds up while we are awake.', 'Caffeine blocks adenosine receptors.'];

/** Sends a file as curl does: the body follows only after the server's "100 Continue". Resolves with the status. */
function sendFile({ url, token }: Server, content: string): Promise<number | undefined> {
  const sent = request(`${url}/api/library/files?name=large.txt`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/plain', expect: '100-continue' },
  });
  sent.on('continue', () => sent.end(content));
  return new Promise((resolve, reject) => {
    sent.on('error', reject);
    sent.on('response', (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
  });
}

describe.skipIf(socketFolder === '')('three servers on one PostgreSQL', () => {
  test('any of them accepts any request and any socket, and one of them answers', async () => {
    const cluster = await openCluster(socketFolder);
    const servers = [await cluster.start(), await cluster.start(), await cluster.start()];
    const [first, second, third] = servers as [(typeof servers)[0], (typeof servers)[0], (typeof servers)[0]];

    // One server writes, another reads.
    const { session } = await beginSession(apiOf(first), POINTS, 'Caffeine');
    expect(servers.map(({ url }) => url)).toContain(await cluster.ownersAddress());
    for (const server of servers) {
      const sets = await apiOf(server)<{ sets: { title: string }[] }>('GET', '/api/recall/sets');
      expect(JSON.stringify(sets)).toContain('Caffeine');
    }
    const { token: ofProgram } = await apiOf(first)<TokenAnswer>('POST', '/api/access-tokens', {
      name: 'A program',
      scopes: ['read'],
    });
    for (const { url } of servers) {
      const { result } = await programOf({ url, token: ofProgram }).ask('prompts/list');
      expect(result?.['prompts']).toMatchObject([{ name: 'write_from_my_library' }]);
      expect(await programOf({ url, token: 'warren_mcp_wrong' }).ask('tools/list')).toMatchObject({ status: 401 });
    }
    const environment = { ...cluster.environment, WARREN_HOME: first.home };
    const listed = await runHere(listServers, { flags: { json: true }, environment });
    const inList = servers.map(({ url: address }, index) => ({
      // All servers run on one machine.
      name: `${hostname()}${index === 0 ? '' : `-${index + 1}`}`,
      state: 'running',
      address,
      hasDuties: index === 0,
    }));
    expect(JSON.parse(listed.output)).toMatchObject(inList);
    // Only the first person sees them in Settings.
    expect((await apiOf(third)<ServersAnswer>('GET', '/api/servers')).servers).toMatchObject(inList);
    // Counted with the next sign of life.
    await until(async () => (await cluster.peopleAt(first.url)) === 1, 'it says whom it serves');
    expect((await runHere(listServers, { environment })).output).toMatch(
      /^\S+ {2}running at http:\S+, for servers http:\S+, version \S+, people 1, sockets 0, load \d+ %, since .*, has the duties\n/,
    );
    // Bodies below and above the size that is kept, queries, and an answer without a body.
    const source = { content: 'A tunnel. '.repeat(9), title: '../Tunnel' };
    const { results } = await apiOf(second)<AddedSources>('POST', '/api/library/sources', { sources: [source] });
    const found = await apiOf(third)<object>('GET', '/api/library/search?q=..%2Ftunnel%20%22a%22');
    expect(JSON.stringify(found)).toContain(results[0]?.source.id);
    expect(await sendFile(third, 'Rabbits dig. '.repeat(200_000))).toBe(200);

    // Sockets of one person at different servers follow one session.
    const [here, there] = [await connect(second), await connect(third)];
    for (const client of [here, there]) await client.ask({ type: 'subscribe', session });
    const said = { type: 'user_message', session, id: randomUUID(), content: POINTS[0] };
    expect(await here.ask(said)).toMatchObject({ type: 'accepted' });
    await there.find('point_recalled');
    // A resend to another server gets the same answer.
    expect(await there.ask(said)).toMatchObject({ type: 'accepted' });
    await Promise.all([here.close(), there.close()]);

    // A cookie of one server is valid at the others.
    const signIn = await fetch(`${second.url}/api/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token: second.token }),
    });
    const cookie = signIn.headers.get('set-cookie')?.split(';')[0] ?? '';
    // A sign-out at one server closes sockets at the others, also passed-on ones.
    const open = servers.map(
      ({ url: origin }) => new WebSocket(`${origin.replace('http', 'ws')}/ws`, { headers: { cookie, origin } }),
    );
    await Promise.all(open.map((socket) => once(socket, 'open')));
    const ended = Promise.all(open.map((socket) => once(socket, 'close').then(([code]) => code as number)));
    const signIns = await fetch(`${third.url}/api/sign-ins`, { headers: { cookie } });
    expect(((await signIns.json()) as SignInsAnswer).signIns).toHaveLength(1);
    expect((await fetch(`${third.url}/api/sign-out`, { method: 'POST', headers: { cookie } })).status).toBe(200);
    expect(await ended).toEqual([4401, 4401, 4401]);
    for (const { url } of servers)
      expect((await fetch(`${url}/api/sign-ins`, { headers: { cookie } })).status).toBe(401);
  });

  test('at the internal address only servers of the cluster are answered', async () => {
    const cluster = await openCluster(socketFolder);
    const first = await cluster.start();
    const second = await cluster.start();
    await apiOf(first)('GET', '/api/recall/sets');
    const { rows } = await cluster.client.query<{ internal_address: string; address: string }>('select * from servers');
    const headers = { authorization: `Bearer ${first.token}`, 'x-warren-hop': `127.0.0.1 served ${'0'.repeat(64)}` };
    for (const { internal_address: address } of rows) {
      const answer = await fetch(`${address}/api/recall/sets`, { headers });
      expect({ status: answer.status, ...((await answer.json()) as object) }).toMatchObject({
        status: 403,
        message: expect.stringContaining('WARREN_CLUSTER_SECRET') as string,
      });
    }
    // A replayed header is valid only for the same request, and grants no more than an address. It has no timestamp,
    // because clocks can differ.
    const [row] = rows;
    const { rows: ids } = await cluster.client.query<{ id: string }>(
      'select id from servers where internal_address = $1',
      [row?.internal_address],
    );
    const sent = new Hops({ id: 'x', secret: cluster.environment.WARREN_CLUSTER_SECRET }).sign(
      ids[0]?.id ?? '',
      { method: 'GET', url: '/api/me' },
      { address: '192.0.2.1', purpose: 'served' },
    );
    const again = (url: string) => fetch(`${row?.internal_address}${url}`, { headers: { 'x-warren-hop': sent } });
    expect([(await again('/api/me')).status, (await again('/api/recall/sets')).status]).toEqual([401, 403]);
    // A request from outside gains nothing from the header.
    expect((await fetch(`${second.url}/api/recall/sets`, { headers })).status).toBe(200);
    // A server without the secret for the keys of providers does not start. A file can replace the setting.
    await expect(cluster.start({ WARREN_KEYS_KEY: '' })).rejects.toThrow(
      /Copy provider-keys\.key from the data folder/,
    );
    const home = temporaryFolder();
    writeFileSync(path.join(home, 'provider-keys.key'), cluster.environment.WARREN_KEYS_KEY);
    await cluster.start({ WARREN_KEYS_KEY: '' }, home);
    // A server with a different cluster secret than the live servers does not start either.
    await expect(cluster.start({ WARREN_CLUSTER_SECRET: randomUUID() })).rejects.toThrow(
      /another WARREN_CLUSTER_SECRET\. Set the same one on all servers/,
    );
    // Of two servers that start at the same time with different secrets, at least one fails.
    const alone = await openCluster(socketFolder);
    const began = await Promise.allSettled(
      [randomUUID(), randomUUID()].map((secret) => alone.start({ WARREN_CLUSTER_SECRET: secret })),
    );
    expect(began.map((each) => (each.status === 'rejected' ? String(each.reason) : ''))).toContainEqual(
      expect.stringContaining('another WARREN_CLUSTER_SECRET'),
    );
    // A server whose internal address is in use does not start.
    const { port } = new URL(row?.internal_address ?? '');
    await expect(cluster.start({ WARREN_INTERNAL_PORT: port })).rejects.toThrow(/cannot listen on 127\.0\.0\.1/);
  });

  test('a request to a server that lost the person is passed on to the next one, and no further', async () => {
    const cluster = await openCluster(socketFolder);
    const [first, second] = [await cluster.start(), await cluster.start()];
    await apiOf(second)('POST', '/api/recall/sets', { title: 'Before' });
    const { rows } = await cluster.client.query<{ id: string; internal_address: string; address: string }>(
      'select * from servers',
    );
    const idOf = ({ url }: Server) => rows.find(({ address }) => address === url)?.id ?? '';
    const give = (id: string) => cluster.client.query('update person_owners set server_id = $1', [id]);

    // A server that has just lost the person to the second one, and answers that.
    const hops: string[] = [];
    const former = createServer((request, response) => {
      if (request.url === '/assets/older.js') {
        response.writeHead(200, { 'content-type': 'text/javascript' }).end('older();');
        return;
      }
      hops.push(`${request.method} ${request.url}`);
      request.resume().on('end', () => {
        void give(idOf(second)).then(() => response.writeHead(503, { 'x-warren-moved': '1' }).end('{}'));
      });
    });
    await new Promise<void>((resolve) => former.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void former.close());
    const { port } = former.address() as AddressInfo;
    await cluster.client.query(
      "insert into servers select 'former', 1, 'former', 1, '0.0.1', 'former', $1, 1, 1, 0, 0, 0, 0 from servers limit 1",
      [`http://127.0.0.1:${port}`],
    );
    await cluster.keepAlive('former');
    await give('former');
    await apiOf(first)('POST', '/api/recall/sets', { title: 'After' });
    await give('former');
    expect(JSON.stringify(await apiOf(first)('GET', '/api/recall/sets'))).toContain('After');
    await give('former');
    const client = await connect(first);
    await client.ask({ type: 'ping' });
    await client.close();
    // It has an older version, and a page of that version can request its assets from any server.
    const part = await fetch(`${first.url}/assets/older.js`);
    expect([part.headers.get('content-type'), await part.text()]).toEqual(['text/javascript', 'older();']);
    expect((await fetch(`${first.url}/assets/none.js`)).status).toBe(404);
    expect(hops.splice(3)).toEqual(['GET /assets/none.js']);
    expect(hops).toEqual(['POST /api/recall/sets', 'GET /api/recall/sets', 'GET /ws']);

    // A passed-on request is not passed on again.
    const internal = rows.find(({ address }) => address === first.url)?.internal_address ?? '';
    const signed = new Hops({ id: 'former', secret: cluster.environment.WARREN_CLUSTER_SECRET }).sign(
      idOf(first),
      { method: 'GET', url: '/api/recall/sets' },
      { address: '192.0.2.1', purpose: 'served' },
    );
    const headers = { authorization: `Bearer ${first.token}`, 'x-warren-hop': signed };
    const moved = await fetch(`${internal}/api/recall/sets`, { headers });
    expect({ status: moved.status, header: moved.headers.get('x-warren-moved') }).toEqual({ status: 503, header: '1' });
    await cluster.client.query("delete from servers where id = 'former'");
  });

  test('a server that drains gives its people to another one, where their pages continue at once', async () => {
    const cluster = await openCluster(socketFolder);
    const [first, second] = [await cluster.start(), await cluster.start()];
    const { session } = await beginSession(apiOf(first), POINTS, 'Caffeine');
    expect(await cluster.ownersAddress()).toBe(first.url);
    const environment = { ...cluster.environment, WARREN_HOME: first.home };
    const outputOf = async (run: typeof drain, call: Partial<CommandCall> = {}) =>
      (await runHere(run, { ...call, environment })).output;
    const codesOf = (clients: readonly WireClient[]) =>
      Promise.all(clients.map(({ socket }) => once(socket, 'close').then(([code]) => code as number)));
    const say = async (server: Server) => {
      const client = await connect(server);
      await client.ask({ type: 'subscribe', session });
      expect(await client.ask({ type: 'user_message', session, content: POINTS[0] })).toMatchObject({
        type: 'accepted',
      });
      return client;
    };
    const isReady = async (server: Server) => (await fetch(`${server.url}/readyz`)).ok;

    // Drained by the command: the server continues to pass on requests.
    const moved = codesOf([await say(first), await say(second)]);
    // The command can have more migrations than the servers.
    const newest = 'from kysely_migration where name = (select max(name) from kysely_migration) returning *';
    const { rows: migrated } = await cluster.client.query<{ name: string; timestamp: string }>(`delete ${newest}`);
    expect(await outputOf(drain)).toContain('hands its people over');
    expect(await moved).toEqual([1012, 1012]);
    await (await say(first)).close();
    expect(await cluster.ownersAddress()).toBe(second.url);
    await until(async () => !(await isReady(first)), 'load balancers send it nothing more');
    await expect(outputOf(drain, { positionals: [second.url] })).rejects.toThrow(
      'No other server could take the people of',
    );
    expect(await outputOf(listServers)).toMatch(/draining at .*\n.*running at/);
    await outputOf(drain, { flags: { off: true } });
    for (const { name, timestamp } of migrated)
      await cluster.client.query('insert into kysely_migration (name, timestamp) values ($1, $2)', [name, timestamp]);
    await until(() => isReady(first), 'it takes people again');

    // Drained before a stop: sockets that it only passes on are closed as moved by the stop.
    const atSecond = codesOf([await say(first), await say(second)]);
    await second.drain();
    expect(await atSecond).toEqual([1012, 1012]);
    const throughSecond = codesOf([await say(second)]);
    expect(await cluster.ownersAddress()).toBe(first.url);
    await second.close();
    expect(await throughSecond).toEqual([1012]);
    // A single server does not wait.
    const alone = codesOf([await say(first)]);
    await first.drain();
    await first.close();
    expect(await alone).toEqual([1012]);
  });

  test('a server that drains waits for an upload, for the reading of its file, and for a download', async () => {
    const cluster = await openCluster(socketFolder);
    const [first, second] = [await cluster.start({ WARREN_DRAIN_S: '600' }), await cluster.start()];
    const api = apiOf(second);
    await apiOf(first)('GET', '/api/recall/sets');
    const headers = { authorization: `Bearer ${first.token}` };
    const upload = request(`${second.url}/api/recall/decks/files`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/octet-stream' },
    });
    const answered = once(upload, 'response') as Promise<[IncomingMessage]>;
    upload.write('front\tback\n');
    await until(() => readdirSync(path.join(first.home, 'temporary')).length > 0, 'the upload arrives');
    const drained = first.drain();
    await until(async () => !(await fetch(`${first.url}/readyz`)).ok, 'it drains');
    upload.end('What digs?\tA rabbit.\n');
    const { file } = (await json((await answered)[0])) as { file: string };
    const query = new URLSearchParams({ file, name: 'cards.txt', title: 'Burrows' }).toString();
    expect(await api('GET', `/api/recall/decks/preview?${query}`)).toMatchObject({ kind: 'table' });

    await api('POST', '/api/recall/export', { format: 'csv', sets: null });
    await api('POST', `/api/recall/decks?${query}`);
    const stateOf = async () => (await api<DeckProgress>('GET', '/api/recall/decks/progress')).state;
    await until(async () => (await stateOf()) !== 'running', 'the import ends');
    expect(await stateOf()).toBe('done');
    await until(async () => !(await api<ExportState>('GET', '/api/recall/export')).isUnderWay, 'the file is made');
    expect(await cluster.ownersAddress()).toBe(first.url);
    expect((await fetch(`${second.url}/api/recall/export/file`, { headers })).status).toBe(200);
    await drained;
    expect(JSON.stringify(await api('GET', '/api/recall/sets'))).toContain('Burrows');
    expect(await cluster.ownersAddress()).toBe(second.url);
  });

  test('a suspended, a stopped and a killed server each lose their people to another, and no acknowledged message', async () => {
    const cluster = await openCluster(socketFolder);
    const one = await cluster.startChild();
    const { session } = await beginSession(apiOf(one), POINTS, 'Caffeine');
    const two = await cluster.start();
    const said = { type: 'user_message', session, id: randomUUID(), content: POINTS[0] };
    const isAcknowledgedAt = async (server: typeof two | typeof one) => {
      for (;;) {
        // During the change of servers the request is refused, and a page reconnects.
        const client = await connect(server).catch((error: Error) => {
          if (!error.message.includes('503')) throw error;
          return null;
        });
        if (client === null) {
          await setTimeout(50);
          continue;
        }
        // A server that notices the change now closes the socket, and a page reconnects.
        const isMoved = once(client.socket, 'close').then(() => null);
        const answer = await Promise.race([client.ask(said), isMoved]);
        if (answer === null || (answer.type === 'error' && answer.kind === 'stopping')) continue;
        expect(answer).toMatchObject({ type: 'accepted' });
        return client;
      }
    };

    // Suspended: its passed-on sockets are cut once it counts as dead.
    const client = await isAcknowledgedAt(two);
    const isCut = new Promise((resolve) => client.socket.once('close', resolve));
    one.process.kill('SIGSTOP');
    const waiting = fetch(`${two.url}/api/recall/sets`, { headers: { authorization: `Bearer ${two.token}` } });
    await cluster.letSilencePass(one.url);
    await isCut;
    // 200 if the next server took the person before the request was passed on.
    expect([503, 200]).toContain((await waiting).status);
    await (await isAcknowledgedAt(two)).close();
    expect(await cluster.ownersAddress()).toBe(two.url);
    // Resumed, it passes requests on.
    one.process.kill('SIGCONT');
    await until(async () => (await cluster.peopleAt(one.url)) === 0, 'it knows that it has lost them');
    await (await isAcknowledgedAt(one)).close();
    expect(await cluster.ownersAddress()).toBe(two.url);

    // Stopped: the next request reaches another server at once.
    await two.close();
    await (await isAcknowledgedAt(one)).close();
    expect(await cluster.ownersAddress()).toBe(one.url);

    // Killed: it could be alive, so its people stay assigned until it counts as dead. Then pages find them elsewhere.
    const three = await cluster.start();
    await one.kill();
    await cluster.keepAlive(one.url);
    const headers = { authorization: `Bearer ${three.token}` };
    const refused = await fetch(`${three.url}/api/recall/sets`, { headers });
    expect({ status: refused.status, ...((await refused.json()) as object) }).toMatchObject({
      status: 503,
      reason: 'unreachable',
    });
    await cluster.letSilencePass(one.url);
    await (await isAcknowledgedAt(three)).close();
    expect(await cluster.ownersAddress()).toBe(three.url);
    const { rows } = await cluster.client.query("select 1 from events where type = 'user_message'");
    expect(rows).toHaveLength(1);
  });

  test('another server continues the work of a killed one without a request', async () => {
    const cluster = await openCluster(socketFolder);
    const { environment } = cluster;
    const count = async (table: string) => Number((await cluster.client.query(`select 1 from ${table}`)).rowCount);
    // Its replies take minutes.
    const one = await cluster.startChild({ WARREN_EMBEDDED_PACE_MS: '9999' });
    // Each person has one kind of pending work, which is the only reason to take them.
    const add = async (name: string) => {
      const person = await addPerson(one, { home: one.home, name, environment });
      return { person, api: apiOf(person) };
    };
    const sources = [{ content: 'A burrow has several exits. '.repeat(4), title: 'Burrow' }];
    await apiOf(one)<AddedSources>('POST', '/api/library/sources', { sources });
    const reading = await add('Reading');
    await reading.api('POST', '/api/library/sources', { sources });
    const naming = await add('Naming');
    const begin = { id: randomUUID(), mode: 'explore' };
    const { session: named } = await naming.api<{ session: string }>('POST', '/api/sessions', begin);
    const leaving = await add('Leaving');
    const { session: idle } = await beginSession(leaving.api, POINTS);
    const talking = await add('Talking');
    const { session: spoken } = await beginSession(talking.api, POINTS);
    const client = await connect(talking.person);
    await client.ask({ type: 'subscribe', session: spoken });
    await client.ask({ type: 'user_message', session: spoken, content: POINTS[0] });
    const two = await cluster.start();
    await one.kill();
    await cluster.keepAlive(one.url);
    const rowOf = async (id: string) => {
      const { rows } = await cluster.client.query<{ under_way: number; status: string }>(
        'select under_way, status from sessions where id = $1',
        [id],
      );
      return rows[0];
    };
    expect(await rowOf(spoken)).toMatchObject({ under_way: 1 });
    const unembedded = 'passage_vectors where person_id = (select id from people order by created_at limit 1)';
    await cluster.client.query(`delete from ${unembedded}`);
    await cluster.client.query(
      "update sources set state = 'waiting' where person_id = (select id from people where name = 'Reading')",
    );
    await cluster.client.query(
      `insert into explore_titles (session_id, person_id, state, next_at)
       select id, person_id, 'waiting', 1 from sessions where id = $1`,
      [named],
    );
    const hourAgo = (time: string) => `${time} = ${time} - 3600000`;
    await cluster.client.query(`update sessions set ${hourAgo('updated_at')} where id = $1`, [idle]);
    await cluster.client.query(`update events set ${hourAgo('at')} where session_id = $1`, [idle]);
    await cluster.letSilencePass(one.url);
    await until(async () => (await count(unembedded)) > 0, 'the text of the source is embedded');
    await until(async () => (await rowOf(spoken))?.under_way === 0, 'the turn goes on');
    await until(async () => (await count("explore_titles where state = 'done'")) > 0, 'the session is named');
    await until(async () => (await count("sources where state = 'waiting'")) === 0, 'the source is read');
    // A server searches for idle sessions when it starts, and then every few minutes.
    const three = await cluster.start();
    await until(async () => (await rowOf(idle))?.status === 'paused', 'the idle session is paused');
    await three.close();
    expect(await cluster.ownersAddress()).toBe(two.url);

    // An interrupted import of cards, of a person whose server is gone.
    await cluster.client.query(
      `insert into deck_imports (id, person_id, started_at, state, parts, time_zone, day_starts_at)
       select id, id, 1, 'writing', '[]', 'UTC', 0 from people`,
    );
    await cluster.client.query("update person_owners set server_id = 'gone', epoch = epoch + 1");
    await until(async () => (await count('deck_imports')) === 0, 'the import is taken back');
    expect(await cluster.ownersAddress()).toBe(two.url);

    // Removes a person whose terminal is on that server.
    const grace = await addPerson(two, { home: two.home, name: 'Grace', environment });
    const { session } = await beginSession(apiOf(grace), POINTS, 'Caffeine');
    await cluster.client.query(
      `insert into terminals (session_id, person_id, folder, program, bills_key, run, status, since, server_id)
       select id, person_id, '/', '{"kind":"shell"}', 0, 1, 'ended', 1, $2 from sessions where id = $1`,
      [session, await serverIdOf(one.home)],
    );
    const filesOf = (id: string) => [`recordings/${id}.cast`, `chat-files/${id}/notes.txt`];
    const left = [...filesOf(session), ...filesOf(randomUUID())].map((file) => path.join(one.home, file));
    for (const file of left) {
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, 'recorded');
    }
    const remove = [
      'user',
      'remove',
      'Grace',
      '--yes',
      '--confirm',
      'Grace',
      '--export',
      path.join(two.home, 'export'),
    ];
    const { output, errors } = await runCommand(remove, { ...environment, WARREN_HOME: two.home });
    expect(errors).toBe('');
    expect(output).toContain(
      `Files of 1 terminal are on the server ${hostname()}, which removes them now, or at its next start.\n`,
    );
    expect(left.filter((file) => existsSync(file))).toEqual(left);
    await cluster.start({}, one.home);
    expect(left.filter((file) => existsSync(file))).toEqual(left.slice(2));
    const rows = await cluster.client.query("select 1 from meta where key like 'removed-terminal:%'");
    expect(rows.rowCount).toBe(0);
  });
});
