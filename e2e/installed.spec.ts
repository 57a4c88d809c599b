import type { Page } from '@playwright/test';

import { sampleSet } from '#modes/recall/sets/domain/sample-set.ts';

import { startPushService } from '../fixtures/push/push-service.ts';
import { addPerson } from '../fixtures/server/add-person.ts';
import { startPageProxy } from '../fixtures/server/page-proxy.ts';
import {
  beginSample,
  expect,
  lostConnection,
  QUICK,
  sampleAnswers,
  say,
  settled,
  test,
  waitingCard,
} from './warren.ts';

test.use({
  serviceWorkers: 'allow',
  environment: { ...QUICK, WARREN_ALLOWED_HOSTS: '127.0.0.1', WARREN_ALLOW_PRIVATE_ADDRESSES: '127.0.0.1' },
});

/** Whether the service worker has stored the whole page. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    const { active } = (await navigator.serviceWorker.getRegistration()) ?? {};
    return active?.state === 'activated';
  });
/** Looks for a newer version, and returns the final state of its worker. */
const look = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    // A worker that fails leaves the registration soon, so keep it.
    let found: ServiceWorker | null = null;
    registration.addEventListener('updatefound', () => (found = registration.installing));
    await registration.update();
    const newer = registration.waiting ?? registration.installing ?? (found as ServiceWorker | null);
    while (newer?.state === 'installing')
      await new Promise((changed) => newer.addEventListener('statechange', changed, { once: true }));
    return newer?.state;
  });

/** Everything that this browser has stored of Warren, except the page itself. */
const stored = (page: Page) =>
  page.evaluate(async () => {
    const after = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error ?? new Error('Nothing could be read.')));
      });
    const found: unknown[] = [localStorage, sessionStorage].map((storage) => Object.values(storage));
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await after(indexedDB.open(name));
      for (const store of database.objectStoreNames)
        found.push(await after(database.transaction(store).objectStore(store).getAll()));
      database.close();
    }
    for (const name of await caches.keys())
      for (const request of await (await caches.open(name)).keys())
        if (!new URL(request.url).pathname.startsWith('/assets/'))
          found.push(request.url, await (await caches.match(request))?.text());
    return JSON.stringify(found).toLowerCase();
  });

