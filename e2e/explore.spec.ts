import type { Locator } from '@playwright/test';

import type { AddedSources, SourceDetail } from '#library/sources/protocol.ts';
import type { Bucket } from '#library/storage/protocol.ts';

import { expectAccessible } from './accessible.ts';
import { open, replies } from './inside.ts';
import { expect, settled, test, type Warren } from './warren.ts';

/** Explore without a model: think over sources, open citations, and see the sources in context. */

const COAL = 'Jevons observed that better steam engines raised the consumption of coal.';
const LAMPS = 'When light became cheap, people lit their homes longer than before.';
const BREAD = 'Sourdough bread lives from wild yeast and patience.';

async function addSources({ api }: Warren): Promise<{ readonly bucket: string; readonly ids: readonly string[] }> {
  const { id: bucket } = await api<Bucket>('POST', '/api/library/buckets', { name: 'Energy' });
  const { results } = await api<AddedSources>('POST', '/api/library/sources', {
    sources: [
      { title: 'The coal question', content: COAL, kind: 'article_clip', bucketId: bucket, createdAt: 2_000 },
      { title: 'Lamps', content: LAMPS, kind: 'note', bucketId: bucket, createdAt: 1_000 },
      { title: 'Bread', content: BREAD },
    ],
  });
  return { bucket, ids: results.map(({ source }) => source.id) };
}

const message = { name: 'Your message' };

/** The widths of its paragraph at which a mark would wrap to another line than the word before it. */
async function widthsWhereAlone(mark: Locator): Promise<readonly number[]> {
  return mark.evaluate((button) => {
    const paragraph = button.closest('p, li');
    const texts = document.createTreeWalker(paragraph ?? button, NodeFilter.SHOW_TEXT);
    texts.currentNode = button;
    const before = texts.previousNode();
    if (!(paragraph instanceof HTMLElement) || !before?.textContent) throw new Error('Nothing stands before the mark');
    const last = document.createRange();
    last.setStart(before, before.textContent.length - 1);
    last.setEnd(before, before.textContent.length);
    const alone: number[] = [];
    for (let width = 120; width < 600; width += 4) {
      paragraph.style.width = `${width}px`;
      if (button.getBoundingClientRect().left < last.getBoundingClientRect().left) alone.push(width);
    }
    paragraph.style.width = '';
    return alone;
  });
}

