import path from 'node:path';

import type { Page } from '@playwright/test';

import type { SourceDetail, SourceList } from '#library/sources/protocol.ts';
import type { SetSummary } from '#modes/recall/sets/protocol.ts';
import type { TerminalsAnswer } from '#modes/terminal/protocol.ts';

import { ChatAnswers } from '../fixtures/claude/chat/chat-answers.ts';
import { runQuery } from '../fixtures/database/run-query.ts';
import { expectAccessible } from './accessible.ts';
import { covered, expect, fetchLittle, say as sayToTutor, test as base } from './warren.ts';
import { ALLOWS_BASH, CLI_IS_MISSING, isCliMissing, press, withClaude } from './with-claude.ts';

const DAY_MS = 86_400_000;

const test = base.extend({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads there which fixtures this one needs
  environment: ({}, provide) =>
    withClaude({ answer: new ChatAnswers().answer, settings: ALLOWS_BASH }, ({ env }) => provide(env)),
});
test.skip(isCliMissing, CLI_IS_MISSING);
test.beforeEach(({ page }) => fetchLittle(page));

const chat = (page: Page) => page.getByRole('log');
const message = (page: Page, words: string) => page.locator('[data-message-id]').filter({ hasText: words }).first();

async function say(page: Page, words: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message Claude Code' }).fill(words);
  await page.keyboard.press('Enter');
}

