import type { Page } from '@playwright/test';

import { beginSession } from '../fixtures/server/begin-session.ts';
import { expect, lostConnection, say, settled, type OwnWarren, type Warren } from './warren.ts';

/** Ways into a rabbit hole, inside it, and out again, as a person uses them. */
export const banner = (page: Page) => page.getByRole('heading', { name: /^Exploring: / });
export const prompt = (page: Page) =>
  page
    .getByRole('complementary', { name: 'Rabbit hole' })
    .getByText(/^Looks like you're curious about .+\. Want to explore\?$/);
export const circles = (page: Page) => page.getByRole('img', { name: /of \d+ recalled/ });
export const replies = (page: Page) => page.locator('[data-author=assistant]');

/** Sends a message to the agent inside. */
export async function ask(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Ask, or follow it further' }).fill(text);
  await page.keyboard.press('Enter');
  await answered(page, text);
}

/** Sends a message to the tutor. */
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

/** Opens a hole about words of the transcript. */
export async function open(page: Page, words: string): Promise<void> {
  await expect(page.getByRole('log')).toContainText(words);
  const explore = page.getByRole('button', { name: 'Explore this' });
  // Rendering the Markdown replaces the text, so an earlier selection is lost.
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
  // The page renders once per frame: the next step must find the trunk.
  await expect(page.getByText(/^You explored .+ for /).last()).toBeVisible();
}

/** Kills and restarts the server; the page reconnects by itself. */
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

/** Selects the first occurrence of the words in the transcript, like a person with the mouse. */
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

/** Starts a session on a small new set with the title Coffee. */
export async function beginOn(page: Page, warren: Warren, points: readonly string[]): Promise<string> {
  const { setId, session } = await beginSession(warren.api, points);
  await warren.open(page, `/session/${session}`);
  await expect(page.getByRole('textbox', { name: 'Your answer' })).toBeVisible();
  return setId;
}
