import { openAnkiConnectDouble } from '../fixtures/anki/anki-connect-double.ts';
import { readApkg } from '../fixtures/anki/read-apkg.ts';
import { expectAccessibleInEveryLook } from './accessible.ts';
import { expect, QUICK, startWarren, test } from './warren.ts';

test('a set is sent to a running Anki, and a deck is imported from it, by keyboard', async ({ page }) => {
  const anki = await openAnkiConnectDouble();
  const { warren, end } = await startWarren({ ...QUICK, WARREN_ANKI_CONNECT: anki.url });
  try {
    await warren.signIn(page);
    const { id } = await warren.api<{ id: string }>('POST', '/api/recall/sets', { title: 'Bread' });
    await warren.api('POST', `/api/recall/sets/${id}/points`, { question: 'What lifts dough?', text: 'Yeast' });
    await warren.open(page, `/recall/${id}`);
    await page.getByRole('button', { name: 'Rename, settings, export, delete' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Export' }).press('Enter');
    const exporting = page.getByRole('dialog', { name: 'Export sets' });
    await expect(exporting.getByRole('checkbox', { name: 'Bread' })).toBeChecked();
    await exporting.getByRole('button', { name: 'Send to Anki' }).press('Enter');
    await expect(exporting.getByText('Anki has them now.')).toBeVisible();
    await expectAccessibleInEveryLook(page, 'sets sent to Anki');
    expect(readApkg(anki.decks.get('Bread') ?? new Uint8Array()).cards[0]?.fields['Answer']).toBe('Yeast');
    await warren.api('DELETE', `/api/recall/sets/${id}`);
    await warren.open(page, '/recall');
    await page.getByRole('button', { name: 'Import', exact: true }).press('Enter');
    const importing = page.getByRole('dialog', { name: 'Import cards' });
    await importing.getByRole('button', { name: 'Take from Anki' }).press('Enter');
    await expect(importing.getByRole('combobox', { name: 'Deck in Anki' })).toHaveValue('Bread');
    await expectAccessibleInEveryLook(page, 'decks of Anki');
    await importing.getByRole('button', { name: 'Take this deck' }).press('Enter');
    await importing.getByRole('button', { name: 'Import 1 point' }).press('Enter');
    await expect(page.getByText('Imported 1 point.')).toBeVisible();
    await anki.close();
    await warren.open(page, '/recall');
    await page.getByRole('button', { name: 'Import', exact: true }).press('Enter');
    await importing.getByRole('button', { name: 'Take from Anki' }).press('Enter');
    await expect(importing.getByRole('alert')).toContainText('Anki cannot be reached.');
  } finally {
    await end();
    await anki.close();
  }
});
