import { readFileSync } from 'node:fs';
import path from 'node:path';

import type { Page } from '@playwright/test';

import { ChatAnswers } from '../fixtures/claude/chat/chat-answers.ts';
import { createRepository, git, isGitMissing, writeFiles } from '../fixtures/terminal/git-repository.ts';
import { expectAccessible } from './accessible.ts';
import { test as base, expect } from './warren.ts';
import { CLI_IS_MISSING, isCliMissing, withClaude } from './with-claude.ts';

const answers = new ChatAnswers();
const test = base.extend({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads there which fixtures this one needs
  environment: ({}, provide) =>
    withClaude({ answer: answers.answer, settings: { permissions: { allow: ['Write', 'Edit'] } } }, ({ env }) =>
      provide(env),
    ),
});
test.skip(isCliMissing, CLI_IS_MISSING);
test.skip(isGitMissing, 'GIT IS MISSING');

const LINES = Array.from({ length: 40 }, (_, index) => `const line${index + 1} = ${index + 1};`);
const textOf = (changed: Readonly<Record<number, string>>) =>
  `${LINES.map((line, index) => changed[index + 1] ?? line).join('\n')}\n`;

const file = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(name, 'u') });
const number = (page: Page, words: string) =>
  page.getByRole('button', { name: `Comment on line ${words}`, exact: true });

test('changed files of a session are shown, commented on, put back and committed', async ({
  page,
  ownWarren: warren,
  environment,
}) => {
  const folder = path.join(String(environment['HOME']), 'project');
  createRepository(folder, { 'src/lines.ts': textOf({}), 'README.md': 'A project.\n' });
  git(folder, 'config', 'user.name', 'Ada');
  git(folder, 'config', 'user.email', 'ada@example.org');
  const { session } = await warren.api<{ session: string }>('POST', '/api/terminals', { folder, billsKey: true });
  await warren.open(page, `/session/${session}`);
  await expect(page.locator('.xterm-rows')).toContainText('❯');
  const changes = page.getByRole('button', { name: /^Changes/u });
  await changes.click();
  await expect(page.getByText('No changes yet.')).toBeVisible();

  await test.step('files appear when a turn ends, while the changes are shown', async () => {
    const both = { 3: 'const line3 = three; // "why"', 30: 'const line30 = 3e1;' };
    writeFiles(folder, { 'src/lines.ts': textOf(both) });
    await page.getByRole('button', { name: 'Chat', exact: true }).click();
    await page.getByRole('textbox', { name: 'Message Claude Code' }).fill('write a file');
    await page.keyboard.press('Enter');
    await changes.click();
    await expect(page.getByRole('button', { name: 'Changes 2 files' })).toBeVisible();
    await expect(page.getByText('Branch main')).toBeVisible();
    await expect(page.getByRole('region', { name: 'notes.md' })).toContainText('+# Notes');
    await file(page, 'lines.ts').click();
    await expect(page.getByRole('region', { name: 'lines.ts' })).toContainText('+const line3 = three; // "why"');
    await expectAccessible(page, 'the changes of a session');
  });

  await test.step('a comment survives a reload and reaches the CLI word for word', async () => {
    await number(page, '3, removed').click();
    await page.keyboard.type('Is this a string?');
    await page.reload();
    await file(page, 'lines.ts').click();
    await expect(page.getByRole('textbox', { name: /Your comment/u })).toHaveValue('Is this a string?');
    await page.getByRole('button', { name: 'Keep' }).click();
    // By keyboard, on two lines of the second change.
    await page.keyboard.press('j');
    await expect(number(page, '30, removed')).toBeFocused();
    await page.keyboard.press('Shift+ArrowDown');
    await expect(number(page, '30, added')).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.type('Thirty is "30".');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText('2 comments on 1 file')).toBeVisible();
    await page.getByRole('button', { name: 'Send comments' }).click();
    await expect(page.getByRole('log')).toContainText('Thirty is "30".');
    const sent = [
      'Comments on the changes:',
      '',
      'src/lines.ts, line 3 before the change:',
      '> - const line3 = 3;',
      '',
      'Is this a string?',
      '',
      'src/lines.ts, line 30:',
      '> - const line30 = 30;',
      '> + const line30 = 3e1;',
      '',
      'Thirty is "30".',
    ].join('\n');
    await expect.poll(() => answers.prompts.join('\n')).toContain(sent);
    await changes.click();
    await expect(page.getByText('2 comments on 1 file')).toBeHidden();
  });

  await test.step('a change is put back, and the undo restores it', async () => {
    const lines = page.getByRole('region', { name: 'lines.ts' });
    const read = () => readFileSync(path.join(folder, 'src/lines.ts'), 'utf8');
    const changed = read();
    await lines.getByRole('button', { name: /^Revert lines? 2?7/u }).click();
    await expect(lines).not.toContainText('3e1');
    expect(read()).toBe(textOf({ 3: 'const line3 = three; // "why"' }));
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(lines).toContainText('3e1');
    expect(read()).toBe(changed);
  });

  await test.step('staged changes are committed, and leave the list of uncommitted ones', async () => {
    await page.getByRole('checkbox', { name: 'Staged: src/lines.ts' }).click();
    await page.getByRole('textbox', { name: 'Commit message' }).fill('Say three in words');
    await page.getByRole('button', { name: 'Commit 1 staged file' }).click();
    await expect(page.getByText(/^Committed as [\da-f]+\./u)).toBeVisible();
    expect(git(folder, 'log', '-1', '--format=%s', '--name-only').trim()).toBe('Say three in words\n\nsrc/lines.ts');
    await page.getByRole('combobox', { name: /earlier/u }).selectOption('commit');
    await expect(file(page, 'lines.ts')).toBeHidden();
    await expect(file(page, 'notes.md')).toBeVisible();
    await expectAccessible(page, 'the changes after a commit');
  });

  await test.step('on a phone, a line of a file goes into the message', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('button', { name: 'Files', exact: true }).click();
    await page.getByRole('treeitem', { name: 'notes.md' }).click();
    await page.getByRole('button', { name: 'Line 1', exact: true }).click();
    await expectAccessible(page, 'a file on a phone');
    await page.getByRole('button', { name: 'Ask about this line' }).click();
    await expect(page.getByRole('textbox', { name: 'Message Claude Code' })).toHaveValue('@notes.md#L1 ');
  });
});
