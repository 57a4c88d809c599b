import { readFile } from 'node:fs/promises';

import type { Page } from '@playwright/test';

import type { AddedSources } from '#library/sources/protocol.ts';
import type { Bucket } from '#library/storage/protocol.ts';

import { runQuery } from '../fixtures/database/run-query.ts';
import { answerByRole } from '../fixtures/provider/by-role.ts';
import type { Piece } from '../fixtures/provider/script.ts';
import { expectAccessible } from './accessible.ts';
import { banner, comeBack, killAndRestart } from './inside.ts';
import { expect, goByPalette, settled, test, type OwnWarren, type Warren } from './warren.ts';
import { test as withModel } from './with-provider.ts';

const COAL = 'Nobody could list the new uses of coal beforehand.';
const message = { name: 'Your message' };
const pane = (page: Page) => page.getByRole('region', { name: 'Draft', exact: true });
const text = (page: Page) => pane(page).getByRole('region', { name: 'The text of the draft' });
const versions = (page: Page) => pane(page).getByRole('list', { name: 'Versions' }).getByRole('listitem');

/** Opens a new exploration of a bucket with one source on the page, in Draft. Returns its id. */
async function beginDraft(page: Page, warren: Warren): Promise<string> {
  const { api } = warren;
  const { id: bucketId } = await api<Bucket>('POST', '/api/library/buckets', { name: 'Energy' });
  const sources = [{ title: 'Coal memo', content: COAL, kind: 'voice_memo', bucketId }];
  await api<AddedSources>('POST', '/api/library/sources', { sources });
  const id = crypto.randomUUID();
  await api('POST', '/api/sessions', { id, mode: 'explore', bucketId });
  await warren.open(page, `/session/${id}`);
  await page.evaluate(() => document.fonts.ready);
  const switchAt = await mode(page, 'Draft').boundingBox();
  await mode(page, 'Draft').click();
  if ((page.viewportSize()?.width ?? 0) < 701) {
    await expect(side(page, 'Text')).toBeVisible();
    return id;
  }
  await expect(mode(page, 'Draft')).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => mode(page, 'Draft').boundingBox(), 'the switch stands still').toEqual(switchAt);
  return id;
}

const side = (page: Page, name: 'Chat' | 'Text') =>
  page.getByRole('group', { name: 'Side' }).getByRole('button', { name });

const mode = (page: Page, name: 'Explore' | 'Draft') =>
  page.getByRole('group', { name: 'Mode' }).getByRole('button', { name });

async function say(page: Page, words: string): Promise<void> {
  await page.getByRole('textbox', message).fill(words);
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-author=person]').last()).toContainText(words);
}

/** The writer answers with these pieces, and the strategist with one sentence. */
const writing = (...pieces: readonly Piece[]) =>
  answerByRole({ strategist: 'It is your own line.', writer: () => ({ pieces }), titler: 'Uses nobody could list' });
const next: Piece = { nextBlock: true };
/** A sentence with its citation is a separate block. */
const cited: readonly Piece[] = [next, COAL, { citation: { documentIndex: 0, citedText: COAL } }, next];

/** A promise that the test resolves. */
function gate() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: resolve };
}

const storedReplies = async ({ home }: OwnWarren) =>
  JSON.stringify(await runQuery(home, 'select * from partial_replies'));

