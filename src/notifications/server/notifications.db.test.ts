import { randomBytes, randomUUID } from 'node:crypto';

import { beforeEach, expect, onTestFinished, test } from 'vitest';

import { createPerson } from '#account/server/people.ts';
import { hashOf } from '#account/server/secret.ts';
import { endSignIns } from '#account/server/sign-in-list.ts';
import { signIn } from '#account/server/sign-ins.ts';
import type { AccountTables } from '#account/server/tables.ts';
import { type Database, tablesOf } from '#database/server/database.ts';
import { EVERYBODY } from '#database/server/served-people.ts';
import { createPushPost } from '#platform/push/create-push-post.ts';
import type { Activity, NoticePrompt } from '#session/domain/activity.ts';
import { createUndoLog } from '#undo/server/undo-log.ts';

import { onDatabase } from '../../../fixtures/database/each-engine.ts';
import { type PushService, startPushService } from '../../../fixtures/push/push-service.ts';
import { TEST_NOTICE } from '../domain/notice-words.ts';
import type { NotificationChoices, NotificationsAnswer } from '../protocol.ts';
import { choicesUndoHandlers } from './choices.ts';
import type { NotificationDependencies } from './dependencies.ts';
import { devicesUndoHandlers } from './devices.ts';
import { DueReminder } from './due-reminder.ts';
import { PushDelivery } from './push-delivery.ts';
import { notificationRoutes } from './routes.ts';
import { SessionNotices } from './session-notices.ts';
import type { UsedTables } from './tables.ts';

/** Noon in Berlin, on a Tuesday. */
const START = Date.UTC(2026, 10, 24, 11);
const HOUR_MS = 3_600_000;
const ALL: NotificationChoices = {
  kinds: ['waits', 'finished', 'failed', 'answers', 'imported', 'due'],
  withWords: false,
  dueAt: 8 * 60,
  daysOff: [],
};

