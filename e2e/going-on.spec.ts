import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import type { Page } from '@playwright/test';

import {
  beginLongSession,
  beginSample,
  cable,
  expect,
  longPoint,
  lostConnection,
  say,
  settled,
  streamingReply,
  test,
  type Warren,
} from './warren.ts';

/** What the server has stored of the reply under way. */
function keptText({ home }: Warren): string {
  const database = new DatabaseSync(path.join(home, 'warren.db'), { readOnly: true });
  const row = database.prepare('select text from partial_replies').get();
  database.close();
  return String(row?.['text'] ?? '');
}

test('a reload in the middle of a reply continues it', async ({ page, warren }) => {
  await warren.signIn(page);
  await beginLongSession(page, warren);
  await say(page, 'Tell me');
  await streamingReply(page);
  await page.reload();
  await streamingReply(page);
  await settled(page);
  await expect(page.locator('[data-author=assistant]').last()).toContainText(longPoint);
  await expect(page.locator('[data-author=person]')).toHaveCount(1);
});

test('a lost connection in the middle of a reply loses nothing, and messages written meanwhile are sent once', async ({
  page,
  warren,
}) => {
  const { pull, plug } = await cable(page);
  await warren.signIn(page);
  await beginLongSession(page, warren);
  await say(page, 'Tell me');
  await streamingReply(page);
  await pull();
  await expect(lostConnection(page)).toBeVisible();
  await say(page, 'I wrote this without a connection.');
  await expect(page.locator('[data-author=person]').last()).toContainText('without a connection');
  await page.reload();
  plug();
  await expect(page.getByText('I wrote this without a connection.')).toBeVisible();
  await expect(lostConnection(page)).toHaveCount(0);
  await settled(page);
  await expect(page.getByText('I wrote this without a connection.')).toHaveCount(1);
  await expect(page.getByText(longPoint)).toHaveCount(1);
  await expect(page.locator('[data-author=person]')).toHaveCount(2);
});

test('after a server is killed in the middle of a reply, the reply can be retried', async ({ page, warren }) => {
  await warren.signIn(page);
  await beginLongSession(page, warren);
  await say(page, 'Tell me');
  await streamingReply(page);
  await expect.poll(() => keptText(warren), { intervals: [50] }).toContain('word20');
  await warren.server.kill();
  await expect(lostConnection(page)).toBeVisible();
  await say(page, 'Said while it was down.');
  await warren.restart();
  await expect(lostConnection(page)).toHaveCount(0);
  await settled(page);
  await expect(page.locator('[data-author=person]')).toHaveCount(2);
  const interrupted = page.locator('[data-author=assistant][data-status=interrupted]');
  await expect(interrupted).toContainText('word20');
});

test('Stop keeps the text so far, and Retry replaces it', async ({ page, warren }) => {
  await warren.signIn(page);
  await beginLongSession(page, warren);
  await say(page, 'Tell me');
  await streamingReply(page);
  await page.getByRole('button', { name: 'Stop' }).click();
  const interrupted = page.locator('[data-author=assistant][data-status=interrupted]');
  await expect(interrupted).toContainText('word20');
  await expect(interrupted).not.toContainText('word239');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(interrupted).toHaveCount(0);
  await settled(page);
  await expect(page.locator('[data-author=assistant]').last()).toContainText(longPoint);
});

test('a second tab shows the same reply while it streams', async ({ page, warren, context }) => {
  await warren.signIn(page);
  const session = await beginLongSession(page, warren);
  const second = await context.newPage();
  await second.goto(`${warren.server.url}/session/${session}`);
  await expect(second.getByRole('textbox', { name: 'Your answer' })).toBeVisible();
  await say(page, 'Tell me');
  await streamingReply(second);
  await say(second, 'Said in the second tab.');
  await expect(page.getByText('Said in the second tab.')).toBeVisible();
  await Promise.all([settled(page), settled(second)]);
  const said = (tab: Page) =>
    tab.locator('[data-author]').evaluateAll((all) => all.slice(-2).map((each) => each.outerHTML));
  await expect(page.locator('[data-author=person]').last()).toContainText('Said in the second tab.');
  await expect(async () => expect(await said(second)).toEqual(await said(page))).toPass();
});

test('a session is unchanged after leaving and returning', async ({ page, warren }) => {
  await warren.signIn(page);
  await beginSample(page);
  await say(page, 'Caffeine blocks the adenosine receptors so you do not feel sleepy.');
  await settled(page);
  await page.getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByText('Where you left off')).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).first().click();
  await expect(page.getByText('Caffeine blocks the adenosine receptors so you do not feel sleepy.')).toBeVisible();
  await expect(page.getByRole('img', { name: '1 of 8 recalled' })).toBeVisible();
  await say(page, 'No idea');
  await settled(page);
  await expect(page.locator('[data-author=person]')).toHaveCount(2);
});
