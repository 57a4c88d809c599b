import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { beforeEach, expect, test } from 'vitest';

import { tablesOf, type Database } from '#database/server/database.ts';
import type { LastAction } from '#undo/protocol.ts';
import { undoRoutes } from '#undo/server/routes.ts';
import type { UndoTables } from '#undo/server/tables.ts';
import { createUndoLog } from '#undo/server/undo-log.ts';
import type { Route } from '#wire/route.ts';

import { onDatabase } from '../../../fixtures/database/each-engine.ts';
import { temporaryFolder } from '../../../fixtures/database/temporary-folder.ts';
import { type PreferencesAnswer, preferencesChange } from '../protocol.ts';
import { ensureFirstPerson, ensureSomeone } from './first-person.ts';
import { nameUndoHandlers } from './own-name.ts';
import { createPerson, type PeopleDeps, type PersonCreated } from './people.ts';
import { preferencesUndoHandlers } from './preference-actions.ts';
import { cooldownOf, readPreferences } from './preferences.ts';
import { accountRoutes } from './routes.ts';
import { hashOf } from './secret.ts';
import { SignInUses } from './sign-in-uses.ts';
import { identify, type IdentifyDeps, type SignInDeps, signIn, signOut } from './sign-ins.ts';
import type { AccountTables } from './tables.ts';

const DAY_MS = 86_400_000;
const START = 1_790_000_000_000;

