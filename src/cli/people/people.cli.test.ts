import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';

import { UNNAMED } from '#account/protocol.ts';
import { beginRemoval } from '#account/server/remove-person.ts';
import { personData, removalOf } from '#composition/server/people.ts';
import { tablesOf } from '#database/server/database.ts';
import type { TerminalTables } from '#modes/terminal/running/server/tables.ts';
import { readExport } from '#person-data/server/read-export.ts';
import { openBesideServer } from '#platform/database/open-store.ts';
import type { SessionSummary } from '#session/protocol.ts';

import { apiOf, type ChildServer, startChildServer } from '../../../fixtures/server/child-server.ts';
import { type CommandResult, runCommand } from '../../../fixtures/server/run-command.ts';
import { runHere } from '../../../fixtures/server/run-here.ts';
import { startServer } from '../../../fixtures/server/start-server.ts';
import { connect } from '../../../fixtures/server/wire-client.ts';
import { UsageError } from '../command.ts';
import { run as attach } from '../commands/attach.ts';
import { run as runStatus } from '../commands/status.ts';
import { run } from '../commands/user.ts';
import { removePerson } from './remove-person.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const SIGNED_OUT = 4401;
const home = mkdtempSync(path.join(tmpdir(), 'warren-people-'));
let server: ChildServer;
beforeAll(async () => {
  server = await startChildServer({ home });
});
afterAll(async () => {
  await server.stop();
  rmSync(home, { recursive: true, force: true });
});

type Flags = Record<string, string | boolean>;

/** Runs a command about people. */
const here = (positionals: string[], flags: Flags = {}) =>
  runHere(run, { positionals, flags, environment: { WARREN_HOME: home } });

const refused = (positionals: string[], flags?: Flags) => expect(here(positionals, flags)).rejects;