test('seen answers are read without a server, only by the same person, and without the points', async ({
  ownWarren,
  browser,
  context,
  page,
}) => {
  const proxy = await startPageProxy(ownWarren.server.url);
  const signIn = (where: Page, { token }: { readonly token: string }) => where.goto(`${proxy.url}/#token=${token}`);
  await signIn(page, ownWarren.server);
  await beginSample(page);
  const session = page.url();
  const [recalled = '', ...remaining] = sampleAnswers;
  await say(page, recalled);
  await settled(page);
  for (const number of [1, 2]) {
    await page.getByRole('button', { name: 'Hint', exact: true }).click();
    await expect(page.locator('[data-author=person]', { hasText: 'A hint, please.' })).toHaveCount(number);
    await settled(page);
  }
  await expect(page.getByText('____').first()).toBeVisible();
  await page.getByRole('button', { name: 'Show the point', exact: true }).click();
  await expect(page.getByRole('group', { name: sampleSet.points[1]?.text })).toBeFocused();
  await page.keyboard.press('2');
  await expect(waitingCard(page)).toHaveCount(0);
  await settled(page);
  await expect.poll(() => kept(page)).toBe(true);
  const place = (name: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();
  const set = page.getByRole('main').getByRole('link', { name: sampleSet.title });
  await place('Recall');
  await set.click();
  await expect(page.getByRole('region', { name: 'Points', exact: true })).toBeVisible();
  await place('Today');
  await expect(page.getByRole('heading', { name: 'Where you left off' })).toBeVisible();
  await expect.poll(() => stored(page)).toContain(recalled);

  proxy.setGone(true);
  await page.goto(session);
  const lastSeen = page.getByText(/Last seen/u);
  await expect(lastSeen).toBeVisible();
  const own = page.locator('[data-author=person]');
  await expect(own.filter({ hasText: recalled })).toBeVisible();
  await say(page, 'Said without a server');
  await place('Today');
  await expect(page.getByRole('heading', { name: 'Where you left off' })).toBeVisible();
  await place('Recall');
  await set.click();
  await expect(page.getByRole('heading', { name: sampleSet.title })).toBeVisible();
  await expect(page.getByText('Points are not kept in the browser')).toBeVisible();
  const withoutServer = await stored(page);
  expect(withoutServer).toContain('what the tutor says is not kept');
  // A hint contains the beginning of a word, and gaps.
  expect(withoutServer).not.toContain('____');
  for (const point of remaining) expect(withoutServer).not.toContain(point);

  proxy.setGone(false);
  await page.goto(session);
  await expect(own.filter({ hasText: 'Said without a server' })).toHaveCount(1);
  await expect(page.locator('[data-status=waiting]')).toHaveCount(0);
  await expect(lastSeen).toHaveCount(0);

  // Another person signs in while the page shows the first person's answers.
  proxy.setGone(true);
  await page.goto(session);
  await expect(own.filter({ hasText: recalled })).toBeVisible();
  await say(page, 'Unsent by the first');
  const other = await addPerson(ownWarren.server, { home: ownWarren.home, name: 'Someone else' });
  const elsewhere = await browser.newContext({ serviceWorkers: 'block' });
  const otherPage = await elsewhere.newPage();
  await otherPage.goto(`${ownWarren.server.url}/#token=${other.token}`);
  await expect(otherPage.getByRole('heading', { level: 1 })).toBeVisible();
  await context.clearCookies();
  await context.addCookies(await elsewhere.cookies());
  await elsewhere.close();
  const sent: string[] = [];
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(String(payload))));
  proxy.setGone(false);
  // The page retries by itself, and reloads for the other person.
  await expect(page.getByRole('heading', { name: 'There is no such session' })).toBeVisible();
  await expect(own).toHaveCount(0);
  expect(sent.join('\n')).not.toContain('Unsent by the first');
  await expect.poll(() => stored(page)).not.toContain(recalled);
  await expect.poll(() => stored(page)).toContain('someone else');
  await place('Settings');
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page.getByRole('textbox')).toBeVisible();
  await expect.poll(() => stored(page)).not.toContain('someone else');

  await signIn(page, ownWarren.server);
  await expect.poll(() => stored(page)).toContain(sampleSet.title.toLowerCase());
  await page.goto(session);
  await expect(own.filter({ hasText: 'Unsent by the first' })).toHaveCount(1);
  await expect(page.locator('[data-status=waiting]')).toHaveCount(0);
  expect(sent.join('\n')).toContain('Unsent by the first');
  proxy.setGone(true);
  await place('Settings');
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page.getByRole('textbox')).toBeVisible();
  await expect.poll(() => stored(page)).not.toContain(sampleSet.title.toLowerCase());
  const statusOf = async () => (await fetch(`${ownWarren.server.url}/api/me`, { headers: { cookie } })).status;
  expect(await statusOf()).toBe(200);
  proxy.setGone(false);
  await expect.poll(statusOf).toBe(401);

  await signIn(page, ownWarren.server);
  await expect.poll(() => stored(page)).toContain(sampleSet.title.toLowerCase());
  await ownWarren.api('DELETE', '/api/sign-ins');
  await expect(page.getByRole('textbox')).toBeVisible();
  await expect.poll(() => stored(page)).not.toContain(sampleSet.title.toLowerCase());
  await proxy.close();
});

test('the page works without a server, and a newer one is offered as a whole, keeping typed text', async ({
  ownWarren,
  page,
}) => {
  const proxy = await startPageProxy(ownWarren.server.url);
  const version = page.locator('meta[name=version]');
  await page.goto(`${proxy.url}/#token=${ownWarren.server.token}`);
  await beginSample(page);
  await expect.poll(() => kept(page)).toBe(true);
  const manifest = await page.evaluate(async () => {
    const { icons } = (await (await fetch('/manifest.webmanifest')).json()) as { icons: { src: string }[] };
    return Promise.all(icons.map(async ({ src }) => (await fetch(src)).headers.get('content-type')));
  });
  expect(manifest).toEqual(['image/svg+xml', 'image/png', 'image/png', 'image/png']);

  proxy.setGone(true);
  await page.reload();
  await expect(page.getByText(/Last seen/u)).toBeVisible();
  expect(await page.evaluate(() => caches.match('/api/me'))).toBeUndefined();
  proxy.setGone(false);
  await page.reload();
  const answer = page.getByRole('textbox', { name: 'Your answer' });
  await answer.fill('Bees see');

  proxy.setVersion({ name: 'newer', isComplete: false });
  expect(await look(page)).toBe('redundant');
  await page.reload();
  await expect(answer).toHaveValue('Bees see');
  await expect(version).toHaveCount(0);

  proxy.setVersion({ name: 'newer', isComplete: true });
  await expect.poll(() => kept(page)).toBe(true);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.getByRole('textbox', { name: 'Your answer' }).press('End');
  await page.keyboard.type(' blue');
  // The browser also looks by itself; a look joins one that is already running.
  await expect.poll(() => look(page)).toBe('installed');
  // The offer disappears after a while and returns with each page; here it may have come before the look.
  await page.reload();
  await expect(version).toHaveCount(0);
  await page.getByRole('button', { name: 'Load it' }).click();
  await expect(version).toHaveAttribute('content', 'newer');
  await expect(answer).toHaveValue('Bees see blue');
  await expect(lostConnection(page)).toHaveCount(0);
  await proxy.close();
});