onDatabase('notifications', (open) => {
  let service: PushService;
  let now: number;
  let due: number;
  let seen: string | null;
  let prompt: NoticePrompt | null;
  let later: { ms: number; run: () => void }[];
  let deps: NotificationDependencies;
  let delivery: PushDelivery;
  let sessions: SessionNotices;
  let ada: { person: string; signIn: string; token: string };
  let account: Parameters<typeof signIn>[0];
  let signInAs: (name: string) => Promise<typeof ada>;

  beforeEach(async () => {
    service = await startPushService();
    const store = await open();
    [now, due, seen, prompt, later] = [START, 0, null, null, []];
    const secret = randomBytes(32);
    const newId = () => randomUUID();
    const clock = { now: () => now, settledNow: () => now };
    deps = {
      ...clock,
      database: tablesOf<UsedTables>(store),
      undo: createUndoLog({ ...clock, newId }),
      newId,
      served: EVERYBODY,
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
      preferencesOf: () => Promise.resolve({ timeZone: 'Europe/Berlin' } as never),
      push: createPushPost({ allowed: ['127.0.0.1'] }),
      isOffline: false,
      readSecret: () => Promise.resolve(secret),
      contact: undefined,
      sources: () => ({
        terminal: {
          activityOf: ({ details }) => (details?.['activity'] as Activity | undefined) ?? null,
          promptOf: () => Promise.resolve(prompt),
        },
        recall: { countDue: () => Promise.resolve(due) },
      }),
      after(ms, run) {
        const entry = { ms, run };
        later.push(entry);
        return () => (later = later.filter((each) => each !== entry));
      },
    };
    delivery = new PushDelivery(deps);
    const send = (...sent: Parameters<PushDelivery['send']>) => delivery.send(...sent);
    sessions = new SessionNotices({ ...deps, send, isSeen: (_, session) => seen === session });
    const people = { database: tablesOf<AccountTables>(store), onCreated: [], ...clock };
    account = people;
    signInAs = async (name) => {
      const { id, token } = await createPerson(people, { name });
      return { person: id, signIn: hashOf((await signIn(people, token))!.cookie), token };
    };
    ada = await signInAs('Ada');
    onTestFinished(async () => {
      sessions.close();
      await delivery.close();
      await service.close();
    });
  });

  const call = async <Answer = NotificationsAnswer>(who: typeof ada, what: string, body?: unknown) => {
    const [method, path = ''] = what.split(' ');
    const device = /devices\/(?<id>[^/]+)/u.exec(path)?.groups?.['id'];
    const found = notificationRoutes(deps, delivery).find(
      (route) =>
        route.method === method && route.path === (device === undefined ? path : path.replace(device, ':device')),
    )!;
    const request = { ...who, params: device === undefined ? {} : { device }, query: undefined };
    return found.handle({ ...request, body: found.body?.parse(body) }) as Promise<Answer>;
  };
  const turnOn = async (who: typeof ada, name: string) => {
    const { publicKey } = await call(who, 'GET /api/notifications');
    return call(who, 'PUT /api/notifications/device', await service.subscribe(name, publicKey!));
  };
  const choose = (choices: Partial<NotificationChoices>) =>
    call(ada, 'PUT /api/notifications/choices', { ...ALL, ...choices });
  /** Whether notices of the person's first device quote the session. */
  const quote = async (withWords: boolean) => {
    const [first] = (await call(ada, 'GET /api/notifications')).devices;
    return call(ada, `PUT /api/notifications/devices/${first!.id}`, { withWords });
  };
  const titles = () => service.received.map(({ name, notice }) => `${name}: ${notice.title}`);
  /** Waits until this number of messages has arrived in total. */
  const arrived = (count: number) => expect.poll(() => service.received.length).toBe(count);
  const runLater = () => {
    const [first] = later;
    later = later.filter((each) => each !== first);
    first?.run();
    return first?.ms;
  };
  const change = (activity: Activity | null, how: { replyMs?: number; before?: Activity } = {}) =>
    sessions.changed(
      ada.person,
      {
        session: 's1',
        mode: 'terminal',
        title: 'warren',
        status: 'open',
        lastLine: 'Bash: rm -r secret',
        needsYou: false,
        updatedAt: now,
        details: { activity },
      },
      { replyMs: how.replyMs, detailsBefore: how.before && { activity: how.before } },
    );
  const working = { is: 'working', key: '' } as const;
  const waiting = (key: string) => ({ is: 'waiting', key }) as const;
  const resting = { is: 'resting', key: '' } as const;

  test('a device is turned on, tested and turned off; its messages are encrypted and signed', async () => {
    expect((await call(ada, 'GET /api/notifications')).choices.kinds).toEqual([]);
    await turnOn(ada, 'phone');
    const { devices } = await turnOn(ada, 'phone again');
    expect(devices).toMatchObject([{ isOwn: true }]);
    const path = `/api/notifications/devices/${devices[0]!.id}`;
    await call(ada, `POST ${path}/test`);
    expect(service.received).toMatchObject([{ name: 'phone again', notice: TEST_NOTICE }]);
    expect(service.faults).toEqual([]);
    const ben = await signInAs('Ben');
    await expect(call(ben, `POST ${path}/test`)).rejects.toMatchObject({ kind: 'not-found' });
    await expect(call(ben, `DELETE ${path}`)).rejects.toMatchObject({ kind: 'not-found' });
    await call(ada, `DELETE ${path}`);
    await delivery.send(ada.person, () => TEST_NOTICE);
    expect((await call(ada, 'GET /api/notifications')).devices).toEqual([]);
    expect(service.received).toHaveLength(1);
  });

  test('invalid subscriptions are refused', async () => {
    const { publicKey } = await call(ada, 'GET /api/notifications');
    const given = await service.subscribe('phone', publicKey!);
    const put = (body: unknown, who = ada) => call(who, 'PUT /api/notifications/device', body);
    for (const broken of [{}, { ...given, endpoint: 'push' }, { ...given, keys: { ...given.keys, auth: 'AAAA' } }])
      await expect(put(broken)).rejects.toThrow();
    for (const endpoint of [
      'http://push.example/1',
      'https://10.0.0.1/1',
      'https://a:b@push.example/1',
      'ftp://127.0.0.1/1',
    ])
      await expect(put({ ...given, endpoint }), endpoint).rejects.toMatchObject({ detail: { reason: 'endpoint' } });
    await expect(put(given, { person: ada.person } as typeof ada)).rejects.toMatchObject({ kind: 'refused' });
    await put(given);
    const ben = await signInAs('Ben');
    await expect(put(given, ben)).rejects.toMatchObject({ detail: { reason: 'endpoint-taken' } });
    await deps.database.write(async (trx) => {
      for (let index = 1; index < 20; index += 1) {
        const hash = `hash-${index}`;
        const row = { id_hash: hash, person_id: ada.person, created_at: now, expires_at: now + HOUR_MS };
        await trx
          .insertInto('sign_ins')
          .values({ ...row, device: null, last_seen_at: null } as never)
          .execute();
        await trx
          .insertInto('push_devices')
          .values({
            id: hash,
            person_id: ada.person,
            sign_in_hash: hash,
            endpoint: `https://push.example/${index}`,
            public_key: publicKey!,
            ...given.keys,
            created_at: now,
            with_words: null,
          })
          .execute();
      }
    });
    await put(await service.subscribe('again', publicKey!));
    await deps.database.write((trx) => trx.deleteFrom('push_devices').where('sign_in_hash', '=', ada.signIn).execute());
    await deps.database.write((trx) =>
      trx
        .insertInto('sign_ins')
        .values({
          id_hash: 'one-more',
          person_id: ada.person,
          created_at: now,
          expires_at: now + HOUR_MS,
          device: null,
          last_seen_at: null,
        } as never)
        .execute(),
    );
    await put(given);
    await expect(
      put(await service.subscribe('more', publicKey!), { ...ada, signIn: 'one-more' }),
    ).rejects.toMatchObject({ detail: { reason: 'too-many-devices' } });
    deps = { ...deps, isOffline: true };
    expect((await call(ada, 'GET /api/notifications')).publicKey).toBeNull();
    await expect(put(given)).rejects.toMatchObject({ detail: { reason: 'endpoint' } });
  });

  test('a gone device is removed, a busy service gets retries, and an ended sign-in gets nothing', async () => {
    const [first] = (await turnOn(ada, 'phone')).devices;
    service.answer('phone', 429, { 'retry-after': '60' });
    await delivery.send(ada.person, () => TEST_NOTICE);
    await arrived(1);
    await expect.poll(() => later.length).toBe(1);
    service.answer('phone', 500);
    expect(runLater()).toBe(60_000);
    await expect.poll(() => later.length).toBe(1);
    expect(runLater()).toBe(30_000);
    await expect.poll(() => later.length).toBe(1);
    // A newer notice replaces it.
    await delivery.send(ada.person, () => TEST_NOTICE);
    await expect.poll(() => later.length).toBe(2);
    await arrived(4);
    await expect(call(ada, `POST /api/notifications/devices/${first!.id}/test`)).rejects.toMatchObject({
      detail: { reason: 'push-later' },
    });
    service.answer('phone', 403);
    const { hasContact } = await call(ada, 'GET /api/notifications');
    expect(hasContact).toBe(false);
    await expect(call(ada, `POST /api/notifications/devices/${first!.id}/test`)).rejects.toThrow('WARREN_CONTACT');
    await endSignIns({ database: deps.database as unknown as Database<AccountTables> }, ada.person, {
      only: ada.signIn,
    });
    while (later.length > 0) runLater();
    await delivery.send(ada.person, () => TEST_NOTICE);
    // A service that does not answer delays no other person.
    const cy = await signInAs('Cy');
    await turnOn(cy, 'hung');
    service.answer('hung', null);
    await delivery.send(cy.person, () => TEST_NOTICE);
    const ben = await signInAs('Ben');
    const [device] = (await turnOn(ben, 'gone')).devices;
    service.answer('gone', 410);
    await expect(call(ben, `POST /api/notifications/devices/${device!.id}/test`)).rejects.toMatchObject({
      detail: { reason: 'push-gone' },
    });
    expect((await call(ben, 'GET /api/notifications')).devices).toEqual([]);
    expect(service.received.filter(({ name }) => name === 'phone')).toHaveLength(6);
    await expect.poll(() => titles().some((title) => title.startsWith('hung'))).toBe(true);
  });

  test('every device gets a notice that a session waits, and one that it is answered', async () => {
    await turnOn(ada, 'phone');
    await choose({});
    change(waiting('2'));
    change(working);
    expect(later).toEqual([]);
    change(waiting('3'));
    expect(runLater()).toBe(2_000);
    await arrived(1);
    expect(service.received[0]?.notice).toEqual({
      kind: 'waits',
      title: 'warren needs you',
      body: '',
      tag: 's1',
      path: '/session/s1',
      isSilent: false,
    });
    change(working);
    await arrived(2);
    expect(service.received[1]?.notice).toMatchObject({ kind: 'answered', tag: 's1', isSilent: true });
    await quote(true);
    seen = 's1';
    change(waiting('4'));
    expect([runLater(), runLater()]).toEqual([2_000, 58_000]);
    await arrived(3);
    expect(service.received[2]?.notice).toMatchObject({ kind: 'waits', body: 'Bash: rm -r secret' });
  });

  test('a notice that fits the whole prompt can answer it, and a second prompt replaces the first', async () => {
    await turnOn(ada, 'phone');
    await choose({});
    const offered = [
      { title: 'Allow', body: { behavior: 'allow' } },
      { title: 'Deny', body: { behavior: 'deny' } },
    ];
    const asks = (words: string | null, answers = offered): NoticePrompt => ({
      path: '/answer.html#s1/p1',
      words,
      answerPath: '/api/answer',
      answers,
    });
    const noticeOf = async (asked: NoticePrompt) => {
      prompt = asked;
      change(waiting(randomUUID()));
      runLater();
      const before = service.received.length;
      await arrived(before + 1);
      return service.received[before]?.notice;
    };
    const bare = { kind: 'waits', path: '/answer.html#s1/p1', body: '' };
    expect(await noticeOf(asks('npm test'))).toEqual(expect.not.objectContaining({ answers: expect.anything() }));
    expect(service.received[0]?.notice).toMatchObject(bare);
    await quote(true);
    expect(await noticeOf(asks('npm test'))).toMatchObject({
      body: 'npm test',
      answers: { path: '/api/answer', offered },
    });
    const third = { title: 'Ask me later', body: { behavior: 'deny' } };
    for (const asked of [
      asks('a'.repeat(161)),
      asks('a\nb\nc\nd\ne'),
      asks('rm \u202Efdp.x'),
      asks(`ls${' '.repeat(100)}; rm -rf ~`),
      asks(`ls${'\u2028'.repeat(8)} rm -rf ~`),
      asks('ls\u3164'),
      asks(null),
      asks('Which?', [...offered, third]),
      asks('Which?', []),
    ])
      expect(await noticeOf(asked), asked.words ?? '').not.toHaveProperty('answers');
    // The next prompt follows at once, and both are answered before a notice is sent.
    change(waiting('last'));
    change(working);
    await arrived(service.received.length + 1);
    expect(service.received.at(-1)?.notice).toMatchObject({ kind: 'answered', path: '/session/s1' });
    expect(later).toEqual([]);
  });

  test('each device quotes the session by its own choice, or in old rows by its person’s', async () => {
    await turnOn(ada, 'phone');
    const { cookie } = (await signIn(account, ada.token))!;
    const laptop = { ...ada, signIn: hashOf(cookie) };
    now += 1;
    await turnOn(laptop, 'laptop');
    const quoting = async (who = ada) =>
      (await call(who, 'GET /api/notifications')).devices.map(({ isOwn, withWords }) => [isOwn, withWords]);
    await choose({ withWords: true });
    expect(await quoting()).toEqual([
      [true, false],
      [false, false],
    ]);
    now += 1;
    await quote(true);
    change(waiting('1'));
    runLater();
    await arrived(2);
    const bodies = () => Object.fromEntries(service.received.map(({ name, notice }) => [name, notice.body]));
    expect(bodies()).toEqual({ phone: 'Bash: rm -r secret', laptop: '' });
    await turnOn(ada, 'phone');
    expect(await quoting()).toContainEqual([true, true]);
    const [phone] = (await call(ada, 'GET /api/notifications')).devices.filter(({ isOwn }) => isOwn);
    const ben = await signInAs('Ben');
    await expect(call(ben, `PUT /api/notifications/devices/${phone!.id}`, { withWords: false })).rejects.toMatchObject({
      kind: 'not-found',
    });
    await deps.database.write((trx) =>
      trx.updateTable('push_devices').set({ with_words: null }).where('person_id', '=', ada.person).execute(),
    );
    expect((await quoting()).map(([, withWords]) => withWords)).toEqual([true, true]);
    await choose({});
    expect((await quoting()).map(([, withWords]) => withWords)).toEqual([false, false]);
  });

  test('after a restart a waiting prompt sends no second notice, and its answer sends one', async () => {
    await turnOn(ada, 'phone');
    await choose({});
    change(waiting('1'), { before: waiting('1') });
    expect(later).toEqual([]);
    change(working);
    await arrived(1);
    change(resting);
    change(working, { before: waiting('2') });
    await arrived(2);
    expect(service.received.map(({ notice }) => notice.kind)).toEqual(['answered', 'answered']);
  });

  test('unseen long work, a failure and a late answer send notices', async () => {
    await turnOn(ada, 'phone');
    await choose({});
    change(working);
    now += 30_000;
    change(resting);
    change(working);
    now += 61_000;
    seen = 's1';
    change(resting);
    seen = null;
    change(working);
    now += 61_000;
    change(resting);
    await arrived(1);
    change(working);
    change({ is: 'failed', key: '' });
    await arrived(2);
    change(null, { replyMs: 59_000 });
    change(null, { replyMs: 60_000 });
    await arrived(3);
    const imported = { name: 'kanji.apkg', path: '/recall', tookMs: 59_000, hasFailed: false };
    sessions.workEnded(ada.person, imported);
    sessions.workEnded(ada.person, { ...imported, tookMs: 60_000 });
    await arrived(4);
    sessions.workEnded(ada.person, { ...imported, tookMs: 60_000, hasFailed: 'in-part' });
    await arrived(5);
    expect(titles()).toEqual([
      'phone: warren has finished',
      'phone: warren has failed',
      'phone: warren has an answer',
      'phone: Your import is done',
      'phone: Your import is done in part',
    ]);
    expect(service.received.at(-1)?.notice.body).toBe('');
  });

  test('due points send one reminder a day, at the chosen time, except on days off', async () => {
    await turnOn(ada, 'phone');
    await choose({ daysOff: [4] });
    const reminder = new DueReminder({ ...deps, send: (...sent) => delivery.send(...sent) });
    due = 14;
    await reminder.look();
    for (let hour = 0; hour < 4 * 24; hour += 1) {
      now += HOUR_MS;
      // No points are due on Friday.
      due = now > START + 2.5 * 24 * HOUR_MS ? 0 : 14;
      await reminder.look();
    }
    await reminder.close();
    await delivery.send(ada.person, () => TEST_NOTICE);
    await expect.poll(() => titles().at(-1)).toBe(`phone: ${TEST_NOTICE.title}`);
    expect(titles()).toHaveLength(2);
    expect(titles()[0]).toBe('phone: 14 points are ready');
  });

  test('changes of the kinds of notices, and of a device’s quotes, can be undone', async () => {
    const lastReversal = async () => {
      const rows = await deps.database.read
        .selectFrom('undoable_actions' as never)
        .selectAll()
        .orderBy('at' as never, 'desc')
        .execute();
      return JSON.parse((rows[0] as { reversal: string }).reversal) as object;
    };
    await choose({});
    now += 1;
    await choose({ kinds: ['due'] });
    const chosen = await lastReversal();
    await turnOn(ada, 'phone');
    now += 1;
    await quote(true);
    const quoted = await lastReversal();
    for (const [handlers, reversal] of [
      [devicesUndoHandlers, quoted],
      [choicesUndoHandlers, chosen],
    ] as const) {
      const [undo] = Object.values(handlers);
      await deps.database.write((trx) => undo!.reverse!(trx, { person: ada.person, reversal, now }));
    }
    const { choices, devices } = await call(ada, 'GET /api/notifications');
    expect([choices, devices[0]?.withWords]).toEqual([ALL, false]);
    await quote(true);
    const again = await lastReversal();
    await call(ada, `DELETE /api/notifications/devices/${devices[0]!.id}`);
    const [undo] = Object.values(devicesUndoHandlers);
    await expect(
      deps.database.write((trx) => undo!.reverse!(trx, { person: ada.person, reversal: again, now })),
    ).rejects.toThrow('gets no notifications any more');
  });
});
