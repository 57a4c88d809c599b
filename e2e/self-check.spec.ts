import type { Page } from '@playwright/test';

import type { SessionReview } from '#modes/recall/reviews/protocol.ts';
import { sampleSet } from '#modes/recall/sets/domain/sample-set.ts';

import { expectAccessible } from './accessible.ts';
import { beginSample, cable, expect, say, settled, test, type Warren } from './warren.ts';

const POINT = sampleSet.points[0]!.text;
/** The embedded evaluator cannot decide whether this says the point. */
const UNSURE = 'adenosine collects in the brain during the day';

const hadIt = (page: Page) => page.getByRole('button', { name: 'I had it' });
const notQuite = (page: Page) => page.getByRole('button', { name: 'Not quite' });

async function askForJudgement(page: Page): Promise<void> {
  await beginSample(page);
  await say(page, UNSURE);
  await settled(page);
  await expect(hadIt(page)).toBeVisible();
}

async function finish(page: Page, warren: Warren): Promise<SessionReview['points'][number]> {
  const session = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await page.getByRole('button', { name: 'Finish and see results' }).click();
  await page.getByRole('button', { name: 'Finish now' }).click();
  await expect(page.getByRole('heading', { name: /^Next|^Nothing else/ })).toBeVisible();
  const { points } = await warren.api<SessionReview>('GET', `/api/recall/sessions/${session}/review`);
  return points[0]!;
}

test('“I had it” fills a circle beside the answer, and the tutor asks the next question', async ({ page, warren }) => {
  const { frames } = await cable(page);
  await warren.signIn(page);
  await beginSample(page);
  expect(frames.some((frame) => frame.includes(POINT))).toBe(false);
  await say(page, UNSURE);
  await settled(page);
  await expect(page.locator('[data-author=assistant] blockquote')).toHaveText(POINT);
  await expect(page.getByPlaceholder('Or go on in your own words')).toBeVisible();
  await expectAccessible(page, 'self-check');

  await hadIt(page).click();
  await expect(hadIt(page)).toHaveCount(0);
  await expect(page.getByRole('img', { name: '1 of 8 recalled' })).toBeVisible();
  await expect(
    page.locator('[data-author=person]').filter({ hasText: UNSURE }).locator('[data-circles="1"]'),
  ).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: '1 of 8 recalled' })).toBeAttached();
  await settled(page);
  await expect(page.locator('[data-author=assistant]').last()).toContainText('?');

  expect(await finish(page, warren)).toMatchObject({ how: 'unaided', rating: 'good', isSelfChecked: true });
  const row = page.getByRole('listitem').filter({ hasText: POINT });
  await expect(row).toContainText('you judged');
  await expect(row).toContainText(UNSURE);
});

test('the keys 1 and 2 answer outside text fields, and the toast takes the answer back', async ({ page, warren }) => {
  await warren.signIn(page);
  await askForJudgement(page);
  await page.getByRole('textbox', { name: 'Your answer' }).focus();
  await page.keyboard.press('2');
  await expect(page.getByRole('textbox', { name: 'Your answer' })).toHaveValue('2');
  await page.getByRole('textbox', { name: 'Your answer' }).fill('');
  await page.getByRole('log').focus();
  await page.keyboard.press('1');
  await expect(page.getByRole('img', { name: '1 of 8 recalled' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('img', { name: '0 of 8 recalled' })).toBeVisible();
  expect(await finish(page, warren)).toMatchObject({ recalled: false, rating: null, isSelfChecked: true });
});

test('“Not quite” is Again, and Ctrl-Z takes it back', async ({ page, warren }) => {
  await warren.signIn(page);
  await askForJudgement(page);
  await page.keyboard.press('2');
  await expect(notQuite(page)).toHaveCount(0);
  await settled(page);
  await expect(page.getByRole('img', { name: '0 of 8 recalled' })).toBeVisible();
  await expect(page.getByText('Not quite, comes back soon')).toBeVisible();
  expect(await finish(page, warren)).toMatchObject({ how: 'missed', rating: 'again', isSelfChecked: true });
  const row = page.getByRole('listitem').filter({ hasText: POINT });
  await expect(row.getByRole('button', { name: 'Grade: Again' })).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(row.getByRole('button', { name: 'Grade: Not reviewed' })).toBeVisible();
});

test('a self-check stands after a reload and ends with the next message', async ({ page, warren }) => {
  await warren.signIn(page);
  await askForJudgement(page);
  await page.reload();
  await expect(hadIt(page)).toBeVisible();
  await say(page, 'cats like milk');
  await expect(hadIt(page)).toHaveCount(0);
  await settled(page);
  await expect(page.getByRole('img', { name: '0 of 8 recalled' })).toBeVisible();
});
