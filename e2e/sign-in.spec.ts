import { expect, ready, test } from './warren.ts';

test('without a sign-in only the sign-in page is shown, and a wrong token says what to do', async ({
  page,
  warren,
}) => {
  await page.goto(warren.server.url);
  const field = page.getByLabel(/token/i);
  await field.fill('not the token');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await field.fill(warren.server.token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(ready(page)).toBeVisible();
});

test('a wrong link says so and leaves no token in the address', async ({ page, warren }) => {
  await page.goto(`${warren.server.url}/#token=wrong`);
  await expect(page.getByRole('alert')).toBeVisible();
  expect(page.url()).not.toContain('wrong');
});

test('signing out ends the sign-in of this browser, and the link signs in again', async ({ page, warren }) => {
  await warren.signIn(page);
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await page.goto(warren.server.url);
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await page.goto('about:blank');
  await warren.signIn(page);
  await expect(ready(page)).toBeVisible();
});

test('days begin in the browser’s time zone until another one is chosen', async ({ browser, warren }) => {
  const context = await browser.newContext({ timezoneId: 'Pacific/Auckland' });
  const page = await context.newPage();
  await warren.signIn(page);
  await expect
    .poll(() => warren.api('GET', '/api/preferences'))
    .toMatchObject({ timeZone: 'Pacific/Auckland', isChosen: true });
  await context.close();
});

test('the printed link works in a tab that already shows the sign-in page', async ({ page, warren }) => {
  await page.goto(warren.server.url);
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await page.evaluate((hash) => (location.hash = hash), `token=${warren.server.token}`);
  await expect(ready(page)).toBeVisible();
  expect(page.url()).not.toContain('token');
});
