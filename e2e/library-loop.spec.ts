import type { AddedSources, SourceDetail } from '#library/sources/protocol.ts';

import { expectAccessible } from './accessible.ts';
import { LOOKS } from './looks.ts';
import { beginSample, expect, fetchLittle, settled, test, type Warren } from './warren.ts';

const SENTENCE = 'Adenosine builds up in the brain while a person is awake.';
const PARAGRAPH = `${SENTENCE} Caffeine blocks the receptors that adenosine would reach, so that nobody notices it. `;

/** Adds a source with several passages. Returns its id. */
async function addSource({ api }: Warren): Promise<string> {
  const parts = Array.from({ length: 12 }, (_, index) => `## Part ${index + 1}\n\n${PARAGRAPH.repeat(3)}`);
  const content = [...parts, 'See [[Sleep pressure]] for **more** of it.'].join('\n\n');
  const { results } = await api<AddedSources>('POST', '/api/library/sources', {
    sources: [
      { title: 'On caffeine', content },
      { title: 'Sleep pressure', content: 'Pressure to sleep grows by the hour.' },
    ],
  });
  return results[0]?.source.id ?? '';
}

test(
  'a message of a session is kept as a source, which leads back to it',
  { tag: '@three-servers' },
  async ({ page, warren }) => {
    await warren.signIn(page);
    await beginSample(page);
    await settled(page);
    const session = page.url();
    const reply = page.locator('[data-author="assistant"]').first();
    const words = (await reply.locator('.say').innerText()).trim();
    const messageId = await reply.getAttribute('data-message-id');
    await reply.hover();
    await reply.getByRole('button', { name: 'Keep as source' }).click();
    await expect(page.getByText(/^Kept as “/)).toBeVisible();
    await expect(reply.getByRole('button', { name: 'Open the source' })).toBeVisible();

    await page.getByRole('button', { name: 'Open', exact: true }).click();
    const reader = page.getByRole('region', { name: 'Reader' });
    await expect(reader.locator('.say')).toContainText(words.slice(0, 30));
    await expect(reader.getByText('from an agent')).toBeVisible();
    const [kept] = (await warren.api<{ sources: SourceDetail[] }>('GET', '/api/library/sources')).sources;
    expect(kept).toMatchObject({ kind: 'article_clip', origin: 'agent' });

    await reader.getByRole('region', { name: 'Kept from' }).getByRole('link').click();
    await expect(page).toHaveURL(`${session}#${messageId ?? ''}`);
    await page.keyboard.press('Control+z');
    await expect(page.getByText(/^Undone: /)).toBeVisible();
    await expect(reply.getByRole('button', { name: 'Keep as source' })).toBeAttached();
  },
);

test(
  'a source is read: a cited passage, words in it, links, recall points, and two tabs that edit it',
  {
    tag: '@looks',
  },
  async ({ page, warren, context }) => {
    const sourceId = await addSource(warren);
    await warren.signIn(page);
    await test.step('a cited passage is shown and marked in every look', async () => {
      const { passages, content } = await warren.api<SourceDetail>('GET', `/api/library/sources/${sourceId}`);
      const cited = passages[9];
      const heading = /## (.*)/.exec(content.slice(cited?.start, cited?.end))?.[1] ?? 'none';
      for (const { scheme: colorScheme, width, height } of LOOKS) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height });
        await page.goto('about:blank');
        await page.goto(`${warren.server.url}/library/${sourceId}#p${cited?.number ?? 0}`);
        await expect(page.locator('mark[data-look="cited"]').first()).toBeInViewport();
        // Only the text was scrolled, not the frame of the page.
        await expect(page.getByRole('region', { name: 'Reader' })).toBeInViewport({ ratio: 0.99 });
        await expect(page.locator('.say mark').filter({ hasText: heading }).first()).toBeVisible();
        await expectAccessible(page, `the reader at ${width} px, ${colorScheme}`);

        await page.keyboard.press('Alt+f');
        const find = page.getByRole('textbox', { name: 'Find in this source' });
        await find.fill('for more of');
        await expect(page.getByText('Not found')).toBeVisible();
        await find.fill('part 11');
        await expect(page.getByText('1 of 1')).toBeVisible();
        await expect(page.locator('mark[data-look="current"]').first()).toBeInViewport();
        await page.keyboard.press('Escape');
        await expect(find).toBeHidden();
      }
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.emulateMedia({ colorScheme: null });
    });
    await test.step('links between sources lead there and back', async () => {
      const reader = page.getByRole('region', { name: 'Reader' });
      await reader.getByRole('link', { name: 'Sleep pressure' }).first().click();
      await expect(page.getByRole('heading', { name: 'Sleep pressure' })).toBeVisible();
      await reader.getByRole('region', { name: 'Links here' }).getByRole('link', { name: 'On caffeine' }).click();
      await expect(page.getByRole('heading', { name: 'On caffeine' })).toBeVisible();
    });
    await test.step('recall points are made from it, and lead back to their sentence', async () => {
      await page.getByRole('button', { name: 'Make recall points' }).first().click();
      const dialog = page.getByRole('dialog', { name: 'Make recall points' });
      await dialog.getByRole('combobox', { name: 'Set' }).selectOption({ label: 'A new set' });
      await dialog.getByRole('textbox', { name: 'Name' }).fill('Coffee');
      await dialog.getByRole('button', { name: 'Propose points' }).click();
      await expect(dialog.getByRole('textbox', { name: 'Point 1', exact: true })).toBeVisible();
      await dialog.getByRole('textbox', { name: 'Point 1', exact: true }).fill('Adenosine makes us sleepy.');
      await expect(dialog.getByText(SENTENCE).first()).toBeVisible();
      await expectAccessible(page, 'the proposed points');

      // The change survives a reload.
      await page.reload();
      await page.getByRole('button', { name: 'Make recall points' }).first().click();
      await expect(dialog.getByRole('textbox', { name: 'Point 1', exact: true })).toHaveValue(
        'Adenosine makes us sleepy.',
      );
      await dialog.getByRole('checkbox', { name: 'Keep Point 2' }).uncheck();
      await dialog.getByRole('button', { name: /^Add \d+ points?$/ }).click();
      await expect(dialog).toBeHidden();
      await expect(page.getByRole('region', { name: 'Reader' }).getByRole('link', { name: 'Coffee' })).toBeVisible();

      await page.getByRole('region', { name: 'Reader' }).getByRole('link', { name: 'Coffee' }).click();
      await expect(page.getByText('Adenosine makes us sleepy.')).toBeVisible();
    });
    await test.step('two tabs that edit it lose no words', async () => {
      const other = await context.newPage();
      await fetchLittle(other);
      await other.goto(`${warren.server.url}/library/${sourceId}`);
      await page.goBack();
      for (const tab of [page, other]) await tab.getByRole('button', { name: 'Edit', exact: true }).first().click();
      await page.getByRole('textbox', { name: 'Text' }).fill('Words of the first tab.');
      await other.getByRole('textbox', { name: 'Text' }).fill('Words of the second tab.');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await expect(page.getByRole('region', { name: 'Reader' }).getByText('Words of the first tab.')).toBeVisible();
      await other.getByRole('button', { name: 'Save', exact: true }).click();
      await expect(other.getByText('Your words are still here, unsaved.')).toBeVisible();
      await other.getByRole('button', { name: 'Keep both texts' }).click();
      await other.getByRole('button', { name: 'Save', exact: true }).click();
      const text = other.getByRole('region', { name: 'Reader' }).locator('.say');
      await expect(text).toContainText('Words of the first tab.');
      await expect(text).toContainText('Words of the second tab.');
    });
  },
);
