import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

import type { Page } from '@playwright/test';

import type { Highlight } from '#library/highlights/protocol.ts';

import { expectAccessible, expectAccessibleInEveryLook } from './accessible.ts';
import { expect, goByPalette, test, type Warren } from './warren.ts';

const COAL =
  'Everybody in the room wanted to talk about coal going up. Nobody could have listed the uses beforehand: pumping was the first, and the one they knew.';

async function openLibrary(page: Page, warren: Warren): Promise<void> {
  await warren.open(page, '/library');
  await expect(page.getByRole('heading', { level: 1, name: 'Library' })).toBeVisible();
}

const dialog = (page: Page) => page.getByRole('dialog');
const toast = (page: Page) => page.getByRole('region', { name: 'Notifications' });
const list = (page: Page) => page.getByRole('region', { name: 'Sources' });
const row = (page: Page, name: string | RegExp) => list(page).getByRole('link', { name });
const reader = (page: Page) => page.getByRole('region', { name: 'Reader' });
const search = (page: Page) => page.getByRole('searchbox');

async function addNotes(warren: Warren, contents: readonly string[]): Promise<void> {
  await warren.api('POST', '/api/library/sources', { sources: contents.map((content) => ({ content })) });
}

async function capture(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+Shift+K');
  await dialog(page).getByRole('textbox', { name: 'Text or links' }).fill(text);
  await page.keyboard.press('Control+Enter');
  await expect(dialog(page)).toHaveCount(0);
}

test('text captured on any page is found by its words, and then by its meaning', async ({ page, warren }) => {
  await warren.signIn(page);
  await capture(page, `# The part nobody saw\n\n${COAL}`);
  await toast(page).getByRole('button', { name: 'Open' }).click();
  await expect(reader(page).getByRole('heading', { name: 'The part nobody saw' })).toBeVisible();
  await capture(page, '# Bread\n\nYeast makes gas that lifts the dough, and salt slows it down.');

  await search(page).fill('pumping');
  await expect(row(page, 'The part nobody saw')).toBeVisible();
  await expect(row(page, 'Bread')).toHaveCount(0);
  await expect(list(page).locator('mark').first()).toHaveText(/pumping/i);
  await expect(page).toHaveURL(/q=pumping/);

  await search(page).fill('unforeseen applications of fuel');
  await expect(
    list(page)
      .getByText(/^(words and )?meaning$/)
      .first(),
  ).toBeVisible();
  await expect(list(page).getByRole('link').first()).toHaveText('The part nobody saw');
  await page.goBack();
  await expect(search(page)).toHaveValue('');
  await expect(row(page, 'Bread')).toBeVisible();

  await test.step('paragraphs become separate sources, and existing ones are offered', async () => {
    await addNotes(warren, ['Second thought.']);
    await page.reload();
    await expect(row(page, 'Second thought.')).toBeVisible();
    await page.getByRole('button', { name: 'Add a source' }).click();
    await dialog(page)
      .getByRole('textbox', { name: 'Text or links' })
      .fill('First thought.\n\nSecond thought.\n\nThird.');
    await page.reload();
    await page.getByRole('button', { name: 'Add a source' }).click();
    await dialog(page)
      .getByRole('checkbox', { name: /^One source per paragraph/ })
      .check();
    await dialog(page).getByRole('checkbox', { name: 'Third.' }).uncheck();
    await dialog(page).getByRole('button', { name: 'Add 2 sources' }).click();
    await expect(dialog(page)).toContainText('You have this already: “Second thought.”');
    await dialog(page).getByRole('button', { name: 'Done' }).click();
    await expect(row(page, /thought/)).toHaveText(['First thought.', 'Second thought.']);
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await expect(row(page, /thought/)).toHaveText(['Second thought.']);
  });
});

