import { expectAccessible } from './accessible.ts';
import { expect, goByPalette, lostConnection, ready, test } from './warren.ts';

test('a set is created, filled by hand and from a text, and everything is undone', async ({ page, warren }) => {
  const dialog = page.getByRole('dialog');
  const toasts = page.getByRole('region', { name: 'Notifications' });
  const readSets = async () =>
    (await warren.api<{ sets: { id: string; title: string; points: number }[] }>('GET', '/api/recall/sets')).sets;
  const pointsOf = async (title: string) => (await readSets()).find((set) => set.title === title)?.points;
  const create = async (title: string) => {
    await page.getByRole('link', { name: 'Recall' }).first().click();
    await page.getByRole('button', { name: 'New set' }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill(title);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await page.getByRole('button', { name: 'Paste points' }).click();
  };
  await warren.signIn(page);

  await test.step('lines that are not points are named, and nothing is added before the person confirms', async () => {
    await create('Bread');
    await dialog
      .getByRole('textbox')
      .fill('# Dough\n- Yeast makes gas that lifts the dough.\n- \n- Salt slows the yeast.');
    await expect(dialog).toContainText('Nothing stands after the bullet.');
    await expect(dialog.getByRole('textbox')).toHaveValue(/Salt slows/);
    expect(await pointsOf('Bread')).toBe(0);
    // A double click has one effect, and the focus stays on the page.
    await dialog.getByRole('button', { name: 'Add the other 2' }).dblclick();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    expect(await pointsOf('Bread')).toBe(2);
  });

  await test.step('a point is deleted, and the deletion is undone', async () => {
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

  await test.step('a table is previewed, its columns are chosen, and its import is undone', async () => {
    await page.getByRole('link', { name: 'Recall' }).first().click();
    // A file can be dropped anywhere on the page.
    const files = await page.evaluateHandle(() => {
      const dropped = new DataTransfer();
      const rows = 'nr;Begriff;Bedeutung\n1;Yeast;It makes gas.\n2;Rye;A grain of the north.\n3;Water;\n';
      dropped.items.add(new File([rows], 'Grains.csv', { type: 'text/csv' }));
      return dropped;
    });
    await page.getByRole('heading', { level: 1 }).dispatchEvent('drop', { dataTransfer: files });
    await expect(dialog).toContainText('A table · 1 set · 2 new points · 1 left out');
    await expect(dialog).toContainText('Line 4: The back of this card is empty.');
    const shown = dialog.getByRole('list', { name: 'Points to import' });
    await expect(shown.getByRole('listitem').first()).toHaveText(/Yeast\s*It makes gas\./);
    await dialog.getByLabel('Begriff').selectOption('Point');
    await dialog.getByLabel('Bedeutung').selectOption('Question');
    await expect(shown.getByRole('listitem').first()).toHaveText(/It makes gas\.\s*Yeast/);
    await expectAccessible(page, 'an import');
    await dialog.getByRole('textbox', { name: 'Set' }).fill('Bread');
    await page.keyboard.press('Enter');
    await expect(dialog).toContainText('You have this set');
    expect(await pointsOf('Bread')).toBe(2);
    await dialog.getByRole('button', { name: 'Import 3 points' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Bread' })).toBeVisible();
    expect(await pointsOf('Bread')).toBe(5);
    await page.getByText('Imported 3 points.').locator('..').getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => pointsOf('Bread')).toBe(2);
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
    await expect(dialog).toHaveCount(0);
    await expect.poll(() => pointsOf('Coffee')).toBe(2);
    await expect(toasts).toContainText('Added 2 points');
  });

  await test.step('the changes are undone one by one from the palette', async () => {
    await goByPalette(page, 'Undo');
    await expect.poll(() => pointsOf('Coffee')).toBe(0);
    await goByPalette(page, 'Undo: Added the set “Coffee”');
    await expect.poll(() => pointsOf('Coffee')).toBeUndefined();
    expect(await pointsOf('Bread')).toBe(2);
  });
});

test('sets are found by folder, order, search and in the archive', async ({ page, warren }) => {
  const add = (title: string) => warren.api<{ id: string }>('POST', '/api/recall/sets', { title });
  const ids = [];
  for (const title of ['Bread', 'Wine', 'Coal', 'Steam']) ids.push((await add(title)).id);
  await warren.api('PATCH', `/api/recall/sets/${ids[2]}`, { folder: 'Energy' });
  await warren.api('PATCH', `/api/recall/sets/${ids[3]}`, { status: 'archived' });
  await warren.open(page, `/recall/${ids[1]}`);
  await page.getByRole('button', { name: 'Rename, settings, export, delete' }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  await page.getByRole('combobox', { name: 'Folder' }).fill('Home::Kitchen');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('link', { name: 'Recall' }).first().click();
  const named = page.getByRole('main').getByRole('listitem').getByRole('link');
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([/^Energy1 set/u, /^Home1 set/u, /^Kitchen1 set/u]);
  await page.getByRole('button', { name: /^Home/u }).press('Enter');
  await expect(named).toHaveText(['Caffeine and sleep', 'Bread', 'Coal']);
  await page.reload();
  await expect(named).toHaveText(['Caffeine and sleep', 'Bread', 'Coal']);
  await page.getByRole('combobox', { name: 'Order' }).selectOption('Name');
  await expect(named).toHaveText(['Bread', 'Caffeine and sleep', 'Coal']);
  await page.getByRole('combobox', { name: 'Order' }).selectOption('Last changed');
  await expect(named).toHaveText(['Bread', 'Caffeine and sleep', 'Coal']);
  await page.getByRole('searchbox', { name: 'Search' }).fill('kitch');
  await expect(named).toHaveText(['Wine']);
  await expectAccessible(page, 'sets in folders');
  await page.getByRole('searchbox', { name: 'Search' }).fill('');
  await page.getByRole('button', { name: /^Home/u }).press('Enter');
  await page.getByRole('button', { name: 'Archived, 1' }).click();
  await expect(named).toHaveText(['Steam']);
  await page.getByRole('button', { name: 'All sets' }).click();
  await expect(named).toHaveCount(4);
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
