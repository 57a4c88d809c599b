import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { Page } from '@playwright/test';

import { startFreezingProxy } from '../fixtures/server/freezing-proxy.ts';
import { attachWindow } from '../fixtures/terminal/attached-window.ts';
import { killHost } from '../fixtures/terminal/end-host.ts';
import { expectAccessible } from './accessible.ts';
import { expect, fetchLittle, test, type Warren } from './warren.ts';

test.use({
  environment: {
    ANTHROPIC_API_KEY: '',
    OPENAI_API_KEY: '',
    WARREN_CLAUDE: '/no/such/claude',
    PS1: '$ ',
    SHELL: '/bin/sh',
    // Allows access through the port of a proxy.
    WARREN_ALLOWED_HOSTS: '127.0.0.1',
  },
});

test.beforeEach(({ context }) => fetchLittle(context));

/** Opens a terminal with a command. Returns its session. */
async function openTerminal(warren: Warren, command: readonly string[]): Promise<string> {
  const wanted = { folder: '/tmp', program: { kind: 'command', command } };
  return (await warren.api<{ session: string }>('POST', '/api/terminals', wanted)).session;
}

/** The visible rows of the page's terminal. */
const shown = (page: Page) => page.locator('.xterm-rows');

/** Asserts that the terminal shows its whole screen without scroll bars. */
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

/** Sets the visibility of the page, because the browser of the tests never hides a window. */
async function setSeen(page: Page, isSeen: boolean): Promise<void> {
  await page.evaluate(
    (state) => {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    },
    isSeen ? 'visible' : 'hidden',
  );
}

