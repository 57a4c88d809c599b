import type { Page } from '@playwright/test';

import { startPushService } from '../fixtures/push/push-service.ts';
import { startPageProxy } from '../fixtures/server/page-proxy.ts';
import { beginSample, expect, lostConnection, QUICK, test } from './warren.ts';

test.use({
  serviceWorkers: 'allow',
  environment: { ...QUICK, WARREN_ALLOWED_HOSTS: '127.0.0.1', WARREN_ALLOW_PRIVATE_ADDRESSES: '127.0.0.1' },
});

/** Whether the page is kept whole. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    const { active } = (await navigator.serviceWorker.getRegistration()) ?? {};
    return active?.state === 'activated';
  });
/** Looks for a newer version, and returns what has become of it. */
const look = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    // One that fails has left the registration soon after.
    let found: ServiceWorker | null = null;
    registration.addEventListener('updatefound', () => (found = registration.installing));
    await registration.update();
    const newer = registration.waiting ?? registration.installing ?? (found as ServiceWorker | null);
    while (newer?.state === 'installing')
      await new Promise((changed) => newer.addEventListener('statechange', changed, { once: true }));
    return newer?.state;
  });

test('the page is there without a server, and a newer one is offered whole and under what is typed', async ({
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
  await expect(page.getByRole('alert')).toContainText('Warren');
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
  expect(await look(page)).toBe('installed');
  // The offer goes after a while, and comes with each page: here it may have come before the look.
  await page.reload();
  await expect(version).toHaveCount(0);
  await page.getByRole('button', { name: 'Load it' }).click();
  await expect(version).toHaveAttribute('content', 'newer');
  await expect(answer).toHaveValue('Bees see blue');
  await expect(lostConnection(page)).toHaveCount(0);
  await proxy.close();
});

test('a terminal notifies a browser whose pages are closed, and a click leads to it', async ({
  ownWarren,
  context,
  page,
}) => {
  const { server, api } = ownWarren;
  const service = await startPushService();
  const { publicKey } = await api<{ publicKey: string }>('GET', '/api/notifications');
  // No push service of a browser can be reached from here: it gives what the double gave.
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
  await page.getByRole('checkbox', { name: 'A terminal has ended with an error' }).check();
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
  // The headless browser shows none: the worker's request for one is what can be seen.
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
      // A browser opens a window after a click of a person alone.
      scope.clients.openWindow = (path) => Promise.resolve((resolve(path), null));
      const notification = { data: clicked, close: () => undefined };
      dispatchEvent(Object.assign(new scope.ExtendableEvent('notificationclick'), { notification }));
    });
  }, data);
  expect(opened).toBe(notice?.path);
  expect(service.faults).toEqual([]);
  await service.close();
});
