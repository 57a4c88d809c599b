import type { Page } from '@playwright/test';

import { runQuery } from '../fixtures/database/run-query.ts';
import { answerByRole } from '../fixtures/provider/by-role.ts';
import type { ProviderDouble } from '../fixtures/provider/provider-double.ts';
import { say as words } from '../fixtures/provider/script.ts';
import { beginSession } from '../fixtures/server/begin-session.ts';
import { killAndRestart } from './inside.ts';
import { cable, expect, lostConnection, type OwnWarren, say, settled, type Warren } from './warren.ts';
import { test } from './with-provider.ts';

const BEGINNING = 'This is the beginning of the answer.';
const END = 'And this is how it ends, what else?';

const said = (page: Page) => page.locator('[data-author=person]');
const replies = (page: Page) => page.locator('[data-author=assistant]');
const streaming = (page: Page) => page.locator('[data-author=assistant][data-status=streaming]');
const interrupted = (page: Page) => page.locator('[data-author=assistant][data-status=interrupted]');

/** From now on, the tutor sends the beginning of its answer, and the end when the returned function is called. */
function answerInTwo(double: ProviderDouble): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  double.answer(answerByRole({ tutor: words(`${BEGINNING} `, promise, END) }));
  return resolve;
}

/** Starts a session in which the tutor is in the middle of a reply. */
async function beginReply(page: Page, warren: Warren): Promise<string> {
  const { session } = await beginSession(warren.api, ['Water boils at a hundred degrees.', 'Ice floats.']);
  await warren.open(page, `/session/${session}`);
  await expect(page.getByRole('textbox', { name: 'Your answer' })).toBeVisible();
  await say(page, 'No idea');
  await expect(streaming(page)).toContainText(BEGINNING);
  return session;
}

async function expectWhole(page: Page): Promise<void> {
  await settled(page);
  await expect(replies(page).last()).toContainText(BEGINNING);
  await expect(replies(page).last()).toContainText(END);
}

const storedReply = async ({ home }: OwnWarren) =>
  JSON.stringify(await runQuery(home, 'select text from partial_replies'));

test('an unfinished reply survives a reload and a lost connection, and is shown in a second tab', async ({
  page,
  context,
  warren,
  double,
}) => {
  const { pull, plug } = await cable(page);
  await test.step('a reload in the middle of a reply continues it', async () => {
    const finish = answerInTwo(double);
    await beginReply(page, warren);
    await page.reload();
    await expect(streaming(page)).toContainText(BEGINNING);
    finish();
    await expectWhole(page);
    await expect(said(page)).toHaveCount(1);
  });

  await test.step('without a connection nothing is lost, and messages written meanwhile are sent once', async () => {
    const finish = answerInTwo(double);
    await beginReply(page, warren);
    await pull();
    await expect(lostConnection(page)).toBeVisible();
    await say(page, 'I wrote this without a connection.');
    await expect(said(page).last()).toContainText('without a connection');
    await page.reload();
    plug();
    await expect(said(page).last()).toContainText('without a connection');
    await expect(lostConnection(page)).toHaveCount(0);
    finish();
    await settled(page);
    await expect(page.getByText('I wrote this without a connection.')).toHaveCount(1);
    await expect(said(page)).toHaveCount(2);
    await expect(replies(page)).toHaveCount(3);
  });

  await test.step('Stop keeps the text so far, and Retry replaces it', async () => {
    const finish = answerInTwo(double);
    await beginReply(page, warren);
    await page.getByRole('button', { name: 'Stop' }).click();
    await expect(interrupted(page)).toContainText(BEGINNING);
    await expect(interrupted(page)).not.toContainText(END);
    finish();
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(interrupted(page)).toHaveCount(0);
    await expectWhole(page);
  });

  await test.step('a second tab shows the same reply while it streams, but not the unsent message', async () => {
    const finish = answerInTwo(double);
    const session = await beginReply(page, warren);
    const field = (tab: Page) => tab.getByRole('textbox', { name: 'Your answer' });
    await field(page).fill('Half a thought');
    const second = await context.newPage();
    await second.goto(`${warren.server.url}/session/${session}`);
    await expect(streaming(second)).toContainText(BEGINNING);
    await expect(field(second)).toHaveValue('');
    // A copied tab starts with the session storage of the original.
    const [copy] = await Promise.all([context.waitForEvent('page'), page.evaluate(() => void open(location.href))]);
    await expect(field(copy)).toHaveValue('');
    await copy.close();
    await page.reload();
    await expect(field(page)).toHaveValue('Half a thought');
    finish();
    await say(second, 'Said in the second tab.');
    await expect(said(page).last()).toContainText('Said in the second tab.');
    await Promise.all([settled(page), settled(second)]);
    const last = (tab: Page) =>
      tab.locator('[data-author]').evaluateAll((all) => all.slice(-2).map((each) => each.outerHTML));
    await expect(async () => expect(await last(second)).toEqual(await last(page))).toPass();
  });
});

test('after a kill of the server in the middle of a reply, its text stays and the conversation continues', async ({
  page,
  ownWarren,
  double,
}) => {
  answerInTwo(double);
  await beginReply(page, ownWarren);
  // The server stores the words of a reply every second.
  await expect.poll(() => storedReply(ownWarren)).toContain(BEGINNING);
  await killAndRestart(page, ownWarren, async () => {
    await say(page, 'Said while it was down.');
    double.answer(answerByRole({}));
  });
  await settled(page);
  await expect(said(page)).toHaveCount(2);
  await expect(interrupted(page)).toContainText(BEGINNING);
});
