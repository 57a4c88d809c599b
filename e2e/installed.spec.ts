import type { Page } from '@playwright/test';

import { startPageProxy } from '../fixtures/server/page-proxy.ts';
import { beginSample, expect, lostConnection, QUICK, test } from './warren.ts';

test.use({ serviceWorkers: 'allow', environment: { ...QUICK, WARREN_ALLOWED_HOSTS: '127.0.0.1' } });

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
  await page.getByRole('button', { name: 'Load it' }).click();
  await expect(version).toHaveAttribute('content', 'newer');
  await expect(answer).toHaveValue('Bees see blue');
  await expect(lostConnection(page)).toHaveCount(0);
  await proxy.close();
});
