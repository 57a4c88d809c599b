import { expectAccessible } from './accessible.ts';
import { expect, test } from './warren.ts';

test('the owner makes a backup, sees its age, and chooses how many to keep', async ({ page, ownWarren: warren }) => {
  await warren.open(page, '/settings/backups');
  await expect(page.getByText('There is none yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Back up now' }).click();
  await expect(page.getByText(/less than an hour ago/)).toBeVisible();
  await expect(page.getByText('One backup is in')).toBeVisible();
  await page.getByLabel('Days').fill('10');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Days')).toHaveValue('10');
  await expectAccessible(page, 'backups');
});
