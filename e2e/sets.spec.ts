import { expectAccessible } from './accessible.ts';
import { expect, goByPalette, lostConnection, ready, test } from './warren.ts';

test('a set is created, filled by hand and from a text, and everything is taken back', async ({ page, warren }) => {
  const dialog = page.getByRole('dialog');
  const toasts = page.getByRole('region', { name: 'Notifications' });
  const readSets = async () =>
    (await warren.api<{ sets: { id: string; title: string; points: number }[] }>('GET', '/api/recall/sets')).sets;
  const pointsOf = async (title: string) => (await readSets()).find((set) => set.title === title)?.points;
  const create = async (title: string) => {
    await page.getByRole('link', { name: 'Recall' }).first().click();
    await page.getByRole('button', { name: 'New set' }).click();
    await dialog.getByRole('textbox').fill(title);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await page.getByRole('button', { name: 'Paste points' }).click();
  };
  await warren.signIn(page);

  await test.step('lines that are no points are named, and nothing is added before the person says so', async () => {
    await create('Bread');
    await dialog
      .getByRole('textbox')
      .fill('# Dough\n- Yeast makes gas that lifts the dough.\n- \n- Salt slows the yeast.');
    await expect(dialog).toContainText('Nothing stands after the bullet.');
    await expect(dialog.getByRole('textbox')).toHaveValue(/Salt slows/);
    expect(await pointsOf('Bread')).toBe(0);
    // Twice is once, and the focus stays on the page.
    await dialog.getByRole('button', { name: 'Add the other 2' }).dblclick();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    expect(await pointsOf('Bread')).toBe(2);
  });

  await test.step('a point is deleted, and that is undone', async () => {
    const salt = page.getByText('Salt slows the yeast.');
    const show = page.getByRole('button', { name: 'Show the answers' });
    await expect(salt.or(show).first()).toBeVisible();
    if (await show.isVisible()) await show.click();
    await expect(salt).toBeVisible();
    await page
      .getByRole('button', { name: /Delete/ })
      .last()
      .click();
    await expect(salt).toHaveCount(0);
    await page.getByText('Deleted point 2').locator('..').getByRole('button', { name: 'Undo' }).click();
    await expect(salt).toBeVisible();
  });

  await test.step('points are written from a pasted text', async () => {
    await create('Coffee');
    await dialog
      .getByRole('textbox')
      .fill(
        'Coffee is a drink of the East that came to Europe with\nthe trade. It blocks adenosine receptors. Do you like it?',
      );
    await dialog.getByRole('button', { name: 'Write points from this text' }).click();
    await expect(dialog.getByRole('textbox', { name: 'Point 2' })).toHaveValue('Coffee blocks adenosine receptors.');
    await expectAccessible(page, 'written points');
    await dialog.getByRole('button', { name: 'Add 2 points' }).click();
    await expect.poll(() => pointsOf('Coffee')).toBe(2);
    await expect(toasts).toContainText('Added 2 points');
  });

  await test.step('and taken back from the palette, one after the other', async () => {
    await goByPalette(page, 'Undo');
    await expect.poll(() => pointsOf('Coffee')).toBe(0);
    await goByPalette(page, 'Undo: Added the set “Coffee”');
    await expect.poll(() => pointsOf('Coffee')).toBeUndefined();
    expect(await pointsOf('Bread')).toBe(2);
  });
});

test('without a server every page says what happened, and works once the server is back', async ({
  page,
  ownWarren,
}) => {
  await ownWarren.signIn(page);
  await expect(ready(page)).toBeVisible();
  await ownWarren.server.kill();
  await expect(lostConnection(page)).toBeVisible();
  await page.getByRole('link', { name: 'Recall' }).click();
  await expect(page.getByRole('link', { name: 'Today' }).first()).toBeVisible();
  await ownWarren.restart();
  await expect(lostConnection(page)).toHaveCount(0);
  await page.getByRole('link', { name: 'Recall' }).click();
  await expect(page.getByRole('link', { name: /Caffeine and sleep/ }).first()).toBeVisible();
});
