import type { Page } from '@playwright/test';

import { beginSession } from '../fixtures/server/begin-session.ts';
import { expect, lostConnection, say, settled, type OwnWarren, type Warren } from './warren.ts';

/** Into a rabbit hole, about in it and out again, as a person goes. */
export const banner = (page: Page) => page.getByRole('heading', { name: /^Exploring: / });
export const prompt = (page: Page) =>
  page
    .getByRole('complementary', { name: 'Rabbit hole' })
    .getByText(/^Looks like you're curious about .+\. Want to explore\?$/);
export const circles = (page: Page) => page.getByRole('img', { name: /of \d+ recalled/ });
export const replies = (page: Page) => page.locator('[data-author=assistant]');

/** Says something to whoever answers inside. */
export async function ask(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Ask, or follow it further' }).fill(text);
  await page.keyboard.press('Enter');
  await answered(page, text);
}

/** Says something to the tutor. */
export async function answer(page: Page, text: string): Promise<void> {
  await say(page, text);
  await answered(page, text);
}

async function answered(page: Page, text: string): Promise<void> {
  await expect(page.locator('[data-author=person]').last()).toContainText(text);
  await settled(page);
  await expect(page.locator('[data-author]').last()).toHaveAttribute('data-author', 'assistant');
}

export async function enter(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Explore', exact: true }).click();
  await begun(page);
}

/** Opens a hole about words that stand in the transcript. */
export async function open(page: Page, words: string): Promise<void> {
  await expect(page.getByRole('log')).toContainText(words);
  const explore = page.getByRole('button', { name: 'Explore this' });
  // Words that are selected before the page has set their Markdown are words of a text that is gone a moment later.
  await expect(async () => {
    await select(page, words);
    await explore.click({ timeout: 3_000 });
  }).toPass();
  await begun(page);
  await expect(banner(page)).toHaveText(`Exploring: ${words}`);
}

async function begun(page: Page): Promise<void> {
  await expect(banner(page)).toBeVisible();
  await expect(replies(page).last()).toHaveAttribute('data-status', 'complete');
}

export async function comeBack(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Return to session' }).click();
  await expect(banner(page)).toHaveCount(0);
  // The page draws once a frame: what is said or selected next must find the trunk.
  await expect(page.getByText(/^You explored .+ for /).last()).toBeVisible();
}

/** Kills the server and starts it again; the page finds it by itself. */
export async function killAndRestart(
  page: Page,
  warren: OwnWarren,
  meanwhile: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  await warren.server.kill();
  await expect(lostConnection(page)).toBeVisible();
  await meanwhile();
  await warren.restart();
  await expect(lostConnection(page)).toHaveCount(0);
}

/** Selects the first such words of the transcript, as a person does with the mouse. */
async function select(page: Page, words: string): Promise<void> {
  await page.evaluate((wanted) => {
    const walker = document.createTreeWalker(
      document.querySelector('[role=log]') ?? document.body,
      NodeFilter.SHOW_TEXT,
    );
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const from = node.textContent?.indexOf(wanted) ?? -1;
      if (from < 0) continue;
      const range = document.createRange();
      range.setStart(node, from);
      range.setEnd(node, from + wanted.length);
      getSelection()?.removeAllRanges();
      getSelection()?.addRange(range);
      return;
    }
    throw new Error(`“${wanted}” does not stand in the transcript.`);
  }, words);
}

/** A session on a small set of its own, which is called Coffee. */
export async function beginOn(page: Page, warren: Warren, points: readonly string[]): Promise<string> {
  const { setId, session } = await beginSession(warren.api, points);
  await warren.open(page, `/session/${session}`);
  await expect(page.getByRole('textbox', { name: 'Your answer' })).toBeVisible();
  return setId;
}
