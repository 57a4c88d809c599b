import { readFile } from 'node:fs/promises';

import type { SetDetail, SetSummary } from '#modes/recall/sets/protocol.ts';

import { basicCollection } from '../fixtures/anki/collection.ts';
import { ankiPackage } from '../fixtures/anki/write-package.ts';
import { addPerson } from '../fixtures/server/add-person.ts';
import { apiOf } from '../fixtures/server/child-server.ts';
import { expectAccessibleInEveryLook } from './accessible.ts';
import { covered, expect, say, settled, test, type Warren } from './warren.ts';

const DAY_S = 86_400;
const DAY_MS = DAY_S * 1_000;

/** Two cards with years of reviews, one of them due, and one new card. */
function learned(): Buffer {
  const now = Date.now();
  const pairs = [
    ['What lifts dough?', 'Yeast makes gas that lifts the dough.'],
    ['What slows yeast?', 'Salt slows the yeast.'],
    ['What browns a crust?', 'Sugars brown in the heat.'],
  ] as const;
  const createdAt = Math.floor(now / 1_000) - 900 * DAY_S;
  const dues = [899, 930];
  const collection = basicCollection(pairs);
  return Buffer.from(
    ankiPackage(
      {
        ...collection,
        notes: collection.notes.map((note) => ({ ...note, tags: ' bread ' })),
        createdAt,
        decks: [{ id: 1, name: 'Kitchen::Bread', newPerDay: 9 }],
        cards: collection.cards.map((card, index) => {
          const due = dues[index];
          if (due === undefined) return card;
          return { ...card, type: 2, queue: 2, due, ivl: 40, factor: 2_500, reps: 3, lapses: 0 };
        }),
        reviews: collection.cards.slice(0, 2).flatMap(({ id: card }, index) =>
          [800, 400, 40].map((ago, at) => ({
            id: now - ago * DAY_MS + index,
            card,
            ease: 3,
            type: at === 0 ? 0 : 1,
            time: 4_000,
          })),
        ),
      },
      { form: 'anki21b' },
    ),
  );
}

/** Imports a package through the routes that the page calls. */
async function importInto({ server, api }: Pick<Warren, 'api' | 'server'>, body: Buffer): Promise<void> {
  const sent = await fetch(`${server.url}/api/recall/decks/files`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(body),
  });
  const { file } = (await sent.json()) as { file: string };
  await api('POST', `/api/recall/decks?file=${file}&name=all.apkg`);
  await expect.poll(() => api('GET', '/api/recall/decks/progress')).toMatchObject({ state: 'done' });
}

/** The part of the imported set and its reviews that an export must preserve. */
async function keptOf({ api }: Pick<Warren, 'api'>) {
  const { sets } = await api<{ sets: SetSummary[] }>('GET', '/api/recall/sets');
  const bread = sets.find(({ title }) => title === 'Bread');
  const { items } = await api<SetDetail>('GET', `/api/recall/sets/${bread?.id}`);
  const { totals } = await api<{ totals: object }>('GET', '/api/recall/statistics');
  const points = items.map(({ question, text, tags, dueDay, reviews }) => ({ question, text, tags, dueDay, reviews }));
  return { folder: bread?.folder, newPerDay: bread?.newPerDay, points, totals };
}

test(
  'a package from Anki is imported and learned further, and its export gives another person the same',
  {
    tag: '@looks',
  },
  async ({ page, warren, shared }) => {
    await warren.signIn(page);
    await page.goto(`${warren.server.url}/recall`);
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Import cards' });
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'bread.apkg', mimeType: 'application/octet-stream', buffer: learned() });
    await expect(dialog.getByRole('status')).toContainText('A package from Anki · 1 set · 3 new points · 6 reviews');
    await expect(dialog.getByRole('list', { name: 'Points to import' })).toContainText('What lifts dough?');
    await expect(dialog.getByRole('region', { name: 'Schedule' })).toContainText('2 points with due days, 6 reviews');
    await expect(dialog.getByRole('combobox')).toHaveCount(0);
    await expectAccessibleInEveryLook(page, 'import of a package');
    await dialog.getByRole('button', { name: 'Import 3 points' }).press('Enter');
    await expect(dialog).toBeHidden();
    await expect(page.getByText('Imported 3 points.')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Bread', exact: true })).toBeVisible();
    await page.goto(`${warren.server.url}/recall/statistics`);
    await expect(page.getByText('6 reviews').first()).toBeVisible();
    await page.goBack();
    await page.getByRole('button', { name: 'Begin, 2 points' }).click();
    await say(page, 'yeast makes gas that lifts the dough');
    await settled(page);
    await expect(page.getByRole('img', { name: '1 of 2 recalled' })).toBeVisible();
    await say(page, 'sugars brown in the heat');
    await expect(covered(page)).toBeVisible();
    await page.getByRole('button', { name: 'Done', exact: true }).click();
    const reviewed = async () => (await keptOf(warren)).points.map(({ reviews }) => reviews);
    await expect.poll(reviewed).toEqual([4, 3, 1]);
    await page.goto(`${warren.server.url}/recall`);
    await page.getByRole('button', { name: 'Export' }).click();
    const downloaded = page.waitForEvent('download');
    await page
      .getByRole('dialog', { name: 'Export sets' })
      .getByRole('button', { name: /^Export \d+ sets$/ })
      .click();
    const bytes = await readFile(await (await downloaded).path());
    const server = await addPerson(shared.server, { home: shared.home, name: 'Somebody else' });
    const other = { server, api: apiOf(server) };
    const before = await keptOf(warren);
    expect(before.points.map(({ tags }) => tags)).toEqual([['bread'], ['bread'], ['bread']]);
    await importInto(other, bytes);
    expect(await keptOf(other)).toEqual(before);
  },
);

test('an import is undone with one button, and a second import adds nothing twice', async ({ page, warren }) => {
  await warren.signIn(page);
  await page.goto(`${warren.server.url}/recall`);
  const choose = async () => {
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page
      .getByRole('dialog', { name: 'Import cards' })
      .locator('input[type=file]')
      .setInputFiles({ name: 'bread.apkg', mimeType: 'application/octet-stream', buffer: learned() });
  };
  await choose();
  const dialog = page.getByRole('dialog', { name: 'Import cards' });
  await dialog.getByRole('button', { name: 'Start fresh' }).click();
  await dialog.getByRole('button', { name: 'Import 3 points' }).click();
  await expect(dialog).toBeHidden();
  await page.goto(`${warren.server.url}/recall`);
  await choose();
  await expect(dialog.getByRole('status')).toContainText('0 new points · 3 already there');
  await expect(dialog.getByRole('button', { name: 'Import', exact: true })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.keyboard.press('Control+z');
  await expect(page.getByText('Bread', { exact: true })).toHaveCount(0);
});
