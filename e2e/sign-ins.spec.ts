import type { Browser, Page } from '@playwright/test';

import { expectAccessible } from './accessible.ts';
import { LOOKS } from './looks.ts';
import { expect, test, type Warren } from './warren.ts';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';

const signInPage = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true });

/** A further browser of the person, which shows Today. */
async function openPhone(browser: Browser, warren: Warren): Promise<Page> {
  const context = await browser.newContext({ userAgent: IPHONE });
  const page = await context.newPage();
  await warren.signIn(page);
  return page;
}

async function openSettings(page: Page, warren: Warren): Promise<void> {
  await page.goto(`${warren.server.url}/settings`);
  await expect(page.getByText('This browser, signed in')).toBeVisible();
}

test('a person sees where they are signed in and signs out another browser, which notices', async ({
  browser,
  page,
  warren,
}) => {
  const phone = await openPhone(browser, warren);
  await warren.signIn(page);
  await openSettings(page, warren);
  await page.getByRole('button', { name: 'Sign out Safari on iPhone' }).click();
  await expect(page.getByText('You are signed in nowhere else.')).toBeVisible();
  await expect(signInPage(phone)).toBeVisible();
  await expect(page.getByText('This browser, signed in')).toBeVisible();
  await phone.context().close();
});

test('all other browsers are signed out at once', async ({ browser, page, warren }) => {
  const phones = [await openPhone(browser, warren), await openPhone(browser, warren)];
  await warren.signIn(page);
  await openSettings(page, warren);
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expect(page.getByText('You are signed in nowhere else.')).toBeVisible();
  for (const phone of phones) {
    await expect(signInPage(phone)).toBeVisible();
    await phone.context().close();
  }
});

test('a renewed link is asked for, shown once, and the only one that works', async ({ browser, page, warren }) => {
  const phone = await openPhone(browser, warren);
  await warren.signIn(page);
  await openSettings(page, warren);
  await page.getByRole('button', { name: 'Renew the link' }).click();
  await page.getByRole('button', { name: 'Keep the old one' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Renew the link' })).toBeFocused();
  await warren.api('GET', '/api/me');

  await page.getByRole('button', { name: 'Renew the link' }).click();
  await page.getByRole('button', { name: 'Renew it' }).click();
  const field = page.getByRole('textbox', { name: 'Link' });
  await expect(field).toBeFocused();
  await expect(field).toHaveValue(/#token=/);
  const link = await field.inputValue();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByText(link)).toHaveCount(0);
  await expect(signInPage(phone)).toBeVisible();
  await expect(warren.api('GET', '/api/me')).rejects.toThrow('401');
  await expect(page.getByText('This browser, signed in')).toBeVisible();

  await phone.goto('about:blank');
  await phone.goto(warren.link());
  await expect(phone.getByRole('alert')).toBeVisible();
  await phone.goto('about:blank');
  await phone.goto(link);
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText(/\S/);
  await expect(signInPage(phone)).toBeHidden();
  await phone.context().close();
});

for (const { scheme, width, height } of LOOKS)
  test(`sign-ins are accessible, ${scheme} at ${width} px`, async ({ browser, warren }) => {
    const phone = await openPhone(browser, warren);
    const context = await browser.newContext({
      colorScheme: scheme,
      viewport: { width, height },
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    await warren.signIn(page);
    await openSettings(page, warren);
    await expect(page.getByRole('button', { name: 'Sign out everywhere else' })).toBeVisible();
    await expectAccessible(page, 'sign-ins');
    await page.getByRole('button', { name: 'Renew the link' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessible(page, 'renew');
    await page.getByRole('button', { name: 'Renew it' }).click();
    await expect(page.getByRole('textbox', { name: 'Link' })).toBeVisible();
    await expectAccessible(page, 'new link');
    await context.close();
    await phone.context().close();
  });