withModel(
  'on a phone, the text comes to the front as the writer begins it, and the bar leads to every place',
  async ({ page, warren, double }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const [begins, ends] = [gate(), gate()];
    double.answer(
      writing(
        'Here it is. ',
        begins.opened,
        '<draft title="Cheap coal">The pump came first. ',
        ends.opened,
        'It stayed.</draft>',
      ),
    );
    await beginDraft(page, warren);
    await say(page, 'Write it for LinkedIn');
    await expect(page.locator('[data-author=assistant]').last()).toContainText('Here it is.');
    await side(page, 'Text').click();
    await expect(pane(page)).toContainText('The draft appears here as it is written.');
    await side(page, 'Chat').click();
    begins.open();
    // A person who returned to the conversation stays there.
    await expect(page.getByRole('log').getByText('Cheap coal')).toBeVisible();
    await expect(pane(page)).toBeHidden();
    ends.open();
    await settled(page);

    const again = gate();
    double.answer(
      writing('Shorter now. ', '<draft title="Cheap coal">The pump was first. ', again.opened, 'It stayed.</draft>'),
    );
    await say(page, 'Shorter, please');
    await expect(pane(page).getByRole('region', { name: 'The text so far' })).toContainText('The pump was first.');
    await expectAccessible(page, 'a draft that is written, on a phone');
    again.open();
    await expect(text(page)).toContainText('It stayed.');
    await expect(pane(page).getByRole('button', { name: 'Mark ready' })).toBeVisible();
    const header = page.locator('main header').first();
    expect((await header.boundingBox())?.height, 'one line over the text').toBeLessThan(60);
    expect((await text(page).boundingBox())?.y, 'and the text right below it').toBeLessThan(60);
    await expect(mode(page, 'Explore')).toBeHidden();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await expectAccessible(page, 'the menu of a draft on a phone');
    await mode(page, 'Explore').click();
    await expect(mode(page, 'Explore')).toHaveAttribute('aria-pressed', 'true');
    await expect(pane(page)).toBeHidden();

    const bar = page.getByRole('navigation', { name: 'Main' });
    await expect(bar.getByRole('link')).toHaveText(['Today', 'Recall', 'Library', 'Sessions']);
    const more = bar.getByRole('button', { name: 'More places' });
    await expect(more).toHaveAttribute('aria-current', 'page');
    await more.press('Enter');
    const explore = bar.getByRole('link', { name: 'Explore' });
    await expect(explore).toHaveAttribute('aria-current', 'page');
    await expectAccessible(page, 'the other places on a phone');
    await page.keyboard.press('Tab');
    await expect(explore).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(more).toBeFocused();
    await more.press('Enter');
    await bar.getByRole('link', { name: 'Settings' }).press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
    await expect(bar.getByRole('link', { name: 'Settings' })).toBeHidden();
    const sessions = bar.getByRole('link', { name: 'Sessions' });
    await sessions.click();
    await expect(page.getByRole('heading', { level: 1, name: 'Sessions' })).toBeVisible();
    await expect(sessions).toHaveAttribute('aria-current', 'page');
    await expectAccessible(page, 'the sessions on a phone');
    await page.getByRole('main').getByRole('link').first().click();
    await expect(page.locator('[data-author=person]').first()).toBeVisible();
  },
);

