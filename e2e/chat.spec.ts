import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import type { Page } from '@playwright/test';

import { ChatAnswers } from '../fixtures/claude/chat/chat-answers.ts';
import { expectAccessible } from './accessible.ts';
import { test as base, expect } from './warren.ts';
import { ALLOWS_BASH, CLI_IS_MISSING, isCliMissing, withClaude } from './with-claude.ts';

const test = base.extend<{ answers: ChatAnswers }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads there which fixtures this one needs
  answers: ({}, provide) => provide(new ChatAnswers()),
  environment: ({ answers }, provide) =>
    withClaude({ answer: answers.answer, settings: ALLOWS_BASH }, ({ env }) => provide(env)),
});
test.skip(isCliMissing, CLI_IS_MISSING);

const composer = (page: Page) => page.getByRole('textbox', { name: 'Message Claude Code' });
const chat = (page: Page) => page.getByRole('log');

async function say(page: Page, words: string): Promise<void> {
  await composer(page).fill(words);
  await page.keyboard.press('Enter');
}

test('a conversation in the chat: growing prose, tools, a permission, an interruption, a reload', async ({
  page,
  ownWarren: warren,
  environment,
  answers,
}) => {
  const folder = path.join(String(environment['HOME']), 'project');
  writeFileSync(path.join(folder, 'a-file-of-the-folder.txt'), 'words');
  const { session } = await warren.api<{ session: string }>('POST', '/api/terminals', { folder, billsKey: true });
  await warren.open(page, `/session/${session}`);
  const terminal = page.locator('.xterm-rows');
  await expect(terminal).toContainText('❯');
  await page.keyboard.press('F2');

  // Claude Code shows only whole lines, so there have to be many. The second half is held until the first one is shown.
  const half = Promise.withResolvers<void>();
  answers.ended = half.promise;
  await say(page, 'slow paragraph of 160 words');
  const lengths = new Set<number>();
  const grows = (word: string) =>
    expect(async () => {
      const text =
        (await chat(page)
          .getByText(/^slow0 /u)
          .first()
          .textContent()) ?? '';
      lengths.add(text.length);
      expect(text).toContain(word);
    }).toPass({ intervals: [50] });
  await grows('slow40');
  half.resolve();
  await grows('slow159');
  expect(lengths.size).toBeGreaterThanOrEqual(4);

  await say(page, 'some prose');
  await expect(chat(page)).toContainText('The end.');
  await expect(chat(page).getByRole('table')).toContainText('apples');
  await expect(chat(page).getByRole('link', { name: 'link' })).toHaveAttribute('href', 'https://example.org/page');
  await say(page, 'write a file');
  await page.getByRole('button', { name: 'Allow' }).click();
  await expect(chat(page)).toContainText('Now I change it.');
  await page.getByRole('button', { name: 'Allow' }).click();
  await expect(chat(page)).toContainText('It is changed.');
  expect(readFileSync(path.join(folder, 'notes.md'), 'utf8')).toBe('# Notes\n\nTwo\nlines.\n');
  await expectAccessible(page, 'a chat with tools');

  await say(page, 'long story');
  await expect(chat(page)).toContainText('word9');
  await page.keyboard.press('Escape');
  await expect(chat(page)).toContainText(/interrupted/iu);
  await page.reload();
  await expect(chat(page)).toContainText('It is changed.');
  await expect(chat(page)).toContainText('word9');

  await composer(page).fill('@a-file');
  await page.getByRole('option', { name: /a-file-of-the-folder/u }).click();
  await expect(composer(page)).toHaveValue(/a-file-of-the-folder\.txt/u);
  await composer(page).fill('');

  await test.step('a line of a file goes into the message, and the mode of Claude Code is changed', async () => {
    await page.getByRole('button', { name: 'Files', exact: true }).click();
    const tree = page.getByRole('tree', { name: 'Files' });
    await tree.getByRole('treeitem', { name: 'a-file-of-the-folder.txt' }).focus();
    await expectAccessible(page, 'the files beside a chat');
    await page.keyboard.press('End');
    await expect(tree.getByRole('treeitem', { name: 'notes.md' })).toBeFocused();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Line 1', exact: true }).press('ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await expectAccessible(page, 'a file beside a chat');
    await page.getByRole('button', { name: 'Ask about these lines' }).click();
    await expect(composer(page)).toHaveValue('@notes.md#L2-3 ');
    await composer(page).fill('');
    await page.getByRole('button', { name: 'Close the files' }).click();
    await page.getByRole('button', { name: 'Permissions: Asks first' }).click();
    await page.getByRole('menuitemradio', { name: /^Plans/u }).click();
    await expect(page.getByRole('button', { name: 'Permissions: Plans' })).toBeVisible();
  });

  await test.step('both views report a suspended CLI, and can continue it', async () => {
    const suspended = page.getByText('Claude Code is suspended (Ctrl-Z).');
    await page.keyboard.press('F2');
    await page.keyboard.press('Control+z');
    await expect(suspended).toBeVisible();
    await expect(page.getByText('suspended', { exact: true })).toBeVisible();
    await page.keyboard.press('F2');
    await expect(suspended).toBeVisible();
    await expectAccessible(page, 'a suspended chat');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(suspended).toBeHidden();
    await say(page, 'which file did you change');
    await expect(chat(page)).toContainText('which file did you change');
    await expect(page.locator('[data-input]')).toHaveCount(0);
  });
});

test('a blocked prompt appears once with its reason, one Escape closes a menu, and hooks can be off', async ({
  page,
  ownWarren: warren,
  environment,
}) => {
  const folder = path.join(String(environment['HOME']), 'project');
  const settings = path.join(folder, '.claude', 'settings.local.json');
  const open = async (content: object) => {
    mkdirSync(path.dirname(settings), { recursive: true });
    writeFileSync(settings, JSON.stringify(content));
    const { session } = await warren.api<{ session: string }>('POST', '/api/terminals', { folder, billsKey: true });
    await warren.open(page, `/session/${session}`);
    await expect(page.locator('.xterm-rows')).toContainText('❯');
    await page.getByRole('button', { name: 'Chat', exact: true }).click();
  };
  const command = 'if grep -q secret; then echo "Nothing secret, please." >&2; exit 2; fi';
  await open({ hooks: { UserPromptSubmit: [{ hooks: [{ type: 'command', command }] }] } });
  await say(page, 'slow paragraph');
  await expect(chat(page)).toContainText('slow9');
  await say(page, 'tell me a secret');
  await expect(chat(page)).toContainText('Nothing secret, please.');
  await say(page, 'some prose');
  await expect(chat(page)).toContainText('The end.');
  await expect(chat(page).getByText('tell me a secret')).toHaveCount(1);
  await expect(chat(page).getByText('Nothing secret, please.')).toHaveCount(1);

  await say(page, '/model');
  await chat(page).getByRole('button', { name: 'Escape' }).first().click();
  await expect(page.locator('[data-input]')).toHaveCount(0);
  await expect(chat(page).getByRole('button', { name: 'Escape' })).toHaveCount(0);
  // While the list is open, Enter would choose its first command.
  await composer(page).fill('/');
  await expect(page.getByRole('listbox', { name: 'Commands and files' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
  await expect(page.getByText('A slash alone names no command.')).toBeVisible();
  await expect(page.locator('[data-input]')).toHaveCount(0);

  await open({ disableAllHooks: true });
  await expect(page.getByText(/Hooks are switched off \(disableAllHooks in .*settings\.local\.json\)/u)).toBeVisible();
  await say(page, 'some prose');
  await expect(chat(page)).toContainText('The end.');
});