test('files and a folder are added and read, and nothing is doubled', async ({ page, warren }) => {
  await test.step('a folder is imported, and a second time nothing is doubled', async () => {
    await openLibrary(page, warren);
    const folder = test.info().outputPath('Notes');
    mkdirSync(path.join(folder, 'Energy'), { recursive: true });
    writeFileSync(path.join(folder, 'Energy', 'Coal.md'), `---\ntags: [coal]\n---\n\n${COAL}`);
    writeFileSync(path.join(folder, 'Bread.md'), 'Yeast makes gas that lifts the dough.');
    writeFileSync(path.join(folder, 'cat.jpg'), 'not a picture');
    const importIt = async () => {
      await page
        .getByRole('banner')
        .or(page.locator('header'))
        .getByRole('button', { name: 'Import a folder' })
        .click();
      await dialog(page).getByLabel('A folder', { exact: true }).setInputFiles(folder);
    };
    await importIt();
    await expect(dialog(page)).toContainText('2 added.');
    await expect(dialog(page)).toContainText('1 file left out');
    await expectAccessible(page, 'import');
    await dialog(page).getByRole('button', { name: 'Done' }).click();
    await expect(row(page, 'Coal')).toBeVisible();
    await expect(page.getByRole('link', { name: /^coal/ })).toBeVisible();
    await expect(page.getByRole('link', { name: /^Energy/ })).toBeVisible();
    await importIt();
    await expect(dialog(page)).toContainText('2 there already.');
    await dialog(page).getByRole('button', { name: 'Done' }).click();
    await expect(list(page).getByRole('link')).toHaveCount(2);
  });
  await test.step('files are added, and the existing one is offered the second time', async () => {
    const files = ['lamps.md', 'salt.txt'].map((name) => test.info().outputPath(name));
    writeFileSync(files[0] ?? '', `# Lamps\n\nLight became cheap, and people lit their homes longer.`);
    writeFileSync(files[1] ?? '', 'Salt taxes paid for the canals of the north.');
    const addFiles = async () => {
      await page.getByRole('button', { name: 'Add a source' }).click();
      await dialog(page).getByLabel('Files', { exact: true }).setInputFiles(files);
      await dialog(page).getByRole('button', { name: 'Add 2 sources' }).click();
    };
    await addFiles();
    await expect(row(page, 'Lamps')).toBeVisible();
    await expect(list(page)).toContainText('Salt taxes paid');
    await addFiles();
    await expect(dialog(page).getByText('You have this already')).toHaveCount(2);
    await dialog(page).getByRole('button', { name: 'Open it' }).first().click();
    await expect(reader(page).getByRole('heading', { level: 2 }).first()).toBeVisible();
  });
});

test('a link is fetched and read in the background; an unreadable one says why, and is read on request', async ({
  page,
  warren,
}) => {
  let isThere = false;
  const web = createServer((_, response) => {
    response.writeHead(isThere ? 200 : 404, { 'content-type': 'text/html' });
    response.end(
      `<html lang="en"><head><title>The Coal Question</title></head><body><article><h1>The Coal Question</h1>${`<p>${COAL}</p>`.repeat(5)}</article></body></html>`,
    );
  });
  web.listen(0, '127.0.0.1');
  await once(web, 'listening');
  await openLibrary(page, warren);
  await capture(page, `http://127.0.0.1:${(web.address() as AddressInfo).port}/coal`);
  const again = list(page).getByRole('button', { name: 'Read again' });
  await expect(again).toBeVisible();
  await page.getByRole('link', { name: /^Failed/ }).click();
  await expectAccessible(page, 'failed source');
  isThere = true;
  await again.click();
  await expect(again).toHaveCount(0);
  await page.getByRole('link', { name: /^Everything/ }).click();
  await row(page, 'The Coal Question').click();
  await expect(reader(page)).toContainText('Nobody could have listed the uses');
  await expect(list(page)).toContainText('link');
  web.close();
});