test('a session that ended yesterday is kept from Today, by message, by range and by point, with links back to it', async ({
  page,
  ownWarren: warren,
  environment,
}) => {
  const folder = path.join(String(environment['HOME']), 'project');
  const { session } = await warren.api<{ session: string }>('POST', '/api/terminals', { folder, billsKey: true });
  const sources = () => warren.api<SourceList>('GET', '/api/library/sources');
  await warren.open(page, `/session/${session}`);
  await expect(page.locator('.xterm-rows')).toContainText('❯');
  await page.keyboard.press('F2');
  await say(page, 'tools in parallel');
  await expect(chat(page)).toContainText('They are red, green and blue.');
  await say(page, 'tools in a row');
  await expect(chat(page)).toContainText('All three are done.');
  await say(page, 'why is the first branch called trunk?');
  await expect(message(page, 'I changed nothing.')).toHaveAttribute('data-status', 'complete');
  await expect(page.getByRole('heading', { level: 1, name: 'A test' })).toBeVisible();
  await warren.api('POST', `/api/terminals/${session}/stop`);
  await expect
    .poll(async () => (await warren.api<TerminalsAnswer>('GET', '/api/terminals')).terminals[0]?.status)
    .toBe('ended');
  await warren.server.stop();
  await runQuery(warren.home, 'update terminals set since = since - ?', [DAY_MS]);
  await warren.restart();

  await test.step('Today offers to keep its findings', async () => {
    await page.goto(warren.link());
    // A new day can begin while this runs.
    const offer = page.getByRole('heading', { name: /^1 session ended (yesterday|on .+): keep what it found out\?$/u });
    const row = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'A test' }) });
    await expect(offer).toBeVisible();
    await expect(row.first()).toContainText('why is the first branch called trunk?');
    await expect(row.first()).toContainText('I changed nothing.');
    await expectAccessible(page, 'Today with an offer');
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await expect(offer).toHaveCount(0);
    await page.keyboard.press('Control+z');
    await expect(offer).toBeVisible();
    await row.first().getByRole('button', { name: 'Keep' }).click();
    await expect(page.getByText('Kept as “tools in parallel”')).toBeVisible();
    await expect(offer).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await expect(offer).toBeVisible();
    await expect(page.getByText('Kept as “tools in parallel”')).toHaveCount(0);
    await row.first().getByRole('link', { name: 'A test' }).click();
    await expect(chat(page)).toContainText('I changed nothing.');
  });

  const withTools = message(page, 'Three at once.');
  await press(withTools, 'Keep as source', page.getByText('Kept as “Three at once.”'));
  const points = page.getByRole('dialog', { name: 'Make recall points' });
  await press(withTools, 'Make recall points', points);
  await expect(points).toContainText('Three at once.');
  await page.getByRole('button', { name: 'Cancel' }).click();

  // A range that is started and cancelled.
  const first = message(page, 'tools in parallel');
  const bar = page.getByRole('region', { name: 'Keep several messages' });
  await press(first, 'Keep from here', bar);
  await expect(bar).toContainText('tools in parallel');
  await expectAccessible(page, 'a chat of which a range is chosen');
  await page.keyboard.press('Escape');
  await expect(bar).toHaveCount(0);

  await press(first, 'Keep from here', bar);
  const range = page.getByText('Kept as “tools in parallel”');
  await press(message(page, 'Then I look again.'), 'Keep up to here', range);
  await expect(bar).toHaveCount(0);
  const [kept] = (await sources()).sources;
  const detail = await warren.api<SourceDetail>('GET', `/api/library/sources/${kept?.id ?? ''}`);
  expect(detail.content).toBe(
    '**You**\n\n> tools in parallel\n\n**Claude Code**\n\nThree at once.\n\n' +
      '- Bash `echo red`\n- Bash `echo green`\n- Bash `sleep 0.2; echo blue`\n\nThey are red, green and blue.\n\n' +
      '**You**\n\n> tools in a row\n\n**Claude Code**\n\nFirst I look.\n\n- Bash `echo one`\n\n' +
      'Then I look again.\n\n- Bash `echo two; sleep 0.3`\n- Bash `seq 1 40`',
  );

  await page.getByRole('button', { name: 'Open', exact: true }).last().click();
  await page.getByRole('region', { name: 'Kept from' }).getByRole('link').click();
  await expect(page).toHaveURL(`${warren.server.url}/session/${session}#${detail.keptFrom?.messageId ?? ''}`);
  await expect(message(page, 'tools in parallel')).toBeFocused();
  await page.keyboard.press('Control+z');
  await expect(page.getByText('Undone: Added the source “tools in parallel”')).toBeVisible();
  expect((await sources()).sources.map(({ title }) => title)).toEqual(['Three at once.']);

  await test.step('recall points are made from the session, recalled, and lead back to their moment', async () => {
    await page.getByRole('button', { name: 'What is worth remembering?' }).click();
    const dialog = page.getByRole('dialog', { name: 'What is worth remembering?' });
    await expect(dialog.getByRole('textbox', { name: 'Point 1', exact: true })).toHaveValue(
      '`git init --quiet --initial-branch=trunk nested` creates a repository whose first branch is trunk.',
    );
    const second = dialog.getByRole('textbox', { name: 'Point 2', exact: true });
    await expect(second).toHaveValue('The first branch is called trunk because `init.defaultBranch` says so.');
    await expect(dialog.getByRole('textbox', { name: 'Question of point 2' })).toHaveValue(
      'Why is the first branch called trunk?',
    );
    await expectAccessible(page, 'what is worth remembering');
    await dialog.getByRole('checkbox', { name: 'Keep Point 1' }).uncheck();
    await second.fill('The setting init.defaultBranch names the first branch.');
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('project');
    await dialog.getByRole('button', { name: 'Keep 1 point' }).click();
    await expect(page.getByText('Added 1 point.')).toBeVisible();

    const { sets } = await warren.api<{ sets: SetSummary[] }>('GET', '/api/recall/sets');
    const setId = sets.find(({ title }) => title === 'project')?.id ?? '';
    const begun = await warren.api<{ session: string }>('POST', '/api/sessions', {
      id: crypto.randomUUID(),
      mode: 'recall',
      setId,
    });
    await page.goto(`${warren.server.url}/session/${begun.session}`);
    await expect(page.getByText('Why is the first branch called trunk?')).toBeVisible();
    const moment = page.getByRole('main').getByRole('link', { name: 'A test' });
    await expect(moment).toHaveCount(0);
    await sayToTutor(page, 'The setting init.defaultBranch names the first branch.');
    await expect(covered(page)).toBeVisible();
    await page.getByRole('button', { name: 'Done' }).click();
    await moment.click();
    await expect(message(page, 'I changed nothing.')).toBeFocused();
  });
});