test('a terminal notifies a browser whose pages are closed, and a click opens it', async ({
  ownWarren,
  context,
  page,
}) => {
  const { server, api } = ownWarren;
  const service = await startPushService();
  const { publicKey } = await api<{ publicKey: string }>('GET', '/api/notifications');
  // A test cannot reach a browser's push service, so the browser returns the double's subscription.
  await context.addInitScript(
    (given) => {
      let isSubscribed = false;
      const subscription = {
        toJSON: () => given,
        unsubscribe: () => Promise.resolve(!(isSubscribed = false)),
      } as unknown as PushSubscription;
      PushManager.prototype.subscribe = () => Promise.resolve(((isSubscribed = true), subscription));
      PushManager.prototype.getSubscription = () => Promise.resolve(isSubscribed ? subscription : null);
    },
    await service.subscribe('browser', publicKey),
  );
  await context.grantPermissions(['notifications'], { origin: new URL(server.url).origin });
  await ownWarren.open(page, '/settings/notifications');
  const failed = page.getByRole('checkbox', { name: 'A terminal has ended with an error' });
  // The box is checked only once its change is being sent, which `check()` does not wait for.
  await failed.click();
  await expect(failed).toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'A terminal has finished' })).not.toBeChecked();
  await page.getByRole('button', { name: 'Turn on in this browser' }).click();
  await page.getByRole('button', { name: /^Send a test/u }).click();
  await expect.poll(() => service.received.map(({ notice }) => notice.kind)).toEqual(['test']);
  await expect(page.getByRole('listitem').filter({ hasText: 'This browser' })).toBeVisible();

  const [worker] = context.serviceWorkers();
  const other = await context.newPage();
  const devtools = await context.newCDPSession(other);
  const registrations = new Promise<string>((found) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) found(first.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  const registrationId = await registrations;
  await page.close();
  await api('POST', '/api/terminals', {
    folder: '~',
    title: 'build',
    program: { kind: 'command', command: ['false'] },
  });
  await expect.poll(() => service.received.length).toBe(2);
  const notice = service.received[1]?.notice;
  expect(notice).toMatchObject({ kind: 'failed', title: 'build has failed', body: '' });
  // The headless browser shows no notifications, so the worker's request for one is checked.
  await worker!.evaluate(() => {
    const scope = self as unknown as { registration: ServiceWorkerRegistration; shown: object[] };
    scope.shown = [];
    scope.registration.showNotification = (title, options) =>
      Promise.resolve(void scope.shown.push({ title, tag: options?.tag, data: options?.data as unknown }));
  });
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin: new URL(server.url).origin,
    registrationId,
    data: JSON.stringify(notice),
  });
  const data = { path: notice?.path };
  await expect
    .poll(() => worker!.evaluate(() => (self as unknown as { shown: object[] }).shown))
    .toEqual([{ title: 'build has failed', tag: notice?.tag, data }]);
  const opened = await worker!.evaluate((clicked) => {
    const scope = self as unknown as {
      clients: { openWindow: (path: string) => Promise<null> };
      ExtendableEvent: typeof Event;
    };
    return new Promise<string>((resolve) => {
      // Browsers open a window only after a click of a person.
      scope.clients.openWindow = (path) => Promise.resolve((resolve(path), null));
      const notification = { data: clicked, close: () => undefined };
      dispatchEvent(Object.assign(new scope.ExtendableEvent('notificationclick'), { notification }));
    });
  }, data);
  expect(opened).toBe(notice?.path);
  expect(service.faults).toEqual([]);
  await service.close();
});