test('from a bucket to a cited answer, its passage, pins, exclusion, a rabbit hole and recall points', async ({
  page,
  warren,
}) => {
  const { ids } = await addSources(warren);
  await warren.signIn(page);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Explore' }).click();
  await expectAccessible(page, 'where explorations begin');
  await page.getByRole('button', { name: 'Add a bucket or a source' }).click();
  await expectAccessible(page, 'the sources of an exploration');
  await page.getByRole('menuitem', { name: /^Energy/ }).click();
  await expect(page.getByRole('button', { name: 'Remove Energy' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^What do “Lamps” and “The coal question” have/ })).toBeVisible();
  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.type('What raised the consumption of coal?');
  await page.keyboard.press('Enter');

  const panel = page.getByRole('complementary', { name: 'Sources in context' });
  const reply = page.locator('[data-author="assistant"]').first();
  await expect(reply).toContainText('Built in, without a language model');
  await expect(reply).toContainText(COAL);
  await settled(page);
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('New exploration');
  await expect(reply.getByRole('button', { name: /^In the voice of .+, 2 sources$/ })).toBeVisible();
  await expect(panel.getByRole('heading', { name: /^Energy/ })).toBeVisible();
  await expectAccessible(page, 'an exploration');

  const mark = reply.getByRole('button', { name: 'Source 1: The coal question' }).first();
  expect(await widthsWhereAlone(mark)).toEqual([]);
  await mark.focus();
  await expect(panel.locator(`[data-source="${ids[0] ?? ''}"]`)).toHaveAttribute('data-lit', 'true');
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: 'The coal question' });
  await expect(sheet.locator('mark[data-look="cited"]').first()).toContainText(COAL);
  await expect(sheet.getByText('Sessions that cited it')).toBeVisible();
  await expectAccessible(page, 'a cited passage');
  await sheet.locator('mark[data-look="cited"]').first().dblclick();
  await sheet
    .getByRole('toolbar', { name: 'Selected words' })
    .getByRole('button', { name: 'Highlight in green' })
    .click();
  await expect(sheet.getByRole('region', { name: 'Highlights' }).getByRole('listitem')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await expect(mark).toBeFocused();

  await test.step('text typed without a focused field is written in the composer', async () => {
    await page.getByRole('heading', { level: 1 }).focus();
    await page.keyboard.type('And why');
    await expect(page.getByRole('textbox', message)).toHaveValue('And why');
    await expect(page.getByRole('textbox', message)).toBeFocused();
  });

  await page.getByRole('textbox', message).fill('And @Bre');
  await expect(page.getByRole('option', { name: /Bread/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.locator('textarea')).toHaveValue('And “Bread” ');
  await page.keyboard.type('too?');
  await panel.getByRole('button', { name: 'Exclude: Lamps' }).click();
  await page.keyboard.press('Tab');
  await page.getByRole('textbox', message).focus();
  await expect(panel.getByRole('button', { name: 'Include again: Lamps' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-author="assistant"]').nth(1)).toContainText(BREAD);
  await settled(page);
  await expect(panel.getByRole('heading', { name: /^Pinned/ })).toBeVisible();
  await expect(panel.getByText('1 new since the message before, 1 gone')).toBeVisible();
  await expect(panel.getByText('Excluded by you')).toBeVisible();

  await page.mouse.move(0, 0);
  const copyOf = (at: number) =>
    page.locator('[data-author="assistant"]').nth(at).getByRole('button', { name: 'Copy message' });
  await expect(copyOf(0)).toHaveCSS('opacity', '0');
  await expect(copyOf(1)).toHaveCSS('opacity', '1');

  const before = await panel.innerText();
  await page.reload();
  await expect(panel.getByText('1 new since the message before, 1 gone')).toBeVisible();
  await expect.poll(() => panel.innerText()).toBe(before);
  await page
    .getByRole('button', { name: /^In the voice of .+, 2 sources$/ })
    .first()
    .click();
  await expect(panel.getByText('An earlier answer')).toBeVisible();
  await expect(panel.getByRole('heading', { name: /^Pinned/ })).toHaveCount(0);

  await open(page, 'better steam engines');
  await expect(replies(page).last()).toContainText(COAL.slice(0, -1));
  await page.getByRole('button', { name: 'Return with findings' }).click();
  const findings = page.getByRole('dialog', { name: 'Return with findings' });
  await expect(findings.getByRole('textbox', { name: 'What you found' })).toHaveValue(/coal/);
  await expectAccessible(page, 'findings to return with');
  await findings.getByRole('textbox', { name: 'What you found' }).fill('Better engines burned more coal.');
  await findings.getByRole('button', { name: 'Return with this' }).click();
  await expect(page.locator('[data-author="person"]').last()).toContainText('Better engines burned more coal.');
  await settled(page);
  await page.getByRole('button', { name: 'Found in better steam engines' }).click();
  await expect(page.getByRole('dialog', { name: 'better steam engines' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('textbox', message)).toBeVisible();

  const second = page.locator('[data-author="assistant"]').nth(1);
  await second.hover();
  await second.getByRole('button', { name: 'Make recall points' }).click();
  const points = page.getByRole('dialog', { name: 'Make recall points' });
  await points.getByRole('combobox', { name: 'Set' }).selectOption({ label: 'A new set' });
  await points.getByRole('textbox', { name: 'Name' }).fill('Energy');
  await points.getByRole('button', { name: 'Propose points' }).click();
  await expect(points.getByRole('textbox', { name: 'Point 1', exact: true })).toBeVisible();
});

test('a writer’s first hour on a phone: a question, its sources, a passage, a draft that is edited and ready', async ({
  page,
  warren,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const { bucket, ids } = await addSources(warren);
  const id = crypto.randomUUID();
  await warren.api('POST', '/api/sessions', { id, mode: 'explore', bucketId: bucket });
  await warren.open(page, '/explore');
  await expectAccessible(page, 'where explorations begin, on a phone');
  await page.getByRole('textbox', { name: 'Your question' }).fill('@Bread');
  await page.getByRole('option', { name: /Bread/ }).click();
  await expect(page.getByRole('button', { name: 'Remove Bread' })).toBeVisible();
  await page.getByRole('button', { name: 'What is “Bread” about?' }).click();
  await expect(page.locator('[data-author="person"]')).toContainText('What is “Bread” about?');
  await expect(page.locator('[data-author="assistant"]').first()).toContainText(BREAD);
  await page.goto(`${warren.server.url}/session/${id}`);
  await page.getByRole('textbox', message).fill('What raised the consumption of coal?');
  await page.keyboard.press('Enter');
  const mark = page.getByRole('button', { name: 'Source 1: The coal question' }).first();
  await expect(mark).toBeVisible();
  await settled(page);
  await expectAccessible(page, 'an exploration on a phone');
  await page.getByTitle('What would be in context if you sent this now').click();
  const sheet = page.getByRole('dialog', { name: 'Sources in context' });
  await expect(sheet.getByText('The coal question')).toBeVisible();
  await expectAccessible(page, 'the panel on a phone');
  await page.keyboard.press('Escape');
  await mark.click();
  await expect(page.getByRole('dialog', { name: 'The coal question' }).locator('mark').first()).toBeVisible();
  await expectAccessible(page, 'a cited passage on a phone');

  await page.keyboard.press('Escape');

  await test.step('a draft is written, comes first when reopened, and has one line of controls', async () => {
    const address = page.url();
    const mode = page.getByRole('group', { name: 'Mode' });
    await mode.getByRole('button', { name: 'Draft' }).click();
    await page.getByRole('textbox', message).fill('Write about the consumption of coal');
    await page.keyboard.press('Enter');
    await expect(page.locator('[data-author="assistant"]').nth(1)).toContainText('outline');
    await settled(page);
    await page.goto(warren.server.url);
    await page.goto(address);
    const text = page.getByRole('region', { name: 'The text of the draft' });
    await expect(text).toContainText(COAL.slice(0, -1));
    const pane = page.getByRole('region', { name: 'Draft', exact: true });
    const sides = page.getByRole('group', { name: 'Side' });
    await expect(sides.getByRole('button', { name: 'Text' })).toHaveAttribute('aria-pressed', 'true');
    const tops = await pane
      .locator('header')
      .getByRole('button')
      .evaluateAll((buttons) =>
        buttons.map((button) => {
          const { top, height } = button.getBoundingClientRect();
          return Math.round((top + height / 2) / 4);
        }),
      );
    expect(tops.length).toBeGreaterThan(2);
    expect(new Set(tops).size, 'one line of controls').toBe(1);
    await expectAccessible(page, 'a draft on a phone');
    await pane.getByRole('button', { name: 'Edit' }).click();
    const field = pane.getByRole('textbox', { name: 'Text of the draft' });
    await field.fill(`${await field.inputValue()}\n\nA line of my own.`);
    await pane.getByRole('button', { name: 'Done' }).click();
    await expect(text).toContainText('A line of my own.');
    await pane.getByRole('button', { name: 'Mark ready' }).click();
    await expect(pane.getByRole('button', { name: 'Mark published' })).toBeVisible();
    await sides.getByRole('button', { name: 'Chat' }).click();
    await expect(sides.getByRole('button', { name: 'Chat' })).toBeFocused();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await mode.getByRole('button', { name: 'Explore' }).click();
  });

  await test.step('the cited words are shown, although the source has changed since', async () => {
    const { version } = await warren.api<SourceDetail>('GET', `/api/library/sources/${ids[0] ?? ''}`);
    await warren.api('PATCH', `/api/library/sources/${ids[0] ?? ''}`, { version, content: 'Something else entirely.' });
    await mark.click();
    const passage = page.getByRole('dialog', { name: 'The coal question' });
    await expect(passage.getByText('no longer contains these words')).toBeVisible();
    await expect(passage.getByRole('blockquote')).toContainText(COAL);
    await passage.getByRole('button', { name: 'Open in the library' }).click();
    await expect(page).toHaveURL(new RegExp(`/library/${ids[0] ?? ''}`));
    await expect(page.getByRole('region', { name: 'Reader' })).toContainText('Something else entirely.');
  });
});

test('a message is edited in place, and an exploration says whose voice it has', async ({ page, warren }) => {
  await warren.api('POST', '/api/library/sources', {
    sources: [
      { title: 'Notes on tea', content: 'Tea was carried along the Horse Road from Yunnan to Tibet.' },
      { title: 'Canals', content: 'Salt taxes paid for the canals of the north.' },
    ],
  });
  const id = crypto.randomUUID();
  await warren.api('POST', '/api/sessions', { id, mode: 'explore' });
  await warren.open(page, `/session/${id}`);
  await page.getByRole('textbox', message).fill('What about salt?');
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-author="assistant"]').first()).toContainText('Salt taxes');
  await settled(page);

  await page.getByRole('textbox', message).fill('A draft that stays');
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
  await expect(page.getByRole('textbox', message)).toHaveValue('A draft that stays');

  await page.reload();
  await page.getByRole('button', { name: 'An earlier version, with its answer' }).click();
  const dialog = page.getByRole('dialog', { name: 'An earlier version' });
  await expect(dialog.getByText('What about salt?')).toBeVisible();
  await expect(dialog.getByText('Salt taxes').first()).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Edit message' })).toHaveCount(0);
  await expectAccessible(page, 'an earlier version');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  await test.step('voices are written in the settings', async () => {
    await page.goto(`${warren.server.url}/settings/voices`);
    const own = page.getByRole('textbox', { name: 'Your rules' });
    await own.fill('- Short sentences\nNo slogans');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Your rules: saved.')).toBeVisible();
    await expectAccessible(page, 'the settings of voices');
    const about = page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'About' });
    const tabAt = await about.boundingBox();
    await about.click();
    await expect(page.getByRole('textbox', { name: 'Name' })).toBeVisible();
    expect(await about.boundingBox(), 'tabs stand still').toEqual(tabAt);
    await expectAccessible(page, 'the page About');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export my data' }).click();
    expect((await download).suggestedFilename()).toBe('warren-export.zip');
    await page.getByText('Parts of others').click();
    await page.setViewportSize({ width: 360, height: 740 });
    await expectAccessible(page, 'the page About on a phone');
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`${warren.server.url}/settings/spending`);
    await expect(page).toHaveURL(/\/settings\/models$/);
    await page.goto(`${warren.server.url}/settings/voices`);
    await page.reload();
    await expect(own).toHaveValue('Short sentences\nNo slogans');
    const id = crypto.randomUUID();
    await warren.api('POST', '/api/sessions', { id, mode: 'explore' });
    await page.goto(`${warren.server.url}/session/${id}`);
    const panel = page.getByRole('complementary', { name: 'Sources in context' });
    await panel.getByText('Bucket and voice').click();
    await panel.getByRole('combobox', { name: 'Voice' }).selectOption({ label: 'The rules for everyone alone' });
    await page.getByRole('textbox', message).fill('Anything there?');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'By the rules for everyone, no sources' })).toBeVisible();
  });
});
