import { expectAccessible } from './accessible.ts';
import { expect, goByPalette, lostConnection, ready, test } from './warren.ts';

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
  await page.getByText('Deleted point 2').locator('..').getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Salt slows the yeast.')).toBeVisible();
});

test('the sample is removed with one click, and that can be undone', async ({ page, warren }) => {
  await warren.signIn(page);
  await page.getByRole('button', { name: 'Remove the sample' }).first().click();
  await expect(page.getByRole('button', { name: 'Begin' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(ready(page)).toBeVisible();
});

test('a first start offers the sample, points of one’s own and a model, and nothing empty', async ({
  page,
  warren,
}) => {
  await warren.signIn(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome to Warren' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'Try it with a sample',
    'Or start with your own',
    'Keep what you read',
    'No language model is set up',
  ]);
  await expectAccessible(page, 'first start');
  await page.getByRole('button', { name: 'Read the points first' }).click();
  await expect(page.getByText('Caffeine blocks adenosine receptors', { exact: false })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Points']);
  await page.getByRole('button', { name: /^Begin/ }).click();
  await expect(page.getByRole('textbox', { name: 'Your answer' })).toBeVisible();
  await page.getByRole('link', { name: 'Today' }).first().click();
  await expect(page.getByRole('heading', { level: 2, name: 'Where you left off' })).toBeVisible();
});

test('points are written from a pasted text and taken back from the palette and from Settings', async ({
  page,
  warren,
}) => {
  const set = await warren.api<{ id: string }>('POST', '/api/recall/sets', { title: 'Coffee' });
  const points = async () => (await warren.api<{ points: number }>('GET', `/api/recall/sets/${set.id}`)).points;
  await warren.signIn(page);
  await page.goto(`${warren.server.url}/recall/${set.id}`);
  await page.getByRole('button', { name: 'Paste points' }).click();
  const dialog = page.getByRole('dialog');
  const text =
    'Coffee is a drink of the East that came to Europe with\nthe trade. It blocks adenosine receptors. Do you like it?';
  await dialog.getByRole('textbox').fill(text);
  await dialog.getByRole('button', { name: 'Write points from this text' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Point 2' })).toHaveValue('Coffee blocks adenosine receptors.');
  await expectAccessible(page, 'written points');
  await dialog.getByRole('button', { name: 'Add 2 points' }).click();
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Added 2 points');
  await goByPalette(page, 'Undo');
  await expect.poll(points).toBe(0);
  await page.getByRole('link', { name: 'Settings' }).first().click();
  await expect(page.getByRole('region', { name: 'Notifications' }).getByRole('button')).toHaveCount(0);
  // The list may be the one of before the first undo for a moment.
  await expect(page.getByText('Added the set “Coffee”')).toBeVisible();
  await expect(page.getByText('Added 2 points')).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await expect(page.getByText('Undone: Added the set “Coffee”')).toBeVisible();
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