const tokenIn = ({ output }: Pick<CommandResult, 'output'>) =>
  decodeURIComponent(/#token=(\S+)/.exec(output)?.[1] ?? '');

async function add(name: string) {
  const token = tokenIn(await here(['add', name]));
  return { url: server.url, token };
}

/** Signs in as a browser does; returns its cookie. */
async function signIn(token: string): Promise<string> {
  const response = await fetch(`${server.url}/api/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': FIREFOX },
    body: JSON.stringify({ token }),
  });
  expect(response.status).toBe(200);
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

const asks = (cookie: string, route: string, method = 'GET') =>
  fetch(`${server.url}${route}`, { method, headers: { cookie, origin: server.url } });

/** Opens a socket with a cookie. `closed` resolves with the server's close code. */
async function openSocket(cookie: string) {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/ws`, { headers: { cookie, origin: server.url } });
  onTestFinished(() => socket.terminate());
  const closed = once(socket, 'close').then(([code]) => code as number);
  await once(socket, 'open');
  return { socket, closed };
}

interface Listed {
  readonly name: string;
  readonly signIns: readonly { readonly id: string; readonly device: string | null; readonly lastSeenAt: number }[];
}
const listed = async (name: string) =>
  (JSON.parse((await here(['list'], { json: true })).output) as Listed[]).find((each) => each.name === name);

test('the list shows the people, where they are signed in, and their permissions', async () => {
  const ada = await add('Ada');
  await signIn(ada.token);
  await apiOf(ada)('POST', '/api/recall/sets', { title: 'Hers' });
  expect(await listed('Ada')).toMatchObject({
    signIns: [{ id: expect.stringMatching(/^[0-9a-f]{8}$/) as string, device: 'Firefox on Linux' }],
    sessions: 0,
    mayOpenTerminals: false,
    isBeingRemoved: false,
  });
  const { output: out, code } = await here(['list']);
  expect(code).toBe(0);
  expect(out).toMatch(
    /^Ada: since .* UTC, last seen .* UTC, 0 sessions, no terminals\n {2}[0-9a-f]{8} {2}Firefox on Linux, last seen/m,
  );
  expect(out).toMatch(/: since .* UTC, not signed in, 0 sessions, may open terminals\n/);
  expect(out).not.toContain(ada.token);
});

test('renewing a token revokes the old one, every sign-in and their sockets, while the server runs', async () => {
  const grace = await add('Grace');
  const cookie = await signIn(grace.token);
  const [browser, program, owner] = [await openSocket(cookie), await connect(grace), await connect(server)];
  const renewed = await here(['renew-token', 'Grace']);
  expect(renewed).toMatchObject({
    code: 0,
    output: expect.stringContaining(`Grace signs in at ${server.url}/#token=`) as string,
  });
  expect((await asks(cookie, '/api/me')).status).toBe(401);
  await expect(apiOf(grace)('GET', '/api/me')).rejects.toThrow('401');
  expect(await apiOf({ ...grace, token: tokenIn(renewed) })('GET', '/api/me')).toMatchObject({ name: 'Grace' });
  expect(await browser.closed).toBe(SIGNED_OUT);
  await expect.poll(() => program.socket.readyState).toBe(WebSocket.CLOSED);
  expect(await owner.ask({ type: 'ping' })).toMatchObject({ type: 'pong' });
  await owner.close();
});

test('the owner’s link is renewed beside a server that gets its token from elsewhere', async () => {
  const owned = await startServer({ environment: { WARREN_TOKEN: 'a-token-that-has-leaked' } });
  const environment = { WARREN_HOME: owned.home };
  const renew = () => runHere(run, { positionals: ['renew-token', UNNAMED], environment });
  const { output } = await renew();
  expect(output).toContain('If the server is started with WARREN_TOKEN, change it there');
  const token = tokenIn({ output });
  await expect(apiOf({ ...owned, token: 'a-token-that-has-leaked' })('GET', '/api/me')).rejects.toThrow('401');
  expect(await apiOf({ ...owned, token })('GET', '/api/me')).toMatchObject({ name: '' });
  expect((await runHere(runStatus, { environment })).output).toContain(`running at ${owned.url}`);
  expect((await runHere(attach, { environment })).output).toBe('Nothing runs.\n');
  expect((await renew()).output).not.toContain('WARREN_TOKEN');
});

test('one sign-in is ended by its id, and all by --all', async () => {
  const edith = await add('Edith');
  const first = await openSocket(await signIn(edith.token));
  const id = (await listed('Edith'))?.signIns[0]?.id ?? '';
  const second = await openSocket(await signIn(edith.token));
  await refused(['sign-out', 'Edith']).toThrow(UsageError);
  await refused(['sign-out', 'Edith', 'no-such-id']).toThrow(`Edith has no sign-in no-such-id. There are: `);
  expect(await here(['sign-out', 'Edith', id])).toMatchObject({
    code: 0,
    output: expect.stringContaining('1 sign-in of Edith') as string,
  });
  expect(await first.closed).toBe(SIGNED_OUT);
  expect(second.socket.readyState).toBe(WebSocket.OPEN);
  expect(await here(['sign-out', 'Edith'], { all: true })).toMatchObject({
    code: 0,
    output: '1 sign-in of Edith ended. The link still works.\n',
  });
  expect(await second.closed).toBe(SIGNED_OUT);
  expect(await apiOf(edith)('GET', '/api/me')).toMatchObject({ name: 'Edith' });
  const store = await openBesideServer({ home, databaseUrl: undefined });
  onTestFinished(() => store.close());
  const { id: person } = await apiOf(edith)<{ id: string }>('GET', '/api/me');
  await beginRemoval(removalOf(store, { home }), person);
  expect(await here(['sign-out', 'Edith'], { all: true })).toMatchObject({
    output: '0 sign-ins of Edith ended. They are being removed, so the link does not work.\n',
  });
  await refused(['sign-out', 'Nobody'], { all: true }).toThrow('There is no person named Nobody.');
});

test('a removed person is signed out, and their running programs end', async () => {
  const hedy = await add('Hedy');
  const api = apiOf(hedy);
  const { id } = await api<{ id: string }>('GET', '/api/me');
  await apiOf(server)('PUT', '/api/terminals/permissions', { person: id, isAllowed: true });
  const { session } = await api<SessionSummary>('POST', '/api/terminals', {
    folder: home,
    program: { kind: 'command', command: ['cat'] },
  });
  const exploration = await api<SessionSummary>('POST', '/api/sessions', { id: randomUUID(), mode: 'explore' });
  const client = await connect(hedy);
  await client.ask({ type: 'subscribe', session: exploration.session });
  const cookie = await openSocket(await signIn(hedy.token));
  const filesOfHedy = () =>
    readdirSync(home, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes(session));
  await expect.poll(filesOfHedy).not.toEqual([]);

  const store = await openBesideServer({ home, databaseUrl: undefined });
  onTestFinished(() => store.close());
  const { read } = tablesOf<Pick<TerminalTables, 'terminal_processes'>>(store);
  const runningAtExport: unknown[] = [];
  await removePerson(removalOf(store, { home }), {
    person: { id, name: 'Hedy' },
    directory: path.join(home, 'export'),
    confirm: async () => {},
    async exportPerson() {
      await expect(api('GET', '/api/me')).rejects.toThrow('401');
      runningAtExport.push(
        await read.selectFrom('terminal_processes').select('pid').where('person_id', '=', id).execute(),
      );
    },
  });
  expect(runningAtExport).toEqual([[]]);
  expect(await cookie.closed).toBe(SIGNED_OUT);
  await expect.poll(() => client.socket.readyState).toBe(WebSocket.CLOSED);
  expect(filesOfHedy()).toEqual([]);
  expect(await listed('Hedy')).toBeUndefined();
  expect((await apiOf(server)<{ name: string }>('GET', '/api/me')).name).not.toBe('Hedy');
});

test('everything of a removed person is exported', async () => {
  const lise = await add('Lise');
  await apiOf(lise)('POST', '/api/sessions', { id: randomUUID(), mode: 'explore' });
  const directory = path.join(home, 'lise');
  const ended = await here(['remove', 'Lise'], { export: directory, yes: true, confirm: 'Lise' });
  expect(ended).toMatchObject({ code: 0, output: expect.stringContaining(directory) as string });
  expect(await listed('Lise')).toBeUndefined();
  const { manifest } = await readExport(directory, personData);
  expect(manifest.tables).toMatchObject({ people: 1, sessions: 1 });
});

test('an export goes to a new folder by default, also for a second removal on the same day', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'warren-removed-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of ['Emmy!', 'Emmy?']) {
    await add(name);
    const parameters = ['user', 'remove', name, '--yes', '--confirm', name];
    expect(await runCommand(parameters, { WARREN_HOME: home }, folder)).toMatchObject({ code: 0, errors: '' });
  }
  expect(readdirSync(folder)).toHaveLength(2);
});

