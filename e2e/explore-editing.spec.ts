import { expectAccessible } from './accessible.ts';
import { expect, settled, test } from './warren.ts';

const composer = { name: 'Your message' };

test('a message is edited in its place, and what it said before stays to be read', async ({ page, warren }) => {
  await warren.api('POST', '/api/library/sources', {
    sources: [
      { title: 'Notes on tea', content: 'Tea was carried along the Horse Road from Yunnan to Tibet.' },
      { title: 'Canals', content: 'Salt taxes paid for the canals of the north.' },
    ],
  });
  const id = crypto.randomUUID();
  await warren.api('POST', '/api/sessions', { id, mode: 'explore' });
  await warren.signIn(page);
  await page.goto(`${warren.server.url}/session/${id}`);
  await page.getByRole('textbox', composer).fill('What about salt?');
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-author="assistant"]').first()).toContainText('Salt taxes');
  await settled(page);

  await page.getByRole('textbox', composer).fill('A draft that stays');
  const own = page.locator('[data-author="person"]').first();
  await own.hover();
  await own.getByRole('button', { name: 'Edit message' }).click();
  const editor = page.getByRole('textbox', { name: 'Edit message' });
  await expect(editor).toBeFocused();
  await expectAccessible(page, 'while a message is edited');
  await editor.fill('What about tea?');
  await page.keyboard.press('Escape');
  await expect(own).toContainText('What about salt?');
  await own.getByRole('button', { name: 'Edit message' }).click();
  await editor.fill('What about tea?');
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-author="assistant"]').first()).toContainText('Horse Road');
  await settled(page);
  await expect(page.getByText('Salt taxes')).toHaveCount(0);
  await expect(page.getByRole('textbox', composer)).toHaveValue('A draft that stays');

  await page.reload();
  await page.getByRole('button', { name: 'An earlier version, with its answer' }).click();
  const dialog = page.getByRole('dialog', { name: 'An earlier version' });
  await expect(dialog.getByText('What about salt?')).toBeVisible();
  await expect(dialog.getByText('Salt taxes').first()).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Edit message' })).toHaveCount(0);
  await expectAccessible(page, 'an earlier version');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});
