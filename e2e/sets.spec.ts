import { expect, lostConnection, ready, test } from './warren.ts';

test('a set is created, filled, changed and deleted, and every deletion can be undone', async ({ page, warren }) => {
  await warren.signIn(page);
  await page.getByRole('link', { name: 'Recall' }).click();
  await page.getByRole('button', { name: 'New set' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('Bread');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Bread' })).toBeVisible();

  await page.getByRole('button', { name: 'Paste points' }).click();
  const dialog = page.getByRole('dialog');
  await dialog
    .getByRole('textbox')
    .fill('# Dough\n- Yeast makes gas that lifts the dough.\n- \n- Salt slows the yeast.');
  await expect(dialog).toContainText('Nothing stands after the bullet.');
  await expect(dialog.getByRole('textbox')).toHaveValue(/Salt slows/);
  const { sets } = await warren.api<{ sets: { title: string; points: number }[] }>('GET', '/api/recall/sets');
  expect(sets.find((set) => set.title === 'Bread')?.points).toBe(0);
  await dialog.getByRole('button', { name: 'Add the other 2' }).click();
  await expect(dialog).toHaveCount(0);

  const show = page.getByRole('button', { name: 'Show the answers' });
  if (await show.isVisible()) await show.click();
  await expect(page.getByText('Salt slows the yeast.')).toBeVisible();
  await page
    .getByRole('button', { name: /Delete/ })
    .last()
    .click();
  await expect(page.getByText('Salt slows the yeast.')).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Salt slows the yeast.')).toBeVisible();
});

test('the sample is removed with one click, and that can be undone', async ({ page, warren }) => {
  await warren.signIn(page);
  await page.getByRole('button', { name: 'Remove the sample' }).first().click();
  await expect(page.getByRole('button', { name: 'Begin' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(ready(page)).toBeVisible();
});

test('a message that is too long is refused in place and kept', async ({ page, warren }) => {
  await warren.signIn(page);
  await ready(page).click();
  const answer = page.getByRole('textbox', { name: 'Your answer' });
  const long = 'long '.repeat(60_000);
  await answer.fill(long);
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText(/longer than 256 KiB/)).toBeVisible();
  await expect(answer).toHaveValue(long);
  await expect(page.locator('[data-author=person]')).toHaveCount(0);
});

test('a double click adds once, and the focus stays on the page', async ({ page, warren }) => {
  const set = await warren.api<{ id: string }>('POST', '/api/recall/sets', { title: 'Empty' });
  await warren.signIn(page);
  await page.goto(`${warren.server.url}/recall/${set.id}`);
  await page.getByRole('button', { name: 'Paste points' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('One.\nTwo.');
  await page.getByRole('dialog').getByRole('button', { name: 'Add 2 points' }).dblclick();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  expect(await warren.api('GET', `/api/recall/sets/${set.id}`)).toMatchObject({ points: 2 });
});

test('without a server every page says what happened, and works once the server is back', async ({ page, warren }) => {
  await warren.signIn(page);
  await expect(ready(page)).toBeVisible();
  await warren.server.kill();
  await expect(lostConnection(page)).toBeVisible();
  await page.getByRole('link', { name: 'Recall' }).click();
  await expect(page.getByRole('link', { name: 'Today' }).first()).toBeVisible();
  await warren.restart();
  await expect(lostConnection(page)).toHaveCount(0);
  await page.getByRole('link', { name: 'Recall' }).click();
  await expect(page.getByRole('link', { name: /Caffeine and sleep/ }).first()).toBeVisible();
});