onDatabase('people', (open) => {
  let database: Database<AccountTables>;
  let onCreated: PersonCreated[];
  let now: number;
  let deps: PeopleDeps & IdentifyDeps & SignInDeps;
  let uses: SignInUses;

  beforeEach(async () => {
    database = tablesOf<AccountTables>(await open());
    onCreated = [];
    now = START;
    uses = new SignInUses({ database, now: () => now });
    deps = { database, onCreated, now: () => now, settledNow: () => now, onUsed: uses.used };
  });

  test('a token is 256 random bits, only its hash is stored, and it identifies the person', async () => {
    const ada = await createPerson(deps, { name: ' Ada ' });
    expect(ada.name).toBe('Ada');
    expect(Buffer.from(ada.token, 'base64url')).toHaveLength(32);
    const rows = await database.read.selectFrom('people').selectAll().execute();
    expect(rows.map((row) => ({ ...row }))).toEqual([
      { id: ada.id, name: 'Ada', token_hash: hashOf(ada.token), created_at: START, removing_at: null },
    ]);
    expect(await identify(deps, { bearer: ada.token })).toEqual({
      person: ada.id,
      signIn: null,
      credential: hashOf(ada.token),
    });
    expect(await identify(deps, { bearer: hashOf(ada.token) })).toBeNull();
    expect(await identify(deps, {})).toBeNull();
  });

  test('a taken name is refused, and nothing of the second person is stored', async () => {
    await createPerson(deps, { name: 'Ada' });
    await expect(createPerson(deps, { name: 'Ada' })).rejects.toMatchObject({
      kind: 'refused',
      detail: { reason: 'name-taken' },
    });
    expect(await database.read.selectFrom('people').select('name').execute()).toHaveLength(1);
  });

  test.each(['', '  ', 'x'.repeat(101), 'two\nlines'])('the name %j is refused', async (name) => {
    await expect(createPerson(deps, { name })).rejects.toMatchObject({ kind: 'malformed', detail: { field: 'name' } });
  });

  test('a person and the data that other slices add for them are created together or not at all', async () => {
    onCreated.push(async (trx, person) => {
      await tables(trx)
        .insertInto('preferences')
        .values({ person_id: person, time_zone: 'Asia/Tokyo', day_starts_at: 0, desired_retention: 0.8 })
        .execute();
    });
    const ada = await createPerson(deps, { name: 'Ada' });
    expect(await readPreferences(database.read, ada.id)).toMatchObject({ timeZone: 'Asia/Tokyo' });

    onCreated.push(() => Promise.reject(new Error('no samples')));
    await expect(createPerson(deps, { name: 'Grace' })).rejects.toThrow('no samples');
    expect(await database.read.selectFrom('people').select('name').execute()).toHaveLength(1);
  });

  test('a cookie identifies its person until it is signed out', async () => {
    const ada = await createPerson(deps, { name: 'Ada' });
    const grace = await createPerson(deps, { name: 'Grace' });
    const { cookie } = (await signIn(deps, ada.token))!;
    const other = (await signIn(deps, grace.token))!;
    const hash = hashOf(cookie);
    expect(await identify(deps, { cookie })).toEqual({ person: ada.id, signIn: hash, credential: hash });
    expect(await signOut(deps, cookie)).toBe(hashOf(cookie));
    expect(await identify(deps, { cookie })).toBeNull();
    expect(await identify(deps, { cookie: other.cookie })).toMatchObject({ person: grace.id });
  });

  test('a wrong token signs nobody in, and a wrong bearer is rejected despite a valid cookie', async () => {
    const ada = await createPerson(deps, { name: 'Ada' });
    const { cookie } = (await signIn(deps, ada.token))!;
    expect(await signIn(deps, `${ada.token}x`)).toBeNull();
    expect(await identify(deps, { bearer: 'wrong', cookie })).toBeNull();
  });

  test('a sign-in ends 90 days after it was last used', async () => {
    const ada = await createPerson(deps, { name: 'Ada' });
    const { cookie } = (await signIn(deps, ada.token))!;
    for (const days of [89, 89]) {
      now += days * DAY_MS;
      expect(await identify(deps, { cookie })).not.toBeNull();
      await uses.settled();
    }
    now += 90 * DAY_MS;
    expect(await identify(deps, { cookie })).toBeNull();
  });

  test('preferences have defaults and are replaced together', async () => {
    const ada = await createPerson(deps, { name: 'Ada' });
    const [read, replace] = [find('GET'), find('PUT')];
    const request = { person: ada.id, params: {}, query: undefined };
    expect(await read.handle({ ...request, body: undefined })).toEqual({
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      dayStartsAt: 240,
      desiredRetention: 0.9,
      rabbitholeCooldown: 3,
      selfChecksWithModel: false,
      weeklyAim: null,
      weeklyAimOf: 'days',
      isChosen: false,
    });
    for (const timeZone of ['Europe/Berlin', 'America/St_Johns']) {
      const body = {
        timeZone,
        dayStartsAt: 0,
        desiredRetention: 0.85,
        rabbitholeCooldown: 0,
        selfChecksWithModel: true,
        weeklyAim: 200,
        weeklyAimOf: 'points',
      };
      await replace.handle({ ...request, body });
      expect(await read.handle({ ...request, body: undefined })).toEqual({ ...body, isChosen: true });
    }
  });

  test('a change of preferences is undone, except for the time zone set by the page', async () => {
    const ada = await createPerson(deps, { name: 'Ada' });
    const request = { person: ada.id, params: {}, query: undefined };
    const put = (body: object) => find('PUT').handle({ ...request, body });
    const read = () => find('GET').handle({ ...request, body: undefined });
    const last = async () =>
      ((await find('GET', '/api/undo').handle({ ...request, body: undefined })) as LastAction).last;
    const undo = async (id: string) => find('POST', '/api/undo').handle({ ...request, body: { id } });
    const zone = { timeZone: 'Asia/Tokyo', dayStartsAt: 240, desiredRetention: 0.9 };
    await put(zone);
    expect(await last()).toBeNull();
    await put({ ...zone, dayStartsAt: 300 });
    expect(await last()).toMatchObject({ label: 'Changed when a day begins' });
    await put({ ...zone, dayStartsAt: 300 });
    const first = (await last())!;
    await put({ timeZone: 'Europe/Oslo', dayStartsAt: 60, desiredRetention: 0.8 });
    const second = (await last())!;
    expect(second.label).toBe('Changed the preferences');
    await expect(undo(first.id)).rejects.toMatchObject({ detail: { reason: 'changed-since' } });
    await undo(second.id);
    expect(await read()).toEqual({
      ...zone,
      dayStartsAt: 300,
      rabbitholeCooldown: 3,
      selfChecksWithModel: false,
      weeklyAim: null,
      weeklyAimOf: 'days',
      isChosen: true,
    });
    const grace = await createPerson(deps, { name: 'Grace' });
    const other = { ...request, person: grace.id };
    const present = (await find('GET').handle({ ...other, body: undefined })) as PreferencesAnswer;
    await find('PUT').handle({ ...other, body: { ...zone, timeZone: present.timeZone, dayStartsAt: 0 } });
    const hers = (await find('GET', '/api/undo').handle({ ...other, body: undefined })) as LastAction;
    await find('POST', '/api/undo').handle({ ...other, body: { id: hers.last?.id } });
    expect(await find('GET').handle({ ...other, body: undefined })).toMatchObject({
      isChosen: false,
      dayStartsAt: 240,
    });
  });

  test('the cooldown is changed and undone, and is kept if a client does not send it', async () => {
    const ada = await createPerson(deps, { name: 'Ada' });
    const request = { person: ada.id, params: {}, query: undefined };
    const put = (body: object) => find('PUT').handle({ ...request, body });
    const cooldown = () => cooldownOf(database.read, ada.id);
    expect(await cooldown()).toBe(3);
    const older = { timeZone: 'Asia/Tokyo', dayStartsAt: 240, desiredRetention: 0.9 };
    await put({ ...older, rabbitholeCooldown: 12 });
    expect(await cooldown()).toBe(12);
    expect(await put({ ...older, dayStartsAt: 300 })).toMatchObject({ rabbitholeCooldown: 12 });
    expect(await cooldown()).toBe(12);
    await put({ ...older, dayStartsAt: 300, weeklyAim: 5 });
    expect(await put({ ...older, dayStartsAt: 300 })).toMatchObject({ weeklyAim: 5, weeklyAimOf: 'days' });
    const long = preferencesChange.safeParse({ ...older, weeklyAim: 8, weeklyAimOf: 'days' });
    expect(long.error?.issues).toMatchObject([{ path: ['weeklyAim'], message: 'A week has 7 days.' }]);
    await put({ ...older, dayStartsAt: 300, rabbitholeCooldown: 0 });
    const { last } = (await find('GET', '/api/undo').handle({ ...request, body: undefined })) as LastAction;
    expect(last).toMatchObject({ label: 'Changed how long rabbit holes wait after a decline' });
    await find('POST', '/api/undo').handle({ ...request, body: { id: last?.id } });
    expect(await cooldown()).toBe(12);
  });

  test('a change recorded before the cooldown existed is undone without affecting it', async () => {
    const ada = await createPerson(deps, { name: 'Ada' });
    const request = { person: ada.id, params: {}, query: undefined };
    const from = { timeZone: 'UTC', dayStartsAt: 240, desiredRetention: 0.9 };
    const to = { ...from, dayStartsAt: 300 };
    await find('PUT').handle({ ...request, body: { ...to, rabbitholeCooldown: 7 } });
    const log = createUndoLog({ now: () => now + 1, newId: () => 'older' });
    const older = { person: ada.id, kind: 'preferences-changed', label: 'Older', reversal: { from, to } };
    await database.write((trx) => log.record(trx, older));
    now += 2;
    await find('POST', '/api/undo').handle({ ...request, body: { id: 'older' } });
    expect(await readPreferences(database.read, ada.id)).toMatchObject({ ...from, rabbitholeCooldown: 7 });
  });

  test.each([
    ['rabbitholeCooldown', { rabbitholeCooldown: 21 }],
    ['rabbitholeCooldown', { rabbitholeCooldown: -1 }],
    ['rabbitholeCooldown', { rabbitholeCooldown: 2.5 }],
    ['timeZone', { timeZone: 'Mars/Olympus' }],
    ['timeZone', { timeZone: '+01:00' }],
    ['dayStartsAt', { dayStartsAt: 721 }],
    ['dayStartsAt', { dayStartsAt: 1.5 }],
    ['desiredRetention', { desiredRetention: 0.98 }],
    ['desiredRetention', { desiredRetention: 0.69 }],
  ])('an invalid %s is rejected: %j', (field, wrong) => {
    const good = { timeZone: 'UTC', dayStartsAt: 240, desiredRetention: 0.9 };
    const result = find('PUT').body!.safeParse({ ...good, ...wrong });
    expect(result.error?.issues[0]?.path).toEqual([field]);
  });

  test('the first start creates the first person with a token that later starts know', async () => {
    const home = temporaryFolder();
    const settings = { home, token: undefined };
    const first = await ensureFirstPerson(deps, settings);
    expect(statSync(path.join(home, 'token')).mode & 0o777).toBe(0o600);
    expect(await ensureFirstPerson(deps, settings)).toEqual(first);
    expect(await database.read.selectFrom('people').select('name').execute()).toMatchObject([{ name: 'the owner' }]);
    expect(await identify(deps, { bearer: first.token })).not.toBeNull();
  });

  test('a token from the environment is used and not stored; a different one signs the first person out', async () => {
    const home = temporaryFolder();
    const settings = { home, token: 'chosen' };
    await ensureFirstPerson(deps, settings);
    now += 1;
    const grace = await createPerson(deps, { name: 'Grace' });
    expect(() => readFileSync(path.join(home, 'token'))).toThrow('ENOENT');
    const { cookie } = (await signIn(deps, 'chosen'))!;

    const { token } = await ensureFirstPerson(deps, { ...settings, token: undefined });
    expect(await identify(deps, { bearer: token })).not.toBeNull();
    expect(await identify(deps, { bearer: 'chosen' })).toBeNull();
    expect(await identify(deps, { cookie })).toBeNull();
    expect(await identify(deps, { bearer: grace.token })).not.toBeNull();

    rmSync(path.join(home, 'token'));
    expect((await ensureFirstPerson(deps, { ...settings, token: undefined })).token).not.toBe(token);
  });

  test("a token from the environment cannot be another person's", async () => {
    const home = temporaryFolder();
    const first = await ensureFirstPerson(deps, { home, token: undefined });
    now += 1;
    const grace = await createPerson(deps, { name: 'Grace' });
    await expect(ensureFirstPerson(deps, { home, token: grace.token })).rejects.toMatchObject({
      message: 'WARREN_TOKEN is the token of Grace here. Choose another one.',
      detail: { reason: 'token-taken' },
    });
    expect(await identify(deps, { bearer: first.token })).not.toBeNull();
    expect(await identify(deps, { bearer: grace.token })).toMatchObject({ person: grace.id });
    writeFileSync(path.join(home, 'token'), grace.token);
    await expect(ensureFirstPerson(deps, { home, token: undefined })).rejects.toThrow(
      `The token in ${path.join(home, 'token')} is the token of Grace here`,
    );
  });

  test('a command beside the server also creates the first person, and leaves an existing one unchanged', async () => {
    const home = temporaryFolder();
    await ensureSomeone(deps, { home, token: 'chosen' });
    await ensureSomeone(deps, { home, token: 'other' });
    expect(await identify(deps, { bearer: 'chosen' })).not.toBeNull();
  });

  test('a person can change their name, undo that, and not take the name of another person', async () => {
    await ensureFirstPerson(deps, { home: temporaryFolder(), token: 'chosen' });
    const { person } = (await identify(deps, { bearer: 'chosen' }))!;
    await createPerson(deps, { name: 'Grace' });
    const rename = (name: string) =>
      find('PUT', '/api/me').handle({ person, params: {}, query: undefined, body: { name } });
    expect(await rename('Ada')).toEqual({ id: person, name: 'Ada' });
    await expect(rename('Grace')).rejects.toMatchObject({ detail: { reason: 'name-taken', field: 'name' } });
    const me = () => find('GET', '/api/me').handle({ person, params: {}, query: undefined, body: undefined });
    expect(await me()).toEqual({ id: person, name: 'Ada' });
    const request = { person, params: {}, query: undefined };
    const { last } = (await find('GET', '/api/undo').handle({ ...request, body: undefined })) as LastAction;
    await find('POST', '/api/undo').handle({ ...request, body: { id: last?.id } });
    expect(await me()).toEqual({ id: person, name: '' });
  });

  function find(method: Route['method'], path = '/api/preferences'): Route {
    const clock = () => now;
    const routes = [
      ...accountRoutes({ database, undo: createUndoLog({ now: clock, newId: () => randomUUID() }) }),
      ...undoRoutes({
        database: database as unknown as Database<UndoTables>,
        handlers: { ...preferencesUndoHandlers, ...nameUndoHandlers },
        now: clock,
      }),
    ];
    return routes.find((route) => route.path === path && route.method === method)!;
  }
});

function tables(trx: Parameters<PersonCreated>[0]) {
  return trx as unknown as Parameters<Parameters<Database<AccountTables>['write']>[0]>[0];
}
