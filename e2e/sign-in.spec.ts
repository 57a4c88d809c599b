import type { Browser, Page } from '@playwright/test';

import { expectAccessibleInEveryLook } from './accessible.ts';
import { expect, fetchLittle, ready, test, type Warren } from './warren.ts';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';

const signInPage = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true });

/** Opens another browser of the person, on Today. */
async function openPhone(browser: Browser, warren: Warren): Promise<Page> {
  const context = await browser.newContext({ userAgent: IPHONE });
  await fetchLittle(context);
  const page = await context.newPage();
  await warren.signIn(page);
  return page;
}

test.describe('in another time zone', () => {
  test.use({ timezoneId: 'Pacific/Auckland' });

  test('a person signs in by token and by link, and out again', async ({ page, warren }) => {
    await test.step('a wrong link says so and leaves no token in the address', async () => {
      await page.goto(`${warren.server.url}/#token=wrong`);
      await expect(page.getByRole('alert')).toBeVisible();
      expect(page.url()).not.toContain('wrong');
    });
    await test.step('without a sign-in only the sign-in page is shown, and a wrong token says what to do', async () => {
      await page.goto(warren.server.url);
      const field = page.getByRole('textbox', { name: 'Your link' });
      await field.fill('not the token');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect(page.getByRole('alert')).toBeVisible();
      await field.fill(warren.server.token);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect(ready(page)).toBeVisible();
    });
    await test.step('days begin in the time zone of the browser', async () => {
      await expect
        .poll(() => warren.api('GET', '/api/preferences'))
        .toMatchObject({ timeZone: 'Pacific/Auckland', isChosen: true });
    });
    await test.step('signing out ends the sign-in of this browser', async () => {
      await page.getByRole('link', { name: 'Settings' }).click();
      await page.getByRole('button', { name: 'Sign out' }).click();
      await expect(signInPage(page)).toBeVisible();
      await page.goto(warren.server.url);
      await expect(signInPage(page)).toBeVisible();
    });
    await test.step('the printed link works in a tab that already shows the sign-in page', async () => {
      await page.evaluate((hash) => (location.hash = hash), `token=${warren.server.token}`);
      await expect(ready(page)).toBeVisible();
      expect(page.url()).not.toContain('token');
    });
  });
});

test(
  'a person sees where they are signed in, signs out other browsers, and renews the link',
  {
    tag: '@looks',
  },
  async ({ browser, page, warren }) => {
    const nowhereElse = page.getByText('You are signed in nowhere else.');
    const thisBrowser = page.getByText('This browser, signed in');
    const phone = await openPhone(browser, warren);
    await warren.open(page, '/settings');
    await test.step('one browser is signed out, and notices', async () => {
      await page.getByRole('button', { name: 'Sign out Safari on iPhone' }).click();
      await expect(nowhereElse).toBeVisible();
      await expect(signInPage(phone)).toBeVisible();
      await expect(thisBrowser).toBeVisible();
    });
    await test.step('all others are signed out at once', async () => {
      await phone.goto('about:blank');
      await warren.signIn(phone);
      await page.reload();
      await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
      await expect(nowhereElse).toBeVisible();
      await expect(signInPage(phone)).toBeVisible();
      await expect(thisBrowser).toBeVisible();
    });
    await test.step('a renewed link is requested, shown once, and the only one that works', async () => {
      await phone.goto('about:blank');
      await warren.signIn(phone);
      await page.getByRole('button', { name: 'Renew the link' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectAccessibleInEveryLook(page, 'renew');
      await page.getByRole('button', { name: 'Keep the old one' }).click();
      await expect(page.getByRole('dialog')).toBeHidden();
      await expect(page.getByRole('button', { name: 'Renew the link' })).toBeFocused();
      await warren.api('GET', '/api/me');

      await page.getByRole('button', { name: 'Renew the link' }).click();
      await page.getByRole('button', { name: 'Renew it' }).click();
      const field = page.getByRole('textbox', { name: 'Link' });
      await expect(field).toBeFocused();
      await expect(field).toHaveValue(/#token=/);
      await expectAccessibleInEveryLook(page, 'new link');
      const link = await field.inputValue();
      await page.getByRole('button', { name: 'Done' }).click();
      await expect(page.getByRole('dialog')).toBeHidden();
      await expect(page.getByText(link)).toHaveCount(0);
      await expect(signInPage(phone)).toBeVisible();
      await expect(warren.api('GET', '/api/me')).rejects.toThrow('401');
      await expect(thisBrowser).toBeVisible();

      await phone.goto('about:blank');
      await phone.goto(warren.link());
      await expect(phone.getByRole('alert')).toBeVisible();
      await phone.goto('about:blank');
      await phone.goto(link);
      await expect(phone.getByRole('heading', { level: 1 })).toHaveText(/\S/);
      await expect(signInPage(phone)).toBeHidden();
      await phone.context().close();
    });
  },
);
