import { readFile } from 'node:fs/promises';

import { expectAccessible } from './accessible.ts';
import { expect, test } from './warren.ts';

const ROWS = Array.from(
  { length: 60 },
  (_, index) => `q${index + 1}?\tAnswer number ${index + 1}.\t${index % 2 ? 'odd' : 'even::x'}`,
);

for (const [name, viewport] of [
  ['a desktop', { width: 1_440, height: 900 }],
  ['a phone', { width: 390, height: 844 }],
] as const)
  test.describe(name, () => {
    test.use({ viewport });

    test('points are found, filtered, selected and changed together, and one undo reverts it', async ({
      page,
      warren,
    }) => {
      await warren.signIn(page);
      const { id } = await warren.api<{ id: string }>('POST', '/api/recall/sets', { title: 'Land' });
      const text = `#separator:tab\n#tags column:3\n${ROWS.join('\n')}`;
      await warren.api('POST', `/api/recall/sets/${id}/paste`, { text });
      await page.goto(`${warren.server.url}/recall/${id}`);
      const points = page.getByRole('region', { name: 'Points', exact: true });
      const rows = points.getByRole('listitem');
      const found = points.getByRole('status');

      await test.step('search, state, tag and order', async () => {
        await expect(points.getByText('Answer number 1.')).toBeVisible();
        await points.getByRole('searchbox', { name: 'Search the points' }).fill('number 4');
        await expect(found.first()).toHaveText('11 points found');
        await points.getByRole('combobox', { name: 'Tag' }).selectOption('even');
        await expect(found.first()).toHaveText('5 points found');
        await points.getByRole('combobox', { name: 'Order' }).selectOption('By text');
        await expect(rows.first()).toContainText('Answer number 41.');
        await points.getByRole('combobox', { name: 'State' }).selectOption('Due');
        await expect(found.first()).toHaveText('No point is like that.');
        await points.getByRole('combobox', { name: 'State' }).selectOption('New');
      });

      await test.step('a range is selected with the keyboard and suspended', async () => {
        await points.getByRole('button', { name: 'Select', exact: true }).press('Enter');
        const boxes = points.getByRole('checkbox');
        await boxes.first().press('Space');
        await boxes.nth(2).click({ modifiers: ['Shift'] });
        const bar = page.getByRole('toolbar', { name: 'Selected points' });
        await expect(bar).toContainText('3 points selected');
        await expectAccessible(page, `selected points on ${name}`);
        await bar.getByRole('button', { name: 'Suspend' }).click();
        const toast = page.getByText('Suspended 3 points.');
        await expect(toast).toBeVisible();
        const covers = async () => {
          const [words, buttons] = [await toast.boundingBox(), await bar.boundingBox()];
          if (!words || !buttons) return null;
          return words.y + words.height > buttons.y && words.y < buttons.y + buttons.height;
        };
        await expect.poll(covers, 'the toast leaves the bar free').toBe(false);
        await expect(found.first()).toHaveText('2 points found');
        await points.getByRole('combobox', { name: 'State' }).selectOption('Suspended');
        await expect(found.first()).toHaveText('3 points found');
        await expect(bar).toContainText('3 points selected');
      });

      // The rest is identical on a phone.
      if (viewport.width < 400) return;
      await test.step('the selected points are exported', async () => {
        const bar = page.getByRole('toolbar', { name: 'Selected points' });
        await bar.getByRole('button', { name: 'More' }).press('Enter');
        await page.getByRole('menuitem', { name: 'Export' }).press('Enter');
        const dialog = page.getByRole('dialog', { name: 'Export points' });
        await dialog.getByRole('button', { name: 'CSV' }).press('Enter');
        await expectAccessible(page, 'export of points');
        const made = page.waitForEvent('download');
        await dialog.getByRole('button', { name: 'Export 3 points' }).press('Enter');
        const file = await made;
        expect(file.suggestedFilename()).toBe('warren-points.csv');
        expect((await readFile(await file.path(), 'utf8')).match(/^Land,/gmu)).toHaveLength(3);
        await page.keyboard.press('Escape');
        await expect(dialog).toBeHidden();
        await expect(bar).toContainText('3 points selected');
      });

      await test.step('tags are changed, and the last change is undone', async () => {
        const bar = page.getByRole('toolbar', { name: 'Selected points' });
        await bar.getByRole('button', { name: 'More' }).click();
        await page.getByRole('menuitem', { name: 'Tags' }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByRole('textbox', { name: 'Add' }).fill('later');
        await page.keyboard.press('Enter');
        const undo = page
          .getByText('Changed the tags of 3 points.')
          .locator('..')
          .getByRole('button', { name: 'Undo' });
        // The toast stays while the mouse is over it.
        await undo.hover();
        await points.getByRole('combobox', { name: 'Tag' }).selectOption('later');
        await expect(found.first()).toHaveText('3 points found');
        await undo.click();
        // No point has the tag any longer, so the filter is reset.
        await expect(points.getByRole('combobox', { name: 'Tag' })).toHaveValue('');
        await expect(found.first()).toHaveText('3 points found');
      });

      await test.step('the plan of an exam is seen before it is chosen', async () => {
        const day = new Date(Date.now() + 37 * 86_400_000).toISOString().slice(0, 10);
        await page.getByRole('button', { name: /^Rename, settings/u }).click();
        await page.getByRole('menuitem', { name: 'Settings' }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel('Exam on').fill(day);
        await expect(dialog.getByRole('figure')).toContainText('On the day of the exam you would recall about');
        await dialog.getByRole('figure').scrollIntoViewIfNeeded();
        await expectAccessible(page, 'the plan of an exam');
        await dialog.getByRole('button', { name: 'Save' }).click();
        await expect(page.getByRole('button', { name: /^Rename, settings/u })).toBeFocused();
        await expect(page.getByText(/^Exam on .*Up to 2 new points a day/u)).toBeVisible();
        await expect(page.getByRole('button', { name: 'Begin, 2 points' })).toBeVisible();
      });

      await test.step('a session is limited to a tag', async () => {
        await points.getByRole('combobox', { name: 'State' }).selectOption('All points');
        await points.getByRole('searchbox').fill('');
        await points.getByRole('combobox', { name: 'Tag' }).selectOption('even');
        await expect(found.first()).toHaveText('30 points found');
        await points.getByRole('button', { name: 'Recall “even”' }).click();
        await expect(page).toHaveURL(/\/session\//);
      });
    });
  });