test.each(['list', 'add Ada', 'remove Ada', 'renew-token Ada', 'sign-out Ada --all'])(
  'without data "warren user %s" is refused and creates none',
  async (words) => {
    const none = path.join(home, 'none');
    const [verb = '', ...names] = words.split(' ').filter((word) => word !== '--all');
    const flags = { all: words.endsWith('--all') };
    await expect(
      run({ positionals: [verb, ...names], flags, environment: { WARREN_HOME: none } }),
    ).rejects.toMatchObject({
      kind: 'not-found',
      message: `There is nothing in ${none} yet. Start Warren once, or name another folder with WARREN_HOME.`,
    });
    expect(existsSync(none)).toBe(false);
  },
);

test('nobody is removed without a typed name, or into an existing folder', async () => {
  await add('Rosalind');
  await refused(['remove', 'Nobody']).toThrow('There is no person named Nobody.');
  await refused(['remove', 'Rosalind']).toThrow('--yes --confirm NAME');
  const given = { yes: true, confirm: 'Rosalind', export: home };
  await refused(['remove', 'Rosalind'], given).toThrow(`${home} is there already.`);
  const people = JSON.parse((await here(['list'], { json: true })).output) as Listed[];
  expect(people.map(({ name }) => name)).toContain('Rosalind');
});
