import type { Page } from '@playwright/test';

import { expectAccessible } from './accessible.ts';
import { expect, test } from './warren.ts';

test.use({
  environment: {
    ANTHROPIC_API_KEY: '',
    OPENAI_API_KEY: '',
    WARREN_CLAUDE: '/no/such/claude',
    PS1: '$ ',
    SHELL: '/bin/sh',
  },
});

/** The rows that the terminal of a page shows. */
const shown = (page: Page) => page.locator('.xterm-rows');

/** The terminal shows its whole screen, with no bar to scroll it. */
async function expectNoBars(page: Page, height: number): Promise<void> {
  await page.setViewportSize({ width: page.viewportSize()?.width ?? 0, height });
  const bars = () =>
    page.getByRole('group', { name: 'Terminal.' }).evaluate((terminal) =>
      [terminal, ...terminal.querySelectorAll<HTMLElement>('*')]
        .filter((each) => ['auto', 'scroll'].includes(getComputedStyle(each).overflowY))
        .map((each) => ({ each, bar: each.getBoundingClientRect().width - each.clientWidth }))
        .filter(
          ({ each, bar }) => bar >= 1 || each.scrollHeight > each.clientHeight || each.scrollWidth > each.clientWidth,
        )
        .map(({ each, bar }) => `${each.className} ${bar} ${each.scrollHeight} in ${each.clientHeight}`),
    );
  await expect.poll(bars, `at a height of ${height} px`).toEqual([]);
}

