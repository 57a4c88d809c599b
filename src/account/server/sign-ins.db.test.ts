import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { beforeEach, expect, test } from 'vitest';

import { type Database, tablesOf } from '#database/server/database.ts';
import { AppError } from '#wire/error-kind.ts';

import { onDatabase } from '../../../fixtures/database/each-engine.ts';
import { temporaryFolder } from '../../../fixtures/database/temporary-folder.ts';
import { UNNAMED } from '../protocol.ts';
import {
  createAccessToken,
  listAccessTokens,
  noteClient,
  withdrawAccessToken,
  withdrawTokensOf,
} from './access-tokens.ts';
import { AccessWatch } from './access-watch.ts';
import { ensureFirstPerson } from './first-person.ts';
import { createPerson, type Person } from './people.ts';
import { beginRemoval, cancelRemoval } from './remove-person.ts';
import { renewToken } from './renew-token.ts';
import { hashOf } from './secret.ts';
import { endSignIns, listSignIns } from './sign-in-list.ts';
import { SignInUses } from './sign-in-uses.ts';
import { identify, signIn } from './sign-ins.ts';
import type { AccountTables } from './tables.ts';

const START = 1_790_000_000_000;
const MINUTE_MS = 60_000;
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';

onDatabase('sign-ins', (open) => {
  let database: Database<AccountTables>;
  let home: string;
  let now: number;
  let uses: SignInUses;
  let owner: { token: string };
  let ada: Person & { token: string };
  const deps = () => ({
    database,
    onCreated: [],
    now: () => now,
    settledNow: () => now,
    home,
    environmentToken: undefined,
    onUsed: uses.used,
    traces: [],
  });

  beforeEach(async () => {
    database = tablesOf<AccountTables>(await open());
    home = temporaryFolder();
    now = START;
    uses = new SignInUses({ database, now: () => now });
    owner = await ensureFirstPerson(deps(), { home, token: undefined });
    now += 1;
    ada = await createPerson(deps(), { name: 'Ada' });
  });

  const cookieOf = async (token: string, userAgent?: string) => (await signIn(deps(), token, userAgent))!.cookie;
  const list = (own?: string) => listSignIns(database.read, { person: ada.id, own, now });

  test('each sign-in is listed with its device and last use, the own one first', async () => {
    const cookies = [await cookieOf(ada.token, FIREFOX), await cookieOf(ada.token, 'curl/8')];
    await cookieOf(owner.token);
    expect(await list(hashOf(cookies[1]!))).toEqual([
      { id: hashOf(cookies[1]!), device: null, createdAt: now, lastSeenAt: now, isOwn: true },
      { id: hashOf(cookies[0]!), device: 'Firefox on Linux', createdAt: now, lastSeenAt: now, isOwn: false },
    ]);
    now += 91 * 24 * 60 * MINUTE_MS;
    expect(await list()).toEqual([]);
  });

  test('the last use is written at most every ten minutes', async () => {
    const cookie = await cookieOf(ada.token);
    let writes = 0;
    const counted: Database<AccountTables> = {
      ...database,
      write(work) {
        writes += 1;
        return database.write(work);
      },
    };
    uses = new SignInUses({ database: counted, now: () => now });
    const useForMinutes = async (minutes: number) => {
      for (let minute = 0; minute < minutes; minute += 1) {
        now += MINUTE_MS;
        await Promise.all(Array.from({ length: 5 }, () => identify(deps(), { cookie })));
        await uses.settled();
      }
    };
    await useForMinutes(9);
    expect(writes).toBe(0);
    await useForMinutes(1);
    expect(writes).toBe(1);
    expect(await list()).toMatchObject([{ lastSeenAt: now }]);
    await useForMinutes(30);
    expect(writes).toBe(4);
  });

  test('a request does not wait for that write, which fails silently on a full disk', async () => {
    const cookie = await cookieOf(ada.token);
    let tried = 0;
    const full: Database<AccountTables> = {
      ...database,
      write() {
        tried += 1;
        return Promise.reject(new AppError('disk-full', 'The disk is full.'));
      },
    };
    const stuck: Database<AccountTables> = { ...database, write: () => new Promise(() => {}) };
    for (const store of [full, stuck]) {
      uses = new SignInUses({ database: store, now: () => now });
      for (const minutes of [20, 1, 1]) {
        now += minutes * MINUTE_MS;
        expect(await identify(deps(), { cookie })).toMatchObject({ person: ada.id });
      }
    }
    expect(tried).toBe(1);
  });

  test('a person can end one sign-in or all others, and never those of another person', async () => {
    const cookies = [await cookieOf(ada.token), await cookieOf(ada.token), await cookieOf(ada.token)];
    const [first = '', second = '', third = ''] = cookies.map(hashOf);
    const other = hashOf(await cookieOf(owner.token));
    expect(await endSignIns(deps(), ada.id, { only: other })).toBe(0);
    expect(await endSignIns(deps(), ada.id, { only: first })).toBe(1);
    expect(await endSignIns(deps(), ada.id, { except: second })).toBe(1);
    expect((await list()).map(({ id }) => id)).toEqual([second]);
    expect(await identify(deps(), { cookie: cookies[2] })).toBeNull();
    expect(third).not.toBe(second);
    expect(await endSignIns(deps(), ada.id, { except: undefined })).toBe(1);
    expect(await database.read.selectFrom('sign_ins').select('id_hash').execute()).toEqual([{ id_hash: other }]);
  });

  test('a renewed token ends the old one and all sign-ins except that of the caller', async () => {
    const [own, other] = [await cookieOf(ada.token), await cookieOf(ada.token)];
    const token = await renewToken(deps(), { person: ada.id, except: hashOf(own) });
    expect(await identify(deps(), { bearer: ada.token })).toBeNull();
    expect(await identify(deps(), { cookie: other })).toBeNull();
    expect(await identify(deps(), { cookie: own })).not.toBeNull();
    expect(await identify(deps(), { bearer: token })).toMatchObject({ person: ada.id });
    await renewToken(deps(), { person: ada.id });
    expect(await identify(deps(), { cookie: own })).toBeNull();
    expect(await identify(deps(), { bearer: owner.token })).not.toBeNull();
  });

  test('the next start uses the first person’s renewed token', async () => {
    const first = await database.read
      .selectFrom('people')
      .select('id')
      .where('name', '=', UNNAMED)
      .executeTakeFirstOrThrow();
    const token = await renewToken(deps(), { person: first.id });
    expect(readFileSync(path.join(home, 'token'), 'utf8').trim()).toBe(token);
    expect(await ensureFirstPerson(deps(), { home, token: undefined })).toEqual({ token });
    expect(await identify(deps(), { bearer: owner.token })).toBeNull();
  });

  test.each(['another one', 'none'])(
    'the first person’s token is renewed if the data folder holds %s, as after a restore',
    async (kept) => {
      const { person } = (await identify(deps(), { bearer: owner.token }))!;
      if (kept === 'none') rmSync(path.join(home, 'token'));
      else writeFileSync(path.join(home, 'token'), 'of-the-folder');
      // A token in the environment that the store does not hold is not the one that leaked.
      const token = await renewToken({ ...deps(), environmentToken: 'not-taken-yet' }, { person });
      expect(readFileSync(path.join(home, 'token'), 'utf8').trim()).toBe(token);
      expect(await identify(deps(), { bearer: owner.token })).toBeNull();
      expect(await identify(deps(), { bearer: token })).toMatchObject({ person });
      expect(await ensureFirstPerson(deps(), { home, token: undefined })).toEqual({ token });
    },
  );

  test('after concurrent renewals, the data folder and the store have the last token', async () => {
    const { person } = (await identify(deps(), { bearer: owner.token }))!;
    const tokens = await Promise.all(Array.from({ length: 5 }, () => renewToken(deps(), { person })));
    expect(readFileSync(path.join(home, 'token'), 'utf8').trim()).toBe(tokens.at(-1));
    const present = await Promise.all(tokens.map((token) => identify(deps(), { bearer: token })));
    expect(present.map((identity) => identity !== null)).toEqual([false, false, false, false, true]);
  });

  test('a first token from the environment is not renewed here, and stays', async () => {
    const settings = { home, token: 'chosen-in-the-environment' };
    await ensureFirstPerson(deps(), settings);
    const { person } = (await identify(deps(), { bearer: settings.token }))!;
    const given = { ...deps(), environmentToken: settings.token };
    await expect(renewToken(given, { person })).rejects.toMatchObject({ detail: { reason: 'token-set' } });
    expect(await identify(deps(), { bearer: settings.token })).not.toBeNull();
  });

  test('a person who is being removed has no access until the removal is cancelled', async () => {
    const cookie = await cookieOf(ada.token);
    await beginRemoval(deps(), ada.id);
    expect(await identify(deps(), { bearer: ada.token })).toBeNull();
    expect(await identify(deps(), { cookie })).toBeNull();
    expect(await signIn(deps(), ada.token)).toBeNull();
    await cancelRemoval(deps(), ada.id);
    expect(await identify(deps(), { bearer: ada.token })).not.toBeNull();
    expect(await identify(deps(), { cookie })).not.toBeNull();
  });

  test('a person who was exported during their removal has access as the first person of a new folder', async () => {
    const write = (at: number) => database.write((trx) => trx.updateTable('people').set({ removing_at: at }).execute());
    await write(now);
    const { token } = await ensureFirstPerson(deps(), { home: temporaryFolder(), token: undefined });
    expect(await identify(deps(), { bearer: token })).not.toBeNull();
    expect(await identify(deps(), { bearer: ada.token })).toBeNull();
  });

  test('a running server closes only the sockets whose access has ended', async () => {
    const cookie = await cookieOf(ada.token);
    const others = [hashOf(await cookieOf(ada.token)), hashOf(owner.token), hashOf(await cookieOf(owner.token))];
    const opened = new Set([hashOf(cookie), hashOf(ada.token), ...others]);
    const ended: string[] = [];
    const left: string[] = [];
    const seen = new Set<string>();
    const watch = new AccessWatch({
      ...deps(),
      checkEveryMs: 20,
      openCredentials: () => opened,
      endAccess(credential) {
        opened.delete(credential);
        ended.push(credential);
      },
      onUsed: ({ hash }) => void seen.add(hash),
      onLeaving: (person) => Promise.resolve(void left.push(person)),
      logError: () => {},
    });
    try {
      await expect.poll(() => seen.size).toBe(3);
      await endSignIns(deps(), ada.id, { only: hashOf(cookie) });
      await expect.poll(() => ended).toEqual([hashOf(cookie)]);
      await renewToken(deps(), { person: ada.id, except: others[0] });
      await expect.poll(() => ended).toEqual([hashOf(cookie), hashOf(ada.token)]);
      expect(left).toEqual([]);
      await beginRemoval(deps(), ada.id);
      await expect.poll(() => left).toEqual([ada.id]);
      expect(ended.slice(2)).toEqual([others[0]]);
      expect([...opened].toSorted()).toEqual(others.slice(1).toSorted());
    } finally {
      watch.close();
    }
  });

  const full = (): Database<AccountTables> => ({
    ...database,
    write: () => Promise.reject(new AppError('disk-full', 'The disk is full.')),
  });

  test('on a full disk a new sign-in is refused, and existing sign-ins stay valid', async () => {
    const cookie = await cookieOf(ada.token);
    await expect(signIn({ ...deps(), database: full() }, ada.token)).rejects.toMatchObject({
      kind: 'disk-full',
      message: expect.stringMatching(/^You could not be signed in\. The disk is full/) as string,
    });
    expect(await signIn({ ...deps(), database: full() }, 'no token of anybody')).toBeNull();
    now += 20 * MINUTE_MS;
    expect(await identify({ ...deps(), database: full() }, { cookie })).toMatchObject({ person: ada.id });
    expect(await list()).toHaveLength(1);
  });

  test('ending the work of a person who is being removed is repeated if it failed', async () => {
    const left: string[] = [];
    const failures: unknown[] = [];
    await beginRemoval(deps(), ada.id);
    const watch = new AccessWatch({
      ...deps(),
      checkEveryMs: 20,
      openCredentials: () => new Set(),
      endAccess: () => {},
      onLeaving(person) {
        left.push(person);
        return left.length < 3 ? Promise.reject(new Error('It hangs.')) : Promise.resolve();
      },
      logError: (_, error) => void failures.push(error),
    });
    try {
      await expect.poll(() => left).toEqual([ada.id, ada.id, ada.id]);
      expect(failures).toHaveLength(2);
    } finally {
      watch.close();
    }
  });

  test('an access token has scopes and a last use, and ends alone, with its session or the person’s token', async () => {
    const asked = { ...deps(), newId: () => `id-${now}` };
    const shared = { person: ada.id, bucketId: null, session: null };
    const { token } = await createAccessToken(asked, { ...shared, name: 'Phone', scopes: ['capture'] });
    now += 1;
    const { token: other } = await createAccessToken(asked, { ...shared, name: 'Shell', scopes: ['read', 'keep'] });
    const access = { id: `id-${now - 1}`, name: 'Phone', scopes: ['capture'], client: null };
    expect(await identify(deps(), { bearer: token })).toMatchObject({ person: ada.id, signIn: null, access });
    expect(await identify(deps(), { bearer: `${token}x` })).toBeNull();
    expect(await identify(deps(), { cookie: token })).toBeNull();
    expect(await signIn(deps(), token)).toBeNull();
    await uses.settled();
    await noteClient(deps(), { person: 'another', token: `id-${now}`, client: 'Not theirs' });
    await noteClient(deps(), { person: ada.id, token: `id-${now}`, client: 'claude-code' });
    expect(await listAccessTokens(database.read, ada.id)).toMatchObject([
      { name: 'Shell', scopes: ['read', 'keep'], lastUsedAt: null, client: 'claude-code' },
      { name: 'Phone', lastUsedAt: now },
    ]);
    await expect(withdrawAccessToken(deps(), { person: 'another', id: `id-${now}` })).rejects.toThrow('withdrawn');
    await withdrawAccessToken(deps(), { person: ada.id, id: `id-${now}` });
    expect(await identify(deps(), { bearer: other })).toBeNull();
    now += 1;
    const of = { ...shared, name: 'Session', scopes: ['read'], bucketId: 'bucket', session: 'session' } as const;
    const { token: ofSession } = await createAccessToken(asked, of);
    await database.write((trx) => withdrawTokensOf(trx, { person: ada.id, session: 'another' }));
    expect(await identify(deps(), { bearer: ofSession })).toMatchObject({
      access: { bucketId: 'bucket', session: 'session' },
    });
    await database.write((trx) => withdrawTokensOf(trx, { person: ada.id, session: 'session' }));
    expect(await identify(deps(), { bearer: ofSession })).toBeNull();
    await renewToken(deps(), { person: ada.id });
    expect(await identify(deps(), { bearer: token })).toBeNull();
  });
});