test('samples are tried, several sources changed at once and one edited, each with one undo', async ({
  page,
  warren,
}) => {
  await test.step('samples are offered, and removed with one click', async () => {
    await openLibrary(page, warren);
    await expectAccessible(page, 'empty library');
    await page.getByRole('button', { name: 'Try it with samples' }).click();
    await expect(list(page).getByRole('link').first()).toBeVisible();
    await page.getByRole('button', { name: 'Remove the samples' }).click();
    await expect(page.getByRole('button', { name: 'Try it with samples' })).toBeVisible();
    await expect(toast(page)).toContainText('Removed the samples');
    await toast(page).getByRole('button', { name: 'Undo' }).last().click();
    await expect(list(page).getByRole('link').first()).toBeVisible();
    await page.getByRole('button', { name: 'Remove the samples' }).click();
    await expect(page.getByRole('button', { name: 'Try it with samples' })).toBeVisible();
  });
  await test.step('several sources are moved, tagged, archived and deleted at once', async () => {
    await addNotes(warren, ['One.', 'Two.', 'Three.', 'Four.']);
    await page.reload();
    await page.getByRole('button', { name: 'New bucket' }).click();
    await dialog(page).getByRole('textbox', { name: 'Name' }).fill('Numbers');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('link', { name: /^Numbers/ })).toBeVisible();
    const boxes = list(page).getByRole('checkbox');
    const selectThree = async () => {
      await boxes.nth(0).click();
      await boxes.nth(2).click({ modifiers: ['Shift'] });
      await expect(page.getByRole('region', { name: 'Selection' })).toContainText('3 selected');
    };
    // The actions replace the number of sources, so that no row moves.
    const top = async () => (await boxes.first().boundingBox())?.y;
    const before = await top();
    await selectThree();
    expect(await top()).toBe(before);
    await page.getByRole('button', { name: 'Move' }).click();
    await page.getByRole('menuitem', { name: 'Numbers' }).click();
    await expect(toast(page)).toContainText('Moved 3 sources to “Numbers”');
    await expect(page.getByRole('link', { name: 'Numbers 3' })).toBeVisible();
    await page.keyboard.press('Control+z');
    await expect(page.getByRole('link', { name: 'Numbers 0' })).toBeVisible();

    await selectThree();
    await page.getByRole('button', { name: 'Kind' }).click();
    await page.getByRole('menuitem', { name: 'Article clip' }).click();
    await expect(toast(page)).toContainText('3 sources: article clip');
    await expect(list(page).getByText('article clip')).toHaveCount(3);
    await page.keyboard.press('Control+z');
    await expect(list(page).getByText('article clip')).toHaveCount(0);

    await selectThree();
    await page.getByRole('button', { name: 'Tag' }).click();
    await dialog(page).getByRole('combobox', { name: 'Add tags' }).fill('small, prime');
    await expectAccessible(page, 'tags');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('link', { name: 'prime 3' })).toBeVisible();
    await page.getByRole('button', { name: 'Archive' }).click();
    await expect(toast(page)).toContainText('Archived 3 sources');
    await expect(list(page).getByRole('link')).toHaveCount(1);
    await page.getByRole('link', { name: 'Archived 3' }).click();
    await expect(list(page).getByRole('link')).toHaveCount(3);
    await page.keyboard.press('Control+z');
    await page.getByRole('link', { name: 'Everything 4' }).click();
    await expect(list(page).getByRole('link')).toHaveCount(4);

    await search(page).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Control+a');
    await expect(page.getByRole('region', { name: 'Selection' })).toContainText('4 selected');
    await page.keyboard.press('Delete');
    await expect(page.getByRole('button', { name: 'Try it with samples' })).toBeVisible();
    await expect(toast(page)).toContainText('Deleted');
    await toast(page).getByRole('button', { name: 'Undo' }).last().click();
    await expect(list(page).getByRole('link')).toHaveCount(4);
  });
  await test.step('a source is edited, and the edit is undone', async () => {
    await addNotes(warren, ['# Coal\n\nIt burned.']);
    await page.reload();
    await row(page, 'Coal').click();
    await reader(page).getByRole('button', { name: 'Edit' }).click();
    await reader(page).getByRole('textbox', { name: 'Text' }).fill('It glowed.');
    await reader(page).getByRole('button', { name: 'Save' }).click();
    await expect(list(page)).toContainText('It glowed.');
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await expect(reader(page)).toContainText('It burned.');
    await expect(list(page)).toContainText('It burned.');
  });
});