withModel(
  'from an exploration to a draft, a second version, an edit, a changed paragraph, an earlier version and a file',
  async ({ page, warren, double }) => {
    double.answer(
      writing(
        'Here it is. <dr',
        'aft title="Cheap &quot;coal&quot;">The pump came first, and that was the use that everybody could name. ',
        ...cited,
        '\n\nThe second paragraph is long and says little.</dra',
        'ft> The second paragraph is weak.',
      ),
    );
    const id = await beginDraft(page, warren);
    await mode(page, 'Explore').click();
    await say(page, 'Is there an angle?');
    await expect(page.locator('[data-author=assistant]')).toContainText('It is your own line.');
    await settled(page);
    await mode(page, 'Draft').click();
    await say(page, 'Write it for LinkedIn');
    await expect(text(page).getByRole('heading')).toHaveText('Cheap "coal"');
    await expect(text(page)).toContainText('The pump came first');
    await settled(page);
    const reply = page.locator('[data-author=assistant]').last();
    await expect(reply).toContainText('Here it is.');
    await expect(reply).toContainText('The second paragraph is weak.');
    await expect(reply).not.toContainText('pump');
    await expect(page.getByRole('log')).not.toContainText('draft>');
    await expect(pane(page).getByText('1 claim holds')).toBeVisible();
    await expectAccessible(page, 'a draft');

    double.answer(
      writing(
        'Shorter now. <draft title="Cheap coal">The pump came first. ',
        ...cited,
        '\n\nThe second paragraph is long and says little.</draft>',
      ),
    );
    await say(page, 'Shorter, please');
    await expect(text(page).locator('del').filter({ hasText: 'everybody' })).toBeVisible();
    await settled(page);
    await expect(versions(page)).toHaveText([/Version 1$/, /Version 2 now$/]);
    await expectAccessible(page, 'what a reply changed');
    await pane(page).getByRole('button', { name: 'Show the text' }).click();

    await pane(page).getByRole('button', { name: 'Edit' }).click();
    const field = pane(page).getByRole('textbox', { name: 'Text of the draft' });
    const byHand = `${await field.inputValue()}\n\nAnd a line of my own.`;
    await field.fill(byHand);
    await expectAccessible(page, 'a draft that is edited');
    await pane(page).getByRole('button', { name: 'Done' }).click();
    await expect(versions(page)).toHaveText([/1$/, /2$/, /3 now$/]);
    await expect(text(page)).toContainText('And a line of my own.');

    double.answer(writing('Only that one. <draft>The second one is short.</draft>'));
    await text(page).getByRole('button', { name: 'Change this paragraph only' }).nth(1).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText(/^Change only, in version 3/)).toBeVisible();
    await say(page, 'Shorter');
    await expect(versions(page).last()).toHaveText(/4 now$/);
    await settled(page);
    await pane(page).getByRole('button', { name: 'Show the text' }).click();
    const { drafts } = await warren.api<{ drafts: { id: string }[] }>('GET', `/api/drafts?session=${id}`);
    const draft = `/api/drafts/${drafts[0]?.id ?? ''}`;
    const changed = await warren.api<{ text: string }>('GET', `${draft}/versions/4`);
    expect(changed.text).toBe(
      byHand.replace('The second paragraph is long and says little.', 'The second one is short.'),
    );

    await pane(page).getByRole('button', { name: 'Compare with 3' }).click();
    await expect(text(page).locator('ins').first()).toBeVisible();
    await versions(page).first().getByRole('button').click();
    await pane(page).getByRole('button', { name: 'Restore 1' }).click();
    await expect(versions(page).last()).toHaveText(/5 now$/);
    await expect(text(page).getByRole('heading')).toHaveText('Cheap "coal"');

    const download = page.waitForEvent('download');
    await pane(page).getByRole('button', { name: 'Export' }).click();
    await expectAccessible(page, 'the ways to export a draft');
    await page.getByRole('menuitem', { name: 'Save as Markdown' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('Cheap coal.md');
    expect(await readFile(await file.path(), 'utf8')).toContain(`[^1]: Coal memo. “${COAL}”`);
    const html = page.waitForEvent('download');
    await pane(page).getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitemradio', { name: 'Left out' }).click();
    await page.getByRole('menuitem', { name: 'Save as HTML' }).click();
    const saved = await readFile(await (await html).path(), 'utf8');
    expect(saved).toContain('<p>The second paragraph is long and says little.</p>');
    expect(saved).not.toContain('Coal memo');

    await page.reload();
    await expect(mode(page, 'Draft')).toHaveAttribute('aria-pressed', 'true');
    await expect(text(page)).toContainText('everybody could name');
  },
);

withModel(
  'a draft is reloaded, stopped and interrupted by a crash, and stays when the provider refuses; the conversation goes on',
  async ({ page, ownWarren: warren, double }) => {
    const never = new Promise(() => undefined);
    double.answer(writing('Here. <draft title="Coal">', 'The first half. ', never));
    await beginDraft(page, warren);
    await say(page, 'Write it');
    const growing = pane(page).getByRole('region', { name: 'The text so far' });
    await expect(growing).toContainText('The first half.');
    await page.reload();
    await expect(growing).toContainText('The first half.');
    await page.getByRole('button', { name: 'Stop' }).click();
    await expect(text(page)).toContainText('The first half.');
    await expect(text(page)).toContainText('ended early');
    // A server with one person and no rules offers no choice of a voice.
    await expect(page.getByRole('button', { name: '1 source', exact: true }).first()).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Voice' })).toHaveCount(0);
    await expect(page.getByText('voice of')).toHaveCount(0);

    double.answer(writing('Again. <draft title="Coal">', 'Another half. ', never));
    await say(page, 'Once more');
    await expect(growing).toContainText('Another half.');
    // The server stores the words of a reply every second.
    await expect.poll(() => storedReplies(warren)).toContain('Another half.');
    await killAndRestart(page, warren);
    await expect(versions(page)).toHaveText([/1$/, /2 now$/]);
    await expect(text(page)).toContainText('Another half.');
    await expect(page.locator('[data-author=assistant]').last()).toHaveAttribute('data-status', 'interrupted');
    await expect(page.getByRole('log')).not.toContainText('<draft');

    double.answer(() => ({ status: 401, body: '{}' }));
    await say(page, 'And now?');
    await expect(page.locator('[data-author=assistant]')).toHaveCount(3);
    await settled(page);
    await expect(page.locator('[data-author=assistant]').last()).toContainText('rejected the key');
    await expect(versions(page)).toHaveText([/1$/, /2 now$/]);
    await expect(text(page)).toContainText('Another half.');
    await say(page, 'Go on about the new uses of coal');
    await expect(page.locator('[data-author=assistant]')).toHaveCount(4);
    await settled(page);
    await expect(page.locator('[data-author=assistant]').last()).toContainText('This is an outline');
    await expect(versions(page)).toHaveText([/1$/, /2$/, /3 now$/]);
  },
);

test('without a model a draft is an outline, which leads into a rabbit hole, to the library, to recall, to Today and to the list', async ({
  page,
  context,
  warren,
}) => {
  const id = await beginDraft(page, warren);
  await say(page, 'Write about the new uses of coal');
  await expect(text(page)).toContainText(COAL);
  await settled(page);
  await expect(page.locator('[data-author=assistant]').last()).toContainText(
    'This is an outline: passages of your sources',
  );

  await test.step('words of the draft lead into a rabbit hole', async () => {
    // Rendering the text again removes the selection.
    await expect(async () => {
      await text(page)
        .getByText(COAL)
        .first()
        .dblclick({ position: { x: 40, y: 12 } });
      await page.getByRole('button', { name: 'Explore this' }).click({ timeout: 5_000 });
    }).toPass();
    await expect(banner(page)).toBeVisible();
    await expect(page.locator('[data-author=assistant]').last()).toHaveAttribute('data-status', 'complete');
    await comeBack(page);
  });
  await test.step('the draft is kept, marked ready, and offered on Today', async () => {
    await pane(page).getByRole('button', { name: 'Keep this version as a source' }).click();
    await expect(page.getByText(/^Kept as “/)).toBeVisible();
    await pane(page).getByRole('button', { name: 'Make recall points' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);

    await pane(page).getByRole('button', { name: 'Mark ready' }).click();
    await expect(pane(page).getByRole('button', { name: 'Mark published' })).toBeVisible();
    await page.goto(warren.server.url);
    await expect(page.getByRole('heading', { name: 'Ready to publish' })).toBeVisible();
    await expectAccessible(page, 'Today with a draft that is ready');
    await page.getByRole('button', { name: 'Mark published' }).click();
    await expect(page.getByRole('heading', { name: 'Ready to publish' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('heading', { name: 'Ready to publish' })).toBeVisible();
  });
  await test.step('the draft is found in the list, also on a phone', async () => {
    await goByPalette(page, 'Drafts');
    await expect(page.getByRole('heading', { level: 1, name: 'Drafts' })).toBeVisible();
    await expectAccessible(page, 'the list of drafts');
    await page.setViewportSize({ width: 360, height: 740 });
    await expectAccessible(page, 'the list of drafts on a phone');
    await page.getByRole('region', { name: 'Ready' }).getByRole('link').click();
    await expect(page).toHaveURL(new RegExp(`/session/${id}$`));
    await expect(text(page)).toContainText(COAL);
    await expectAccessible(page, 'a draft on a phone');
    await page.getByRole('group', { name: 'Side' }).getByRole('button', { name: 'Chat' }).click();
    await expect(text(page)).toBeHidden();
    await expectAccessible(page, 'the conversation beside a draft on a phone');
  });
  await test.step('two tabs both keep their text', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    const other = await context.newPage();
    await other.goto(page.url());
    for (const each of [page, other]) {
      await pane(each).getByRole('button', { name: 'Edit' }).click();
      await expect(pane(each).getByRole('textbox', { name: 'Text of the draft' })).toBeVisible();
    }
    await pane(page).getByRole('textbox', { name: 'Text of the draft' }).fill('Words of the first tab.');
    await expect(pane(page).getByText('Saved', { exact: true })).toBeVisible();
    await pane(other).getByRole('textbox', { name: 'Text of the draft' }).fill('Words of the second tab.');
    await expect(other.getByRole('alert')).toContainText('Another version was written meanwhile. Yours is kept');
    await expectAccessible(other, 'a draft that was written twice');
    await pane(page).getByRole('button', { name: 'Done' }).click();
    await expect(text(page)).toContainText('Words of the first tab.');
    await other.getByRole('alert').getByRole('button', { name: 'Show yours' }).click();
    await expect(text(other)).toContainText('Words of the second tab.');
    await expect(versions(page)).toHaveText([/1$/, /2 now$/, /3 aside$/]);
  });
});