test('a shell is opened, shown in two windows, ended and replayed', async ({ page, browser, ownWarren: warren }) => {
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
  await fetchLittle(phone);
  const other = await phone.newPage();
  await other.goto(page.url());
  await expect(shown(other)).toContainText('one-42');
  await expect(other.getByText('Shown in the size of another window.')).toBeVisible();
  for (const height of [768, 900, 1080, 800]) await expectNoBars(page, height);
  await other.getByRole('button', { name: 'Fit to this window' }).click();
  await expect(page.getByRole('button', { name: 'Fit to this window' })).toBeVisible();
  await page.getByRole('button', { name: 'Fit to this window' }).click();
  await expect(other.getByRole('button', { name: 'Fit to this window' })).toBeVisible();

  // The desktop window is hidden, so the terminal gets the phone's size, keys and input line.
  await setSeen(page, false);
  await other.reload();
  await expect(shown(other)).toContainText('one-42');
  const line = other.getByRole('textbox', { name: 'A line for the terminal' });
  await line.fill('stty size | grep " ..$"; echo from-$((40+3))');
  await other.keyboard.press('Enter');
  await expect(shown(other)).toContainText('from-43');
  await expect(shown(other)).toContainText(/\d \d\d\s*from-43/u);
  await expect(line).toHaveValue('');
  await expect(other.getByText('Shown in the size of another window.')).toBeHidden();
  await line.fill('echo left');
  await other.getByRole('button', { name: 'Slash' }).tap();
  // Control C discards unprinted output of the terminal.
  await expect(shown(other)).toContainText(/#\s*\/\s*$/u);
  await other.getByRole('button', { name: 'Control C' }).tap();
  await expect(shown(other)).toContainText('/^C');
  await expect(line, 'keys leave the line alone').toHaveValue('echo left');
  await expectAccessible(other, 'a terminal on a phone');
  const fontSize = () => shown(other).evaluate((rows) => Number.parseFloat(getComputedStyle(rows).fontSize));
  expect(await fontSize()).toBe(14);
  const fingers = await phone.newCDPSession(other);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...at: readonly number[]) =>
    fingers.send('Input.dispatchTouchEvent', { type, touchPoints: at.map((x, id) => ({ x, y: 300, id })) });
  await touch('touchStart', 150, 250);
  await touch('touchMove', 130, 270);
  await touch('touchEnd');
  await expect.poll(fontSize).toBe(19.5);
  await setSeen(page, true);
  await page.getByRole('button', { name: 'Fit to this window' }).click();
  await expect(other.getByRole('button', { name: 'Fit to this window' })).toBeVisible();

  // Output that asks an emulator for endless work: the page's emulator is limited like the server's.
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

  await test.step('a window fits itself once nobody else looks, and a shell at its prompt is not working', async () => {
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
  // The notice of the end takes space, so the last screen is laid out again, also in a window that only viewed it.
  for (const height of [768, 800]) await expectNoBars(page, height);
  await expectNoBars(other, 844);
  await page.getByRole('button', { name: 'Replay' }).click();
  // Also below a screen that is higher than the window.
  for (const height of [400, 800]) {
    await page.setViewportSize({ width: 1280, height });
    await expect(page.getByRole('slider')).toBeInViewport();
  }
  await expectAccessible(page, 'a replay');
  await page.getByRole('button', { name: 'Start again' }).click();
  await expect(shown(page)).toContainText(/[#$]/u);
  await phone.close();
});

test('a program copies once it was allowed to, and a pasted image becomes the path of a file', async ({
  page,
  context,
  ownWarren: warren,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const script = 'copy() { printf "\\033]52;c;%s\\007" "$1"; }; read l; copy b25l; read l; copy dHdv; cat';
  const session = await openTerminal(warren, ['sh', '-c', script]);
  await warren.open(page, `/session/${session}`);
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  const keys = page.locator('.xterm-helper-textarea');
  await expect(keys).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('The program wants to copy 3 characters to the clipboard.')).toBeVisible();
  expect(await copied()).toBe('');
  await page.getByRole('button', { name: 'Allow for this session' }).click();
  await expect.poll(copied).toBe('one');
  await expect(keys).toBeFocused();
  await page.keyboard.press('Enter');
  await expect.poll(copied).toBe('two');
  await expect(page.getByText(/wants to copy/u)).toBeHidden();

  await keys.evaluate((field) => {
    const data = new DataTransfer();
    data.items.add(new File([new Uint8Array([137, 80, 78, 71])], 'seen.png', { type: 'image/png' }));
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  });
  const name = /'(\/[^']+seen\.png)'/u;
  const text = async () => (await shown(page).locator('> div').allTextContents()).join('');
  await expect.poll(text).toMatch(name);
  const [, file = ''] = name.exec(await text()) ?? [];
  expect([...readFileSync(file)]).toEqual([137, 80, 78, 71]);
});

test('a much larger screen of another window stays legible, and can be scrolled to its end', async ({
  page,
  ownWarren: warren,
}) => {
  const session = await openTerminal(warren, ['sh', '-c', 'seq 1 200; printf %170send x; exec sleep 1000']);
  const other = await attachWindow(warren.server, session);
  other.tell({ type: 'size', cols: 180, rows: 70, isClaim: true });
  await page.setViewportSize({ width: 800, height: 600 });
  await warren.open(page, `/session/${session}`);
  await expect(shown(page)).toContainText('end');
  await expect(page.getByText('Shown in the size of another window.')).toBeVisible();
  const fontSize = () => shown(page).evaluate((rows) => Number.parseFloat(getComputedStyle(rows).fontSize));
  const last = shown(page).locator('> div').last();
  for (const width of [1400, 390, 800]) {
    await page.setViewportSize({ width, height: 600 });
    await expect.poll(fontSize, `at a width of ${width} px`).toBeGreaterThanOrEqual(10);
    await expect(last).toBeInViewport();
  }
  const scrolledTo = page.getByRole('group', { name: 'Terminal.' }).evaluate((holder) => {
    holder.scrollLeft = 10_000;
    return holder.scrollLeft;
  });
  expect(await scrolledTo).toBeGreaterThan(50);
  await other.close();
});

test('a silent connection is noticed, keys typed meanwhile are dropped, and a new one is made', async ({
  page,
  ownWarren: warren,
}) => {
  const proxy = await startFreezingProxy(warren.server.url);
  const session = await openTerminal(warren, ['sh']);
  await page.goto(`${proxy.url}/session/${session}#token=${warren.server.token}`);
  await expect(shown(page)).toContainText('$ ');
  const keys = page.getByRole('textbox', { name: 'Terminal input' });
  await keys.focus();
  await page.keyboard.type('echo before');
  await expect(shown(page)).toContainText('echo before');
  proxy.freeze();
  await page.keyboard.type('l');
  const away = page.getByText('Not connected. Warren tries again by itself.');
  await expect(away).toBeVisible();
  await page.keyboard.type('ost');
  await expect(page.getByText('What you typed meanwhile was dropped.')).toBeVisible();
  proxy.restore();
  await expect(away).toBeHidden();
  await expect(page.getByText('What you typed meanwhile was dropped.')).toBeVisible();
  await page.keyboard.type(' and after');
  await expect(shown(page)).toContainText('echo before and after');
  await expect(page.getByText('What you typed meanwhile was dropped.')).toBeHidden();
  await proxy.stop();
});

test('after a kill of the server a terminal continues in its window; with its host it is lost, and restarts', async ({
  page,
  ownWarren: warren,
}) => {
  await warren.signIn(page);
  const session = await openTerminal(warren, ['sh', '-c', 'echo $$; exec cat']);
  await page.goto(`${warren.server.url}/session/${session}`);
  await expect(shown(page)).toContainText(/\d+/u);
  const words = await shown(page).textContent();
  await warren.server.kill();
  await expect(page.getByText('Not connected. Warren tries again by itself.')).toBeVisible();
  await warren.restart();
  await expect(page.getByText('Not connected. Warren tries again by itself.')).toBeHidden();
  await expect(shown(page)).toHaveText(words ?? '');
  await page.keyboard.type('it goes on\n');
  await expect(shown(page)).toContainText(/it goes on\s*it goes on/u);

  await warren.server.kill();
  await killHost(warren.home);
  await warren.restart();
  await expect(page.getByText('It ended with the server.')).toBeVisible();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Terminals' }).click();
  await page.getByText('1 ended terminal').click();
  await expectAccessible(page, 'terminals that have ended');
  await page.getByRole('main').locator('details').getByRole('link').click();
  await page.getByRole('button', { name: 'Start again' }).click();
  await expect(page.getByText('running')).toBeVisible();
});

test('a session in a worktree is listed with those of its repository, and the worktree is removed', async ({
  page,
  ownWarren: warren,
}) => {
  const folder = path.join(mkdtempSync(path.join(tmpdir(), 'warren-worktrees-')), 'project');
  const author = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org'];
  const git = (...args: string[]) => execFileSync('git', ['-C', folder, ...author, ...args], { encoding: 'utf8' });
  mkdirSync(folder);
  git('init', '-q');
  git('commit', '-q', '--allow-empty', '-m', 'Begin');
  for (const [place, title] of [
    [folder, 'In the repository'],
    ['/usr', 'Elsewhere'],
  ])
    await warren.api('POST', '/api/terminals', { folder: place, title, program: { kind: 'command' } });
  await warren.open(page, '/terminals');
  await page.getByRole('button', { name: 'New session' }).click();
  const dialog = page.getByRole('dialog');
  const choice = dialog.getByRole('checkbox', { name: 'In a new worktree' });
  await dialog.getByRole('combobox', { name: 'Folder' }).fill(folder);
  await choice.check();
  const branch = dialog.getByRole('textbox', { name: 'Branch' });
  await expect(branch).toHaveValue('session');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Beside');
  await expect(branch).toHaveValue('beside');
  await branch.fill('no name');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Beside it');
  await dialog.getByRole('button', { name: 'Start' }).click();
  await expect(dialog.getByText('no name is no name for a branch.')).toBeVisible();
  await branch.fill('look/again');
  const worktree = `${folder}-look-again`;
  await expect(dialog.getByText(worktree)).toBeVisible();
  await dialog.getByRole('button', { name: 'Start' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Beside it' })).toBeVisible();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Terminals' }).click();
  const card = page.getByRole('listitem').filter({ hasText: 'Beside it' });
  await expect(card).toContainText(', look/again');
  const titles = () => page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents();
  await expect
    .poll(async () => (await titles()).join())
    .toMatch(/In the repository,Beside it|Beside it,In the repository/u);
  await page.getByRole('button', { name: 'New session' }).click();
  await dialog.getByRole('combobox', { name: 'Folder' }).fill('/usr');
  await expect(choice).toBeHidden();
  await dialog.getByRole('combobox', { name: 'Folder' }).fill(folder);
  await expect(choice).toBeChecked();

  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Open Beside it' }).click();
  await expect(page.getByRole('textbox', { name: 'Terminal input' })).toBeFocused();
  await page.getByRole('button', { name: 'More' }).click();
  await expect(page.getByText('A terminal runs in it. Stop it first.')).toBeVisible();
  const answered = page.waitForResponse((response) => response.url().endsWith('/stop'));
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(page.getByText('It was stopped.')).toBeVisible();
  // The menu closes when the answer arrives, which can be later.
  await answered;
  await expect(page.getByRole('button', { name: 'More', expanded: true })).toBeHidden();
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Remove the worktree' }).click();
  await expect(page.getByText('The worktree was removed.')).toBeVisible();
  expect([existsSync(worktree), git('branch', '--list', 'look/again')]).toEqual([false, '']);
  rmSync(path.dirname(folder), { recursive: true });
});
