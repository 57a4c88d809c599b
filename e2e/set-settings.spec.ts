import { randomUUID } from 'node:crypto';

import type { AccountTables } from '#account/server/tables.ts';
import { tablesOf } from '#database/server/database.ts';
import type { RecallTables } from '#modes/recall/storage/server/tables.ts';
import { openStore } from '#platform/database/open-store.ts';

import { seedSteepLearner } from '../fixtures/memory/steep-learner.ts';
import { sharedDatabases } from '../fixtures/server/child-server.ts';
import { expect, fetchLittle, ready, test } from './warren.ts';

test('a set is paused in its settings, and can start a session once it is active again', async ({ page, warren }) => {
  await warren.signIn(page);
  await page.getByRole('link', { name: 'Recall' }).first().click();
  await page
    .getByRole('link', { name: /Caffeine/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Rename, settings, export, delete' }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set settings' });
  await expect(dialog.getByText(/^About .* reviews? a (day|week) for 90%; 95% would take about/)).toBeVisible();
  await dialog.getByRole('slider').fill('80');
  await expect(dialog.getByText(/a (day|week|month) for 80%/)).toBeVisible();
  await dialog.getByRole('radio', { name: /Suspended/ }).check();
  await dialog.getByRole('spinbutton', { name: 'New points a day' }).fill('3');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('Suspended. 8 points.')).toBeVisible();

  await page.getByRole('link', { name: 'Today' }).first().click();
  await expect(page.getByText('Nothing is due.', { exact: false }).first()).toBeVisible();
  await page.getByRole('link', { name: 'Recall' }).first().click();
  await ready(page).click();
  await expect(page.getByText('This set is paused.', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Make active and begin' }).click();
  await expect(page.getByRole('textbox', { name: 'Your answer' })).toBeVisible();
  const { sets } = await warren.api<{ sets: object[] }>('GET', '/api/recall/sets');
  expect(sets).toMatchObject([
    { status: 'active', newPerDay: 3, desiredRetention: 0.8, inProgress: { due: 0, fresh: 3 } },
  ]);
});

test('the server fits a memory model and uses it once the person accepts it', async ({ page, ownWarren: warren }) => {
  await warren.server.stop();
  const store = await openStore({
    home: warren.home,
    databaseUrl: sharedDatabases.get(warren.home)?.environment['WARREN_DATABASE_URL'],
  });
  const { id: person } = await tablesOf<AccountTables>(store)
    .read.selectFrom('people')
    .select('id')
    .executeTakeFirstOrThrow();
  const recall = tablesOf<RecallTables>(store);
  const { id: setId } = await recall.read.selectFrom('recall_sets').select('id').executeTakeFirstOrThrow();
  const learned = { points: 120, days: 90, until: Date.now() };
  await seedSteepLearner(recall, { person, setId, newId: randomUUID }, learned);
  await store.close();
  await warren.restart();

  await fetchLittle(page);
  await warren.signIn(page);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Recall' }).click();
  await expect(page.getByText('The published weights are in use.')).toBeVisible();
  await page.getByRole('button', { name: 'Fit to my reviews' }).click();
  const use = page.getByRole('button', { name: 'Use these' });
  await expect(use).toBeVisible();
  await expect(page.getByRole('row', { name: /Log loss/ })).toBeVisible();
  await use.click();
  await expect(page.getByText(/^Your own weights are in use since/)).toBeVisible();
  await page.getByRole('button', { name: 'Go back to the published weights' }).click();
  await expect(page.getByText('The published weights are in use.').first()).toBeVisible();
});