test('the library is used by keyboard alone', async ({ page, warren }) => {
  await addNotes(
    warren,
    Array.from({ length: 50 }, (_, index) => `# Note ${index}\n\nOn coal.`),
  );
  await warren.signIn(page);
  await goByPalette(page, 'Add a source');
  await expect(dialog(page).getByRole('textbox', { name: 'Text or links' })).toBeFocused();
  await page.keyboard.type('# By keys');
  await page.keyboard.press('Control+Enter');
  await expect(toast(page)).toContainText('Added');
  await goByPalette(page, 'Library');
  await expect(list(page)).toBeVisible();
  await page.keyboard.press('/');
  await expect(search(page)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  await expect(page.locator(':focus')).toHaveAttribute('href', /^\/library\/./);
  await page.keyboard.press('Home');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  const third = page.locator(':focus');
  const name = (await third.textContent()) ?? '';
  await page.keyboard.press('Enter');
  await expect(reader(page).getByRole('heading', { name })).toBeVisible();
  await test.step('a sentence is selected and highlighted', async () => {
    await page.keyboard.press('Alt+s');
    await expect(reader(page).locator('mark[data-look="selected"]')).toHaveText('On coal.');
    await page.keyboard.press('Shift+ArrowLeft');
    await expect(reader(page).locator('mark[data-look="selected"]')).toHaveText('On');
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Alt+h');
    await expect(reader(page).locator('mark[data-look="amber"]')).toHaveText('On coal.');
    await expect(reader(page).getByRole('region', { name: 'Highlights' })).toContainText('On coal.');
  });
  await test.step('the keys are shown, and the palette finds sources and highlights', async () => {
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keys' })).toContainText('select a sentence');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('combobox', { name: 'Go to' })).toBeFocused();
    await page.keyboard.type(name);
    await expect(page.getByRole('dialog').getByRole('group', { name: 'Sources' })).toContainText(name);
    await expect(page.getByRole('dialog').getByRole('group', { name: 'Highlights' })).toContainText('On coal.');
    await expect(page.getByRole('option').first()).toHaveText(name);
    await expect(page.getByRole('option', { selected: true })).toHaveText(name);
    await expect(page.getByRole('dialog').getByRole('group').first()).toHaveAccessibleName('Sources');
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Backspace');
    await expect(page.getByRole('dialog').getByRole('group').first()).not.toHaveAccessibleName('Sources');
    await page.keyboard.type('statistics');
    await expect(page.getByRole('option', { selected: true })).toHaveText('Statistics');
    await expect(page.getByRole('option').first()).toHaveText('Statistics');
    await page.keyboard.press('Escape');
  });
  await list(page).getByRole('link', { name, exact: true }).focus();
  await page.keyboard.press('Delete');
  await expect(toast(page)).toContainText(`Deleted “${name}”`);
  await expect(reader(page).getByRole('heading', { name })).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(toast(page)).toContainText('Undone');
});

/** Highlights like a phone: a long press, a selection with handles, and no mouse event. */
async function highlightByFinger(page: Page, word: string): Promise<void> {
  const tools = page.getByRole('toolbar', { name: 'Selected words' });
  await reader(page)
    .getByText(word)
    .first()
    .evaluate((element, sought) => {
      const touch = { bubbles: true, pointerType: 'touch' };
      element.dispatchEvent(new PointerEvent('pointerdown', touch));
      element.dispatchEvent(new PointerEvent('pointercancel', touch));
      const text = document.createNodeIterator(element, NodeFilter.SHOW_TEXT).nextNode();
      const start = text?.textContent?.indexOf(sought) ?? -1;
      if (text) document.getSelection()?.setBaseAndExtent(text, start, text, start + sought.length);
    }, word);
  await expect(tools).toBeVisible();
  const [box, column] = [await tools.boundingBox(), await reader(page).locator('article').boundingBox()];
  if (!box || !column) throw new Error('Nothing is shown');
  expect(box.y - column.y).toBeLessThan(box.height);
  expect(box.x + box.width).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
  await tools.getByRole('button', { name: 'Highlight in amber' }).click();
  await expect(toast(page)).toContainText('Highlighted');
  await expect(reader(page).getByRole('region', { name: 'Highlights' }).getByText(word, { exact: true })).toBeVisible();
}

/** Drags from a word of the text to the heading below it, which does not belong to the text. */
async function dragOutOfText(page: Page, words: string): Promise<void> {
  const from = await reader(page).locator('.say').getByText(words).first().boundingBox();
  const to = await reader(page).getByRole('heading', { name: 'Related' }).boundingBox();
  if (!from || !to) throw new Error('Nothing is shown');
  await page.mouse.move(from.x + 1, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 4 });
  await page.mouse.up();
  await expect(page.getByRole('toolbar', { name: 'Selected words' })).toBeVisible();
}