test('a shell is opened, looked at from two windows, ended and replayed', async ({
  page,
  browser,
  ownWarren: warren,
}) => {
  await warren.signIn(page);
  const end = async (name: string) => {
    const box = await page.getByRole('button', { name, exact: true }).boundingBox();
    return box && { right: box.x + box.width, top: box.y };
  };
  await page.getByRole('link', { name: 'Recall' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Recall' })).toBeVisible();
  const newSet = await end('New set');
  await page.getByRole('link', { name: 'Terminals' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Terminals' })).toBeVisible();
  await expect.poll(() => end('New session'), 'the primary action stands where that of Recall stands').toEqual(newSet);
  await expectAccessible(page, 'no terminals');
  await page.getByRole('button', { name: 'New session' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Claude Code was not found.')).toBeVisible();
  await expectAccessible(page, 'a new terminal');
  const folder = dialog.getByRole('combobox', { name: 'Folder' });
  await folder.fill('/no/such/folder');
  await dialog.getByRole('button', { name: 'Start' }).click();
  await expect(dialog.getByText('There is no folder /no/such/folder.')).toBeVisible();
  await folder.fill('/usr');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('A shell');
  await dialog.getByRole('button', { name: 'Start' }).click();
  await page.keyboard.type('echo one-$((40+2)); pwd');

  const title = page.getByRole('heading', { level: 1, name: 'A shell' });
  await expect(title).toBeVisible();
  await expect(shown(page)).toContainText('echo one-$((40+2)); pwd');
  await page.getByRole('textbox', { name: 'Terminal input' }).blur();
  await page.keyboard.type('; echo');
  await page.keyboard.press('Enter');
  await expect(shown(page)).toContainText('one-42');
  await expect(shown(page)).toContainText('/usr');

  const phone = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    storageState: await page.context().storageState(),
  });
  const other = await phone.newPage();
  await other.goto(page.url());
  await expect(shown(other)).toContainText('one-42');
  await expect(other.getByText('Shown in the size of another window.')).toBeVisible();
  for (const height of [768, 900, 1080, 800]) await expectNoBars(page, height);
  for (const height of [611, 844]) await expectNoBars(other, height);
  await other.getByRole('button', { name: 'Fit to this window' }).click();
  await expect(page.getByRole('button', { name: 'Fit to this window' })).toBeVisible();
  await page.getByRole('button', { name: 'Fit to this window' }).click();
  await expect(other.getByRole('button', { name: 'Fit to this window' })).toBeVisible();

  // Output that asks an emulator for endless work: the page's reads it like the server's.
  await page.keyboard.type(
    'printf "x\\033[2147483647L\\033[2147483647T\\033[2147483647I\\033[2147483647b"; clear; echo one-$((40+2))',
  );
  await page.keyboard.press('Enter');
  await expect(shown(page)).toContainText('one-42');
  await expect(shown(other)).toContainText('one-42');
  await expect(shown(page)).not.toContainText('2147483647');

  await page.reload();
  await expect(shown(page)).toContainText('one-42');
  await page.keyboard.type('printf "\\033[?1049hfull"; read line; printf "\\033[?1049l"');
  await page.keyboard.press('Enter');
  await expect(shown(page)).toContainText('full');
  await expect(shown(other)).toContainText('full');
  await page.reload();
  await expect(shown(page)).toContainText('full');
  await expect(shown(page)).not.toContainText('one-42');
  await page.keyboard.press('Enter');
  await expect(shown(page)).toContainText('one-42');
  await expectAccessible(page, 'a terminal');

  await test.step('a window fits itself once nobody else looks, and a shell at its prompt is not at work', async () => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Terminals' }).click();
    await expect(page.getByText('One is at a prompt.')).toBeVisible();
    await expect(other.getByRole('button', { name: 'Fit to this window' })).toHaveCount(0);
    await expectAccessible(page, 'terminals');
    await page.getByRole('link', { name: 'Open A shell' }).click();
    await page.getByRole('button', { name: 'Fit to this window' }).click();
    await expect(other.getByRole('button', { name: 'Fit to this window' })).toBeVisible();
  });

  const keys = page.locator('.xterm-helper-textarea');
  await expect(keys).toBeFocused();
  await page.keyboard.press('F6');
  await expect(keys).not.toBeFocused();
  await keys.focus();
  await page.keyboard.press('Shift+F6');
  await expect(keys).not.toBeFocused();
  await keys.focus();

  await page.keyboard.type('exit 3');
  await page.keyboard.press('Enter');
  await expect(page.getByText('It ended with exit code 3.')).toBeVisible();
  await expect(shown(page)).toContainText('one-42');
  // The notice that it ended takes room, so the last screen is laid out again, also in a window that only viewed it.
  for (const height of [768, 800]) await expectNoBars(page, height);
  await expectNoBars(other, 844);
  await page.getByRole('button', { name: 'Replay' }).click();
  // Below a screen that is higher than the window, too.
  for (const height of [400, 800]) {
    await page.setViewportSize({ width: 1280, height });
    await expect(page.getByRole('slider')).toBeInViewport();
  }
  await expectAccessible(page, 'a replay');
  await page.getByRole('button', { name: 'Start again' }).click();
  await expect(shown(page)).toContainText(/[#$]/u);
  await phone.close();
});

test('after a kill of the server a terminal is lost, and starts again', async ({ page, ownWarren: warren }) => {
  await warren.signIn(page);
  const { session } = await warren.api<{ session: string }>('POST', '/api/terminals', {
    folder: '/tmp',
    program: { kind: 'command', command: ['sh', '-c', 'echo $$; exec sleep 1000'] },
  });
  await page.goto(`${warren.server.url}/session/${session}`);
  await expect(shown(page)).toContainText(/\d+/u);
  await warren.server.kill();
  await expect(page.getByText('Not connected. Warren tries again by itself.')).toBeVisible();
  await warren.restart();
  await expect(page.getByText('It ended with the server.')).toBeVisible();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Terminals' }).click();
  await page.getByText('1 ended terminal').click();
  await expectAccessible(page, 'terminals that have ended');
  await page.getByRole('main').locator('details').getByRole('link').click();
  await page.getByRole('button', { name: 'Start again' }).click();
  await expect(page.getByText('running')).toBeVisible();
});
