import { existsSync } from 'node:fs';
import path from 'node:path';

import type { Page } from '@playwright/test';

import { processesWith } from '../fixtures/claude/processes-with.ts';
import { toolStory } from '../fixtures/claude/tool-story.ts';
import { killHost } from '../fixtures/terminal/end-host.ts';
import { replayed } from '../fixtures/terminal/replayed.ts';
import { expectAccessible } from './accessible.ts';
import { test as base, expect } from './warren.ts';
import { CLI_IS_MISSING, isCliMissing, withClaude } from './with-claude.ts';

/** A home for the real CLI, whose only provider is our double. */
const test = base.extend({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads there which fixtures this one needs
  environment: ({}, provide) => withClaude({ answer: toolStory, isTrusted: false }, ({ env }) => provide(env)),
});
test.skip(isCliMissing, CLI_IS_MISSING);

/** The visible rows of the page's terminal. */
const shown = (page: Page) => page.locator('.xterm-rows');
/** Types a line like a person: the CLI takes an immediate Enter for a part of a paste. */
async function ask(page: Page, words: string): Promise<void> {
  await page.keyboard.type(words);
  await expect(shown(page)).toContainText(words);
  await page.keyboard.press('Enter');
}

test('a session of Claude Code from its trust dialog to its replay', async ({
  page,
  browser,
  ownWarren: warren,
  environment,
}) => {
  const folder = path.join(String(environment['HOME']), 'project');
  await warren.open(page, '/terminals');
  await page.getByRole('button', { name: 'New session' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Folder' }).fill(folder);
  await dialog.getByText('Model, arguments and keys').click();
  await dialog.getByRole('checkbox', { name: /Bill the API key/u }).check();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Making a file');
  await dialog.getByRole('button', { name: 'Start' }).click();

  await expect(shown(page)).toContainText('Yes, I trust this folder');
  await expect(page).toHaveTitle(/^\(1\) Making a file/u);
  await page.keyboard.press('Enter');
  await expect(shown(page)).toContainText('❯');
  await expect(page).toHaveTitle(/^Making a file/u);
  await ask(page, 'make a file');
  await expect(shown(page)).toContainText('Do you want to proceed?');
  await expect(page.getByText('needs you').first()).toBeVisible();
  await expectAccessible(page, 'a terminal with Claude Code');

  // Returns from the dashboard to the question.
  await page
    .getByRole('link', { name: /^Terminals/u })
    .first()
    .click();
  await expect(page.getByText('One waits for you.')).toBeVisible();
  await page.getByRole('link', { name: 'Answer Making a file' }).click();
  await expect(shown(page)).toContainText('Do you want to proceed?');
  await page.keyboard.press('1');
  await expect(shown(page)).toContainText('All done.');
  expect(existsSync(path.join(folder, 'made-it'))).toBe(true);

  // Output continues while the window is resized, hidden and reloaded.
  await ask(page, 'tell a long story');
  await expect(shown(page)).toContainText('word3 ');
  await page.setViewportSize({ width: 900, height: 700 });
  await expect(shown(page)).toContainText('word8 ');
  const phone = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    storageState: await page.context().storageState(),
  });
  const other = await phone.newPage();
  await other.goto(page.url());
  await expect(other.getByText('Shown in the size of another window.')).toBeVisible();
  await expect(shown(other)).toContainText('word12 ');
  await page.reload();
  await expect(shown(page)).toContainText('word20 ');
  await other.getByRole('button', { name: 'Esc' }).tap();
  // The phone takes over the size if the reload is slow; at its width Claude Code cuts this word.
  await expect(shown(page)).toContainText('Interrupte');
  await expect(shown(other)).toContainText('Interrupte');
  await expect(page.getByText('finished').first()).toBeVisible();
  await phone.close();

  // A second Ctrl-C would end it.
  await page.keyboard.type('not this');
  await expect(shown(page)).toContainText('not this');
  await page.keyboard.press('Control+c');
  await expect(shown(page)).not.toContainText('not this');

  const session = /session\/([\w-]+)/u.exec(page.url())?.[1] ?? '';
  const recording = path.join(warren.home, 'recordings', `${session}.cast`);
  await expect.poll(() => replayed(recording)).toContain('Interrupte');
  await warren.server.kill();
  await killHost(warren.home);
  await warren.restart();
  // The CLI first handles the loss of its terminal.
  await expect.poll(() => processesWith(session)).toEqual([]);
  expect(await replayed(recording)).toContain('All done.');
  await expect(page.getByText('It ended with the server.')).toBeVisible();

  await page.goto(`${warren.server.url}/terminals/old`);
  await page.getByRole('searchbox', { name: 'Find words that were said' }).fill('long story');
  await page.getByRole('button', { name: /Made a file/u }).click();
  await expect(page.getByText('I have made it. All done.')).toBeVisible();
  await expectAccessible(page, 'an old session');
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page).toHaveURL(new RegExp(session, 'u'));
  await expect(shown(page)).toContainText('All done.');
  await expect(page.getByText('finished').first()).toBeVisible();
  await ask(page, 'what did you make');
  await expect(shown(page)).toContainText('A file.');

  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByText('It was stopped.')).toBeVisible();
  await page.getByRole('button', { name: 'Replay' }).click();
  await expect(page.getByRole('slider')).toBeVisible();
  await page.getByRole('slider').press('End');
  await expect(shown(page)).toContainText('A file.');
});