test('the library is checked on a desktop and on a phone', { tag: '@looks' }, async ({ page, warren }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await warren.api('POST', '/api/library/buckets', { name: 'Energy', description: 'Coal and prices.' });
  await addNotes(warren, [`# The part nobody saw\n\n${COAL}`, '# Bread\n\nYeast makes gas.']);
  await openLibrary(page, warren);
  await expect(row(page, 'Bread')).toBeVisible();

  for (const isNarrow of [false, true]) {
    await page.setViewportSize(isNarrow ? { width: 360, height: 740 } : { width: 1280, height: 800 });
    await page.goto(`${warren.server.url}/library`);
    await expect(row(page, 'Bread')).toBeVisible();
    if (isNarrow) {
      await page.getByRole('button', { name: 'Filters: Everything' }).click();
      await expectAccessible(page, 'filters');
    }
    await page.getByRole('link', { name: /^My notes/ }).click();
    await expect(page).toHaveURL(/whose=own/);
    await search(page).fill('yeast');
    await expect(row(page, 'The part nobody saw')).toHaveCount(0);
    if (!isNarrow) await expectAccessibleInEveryLook(page, 'found');
    await row(page, 'Bread').click();
    await expect(reader(page).getByRole('heading', { name: 'Bread' })).toBeVisible();
    if (!isNarrow) {
      await dragOutOfText(page, 'Yeast makes gas.');
      await test.step('marks that appear and disappear keep the selection', async () => {
        const { pathname } = new URL(page.url());
        const yeast = { version: 1, start: 9, end: 14, color: 'red' };
        const { id } = await warren.api<Highlight>(
          'POST',
          `/api${pathname.replace('library', 'library/sources')}/highlights`,
          yeast,
        );
        await expect(reader(page).locator('mark[data-look="red"]')).toHaveText('Yeast');
        await warren.api('DELETE', `/api/library/highlights/${id}`);
        await expect(reader(page).locator('mark[data-look="red"]')).toHaveCount(0);
      });
      await page
        .getByRole('toolbar', { name: 'Selected words' })
        .getByRole('button', { name: /with a note$/ })
        .click();
      await dialog(page).getByRole('textbox', { name: 'Note' }).fill('And alcohol?');
      await dialog(page).getByRole('radio', { name: 'Green' }).check();
      await dialog(page).getByRole('button', { name: 'Save' }).click();
      await expect(reader(page).locator('mark[data-look="green"]')).toHaveText('Yeast makes gas.');
      await expectAccessibleInEveryLook(page, 'reader');
    }
    if (isNarrow) {
      await expect(reader(page).locator('mark[data-look="green"]')).toBeVisible();
      await highlightByFinger(page, 'Yeast');
    }
    if (isNarrow)
      await reader(page)
        .getByRole('button', { name: /^Back to/ })
        .click();
    else await page.goBack();
    await expect(search(page)).toHaveValue('yeast');
    await expect(row(page, 'Bread')).toBeVisible();
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('link', { name: 'Highlights 2' }).click();
  await expect(page.getByRole('region', { name: 'Highlights', exact: true })).toContainText('And alcohol?');
  await expectAccessible(page, 'highlights');
  await search(page).fill('GAS alcohol');
  await page.getByRole('link', { name: 'Green: Yeast makes gas.' }).click();
  await expect(reader(page).getByRole('heading', { name: 'Bread' })).toBeVisible();
  await page.getByRole('link', { name: /^Everything/ }).click();
  await search(page).fill('');
  await page.getByRole('combobox', { name: 'Order' }).selectOption('By title');
  await expect(list(page).getByRole('link')).toHaveText(['Bread', 'The part nobody saw']);
  await list(page).getByRole('checkbox').first().click();
  await expectAccessible(page, 'selection');
  await page.getByRole('button', { name: 'Add a source' }).click();
  await dialog(page).getByRole('textbox', { name: 'Text or links' }).fill('One.\n\nTwo.');
  await dialog(page)
    .getByRole('checkbox', { name: /^One source per paragraph/ })
    .check();
  await expectAccessibleInEveryLook(page, 'capture');
});
