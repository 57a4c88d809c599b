import { readFile } from 'node:fs/promises';

import { readApkg } from '../fixtures/anki/read-apkg.ts';
import { expectAccessibleInEveryLook } from './accessible.ts';
import { expect, test } from './warren.ts';

test('one set is exported from its menu, and all from Recall and the palette, by keyboard', async ({
  page,
  warren,
}) => {
  await warren.signIn(page);
  const { id } = await warren.api<{ id: string }>('POST', '/api/recall/sets', { title: 'Bread' });
  await warren.api('POST', `/api/recall/sets/${id}/points`, { question: 'What lifts dough?', text: 'Yeast' });
  await page.goto(new URL(`/recall/${id}`, page.url()).href);
  await page.getByRole('button', { name: 'Rename, settings, export, delete' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Export' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Export sets' });
  await expect(dialog.getByRole('checkbox', { name: 'Bread' })).toBeChecked();
  await expectAccessibleInEveryLook(page, 'export of sets');
  const one = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Export 1 set' }).press('Enter');
  const { cards } = readApkg(new Uint8Array(await readFile(await (await one).path())));
  expect(cards.map(({ deck, fields }) => [deck, fields['Question'], fields['Answer']])).toEqual([
    ['Bread', 'What lifts dough?', 'Yeast'],
  ]);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.goto(new URL('/recall', page.url()).href);
  await page.getByRole('button', { name: 'Export' }).press('Enter');
  await dialog.getByRole('button', { name: 'CSV' }).press('Enter');
  const all = page.waitForEvent('download');
  await dialog.getByRole('button', { name: /^Export [1-9]\d* sets$/ }).press('Enter');
  const file = await all;
  expect(file.suggestedFilename()).toBe('warren-all-sets.csv');
  expect(await readFile(await file.path(), 'utf8')).toMatch(/^Bread,Yeast,.*What lifts dough\?/m);
});
