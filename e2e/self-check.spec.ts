import type { Page } from '@playwright/test';

import type { SessionReview } from '#modes/recall/reviews/protocol.ts';
import { sampleSet } from '#modes/recall/sets/domain/sample-set.ts';

import { beginSession } from '../fixtures/server/begin-session.ts';
import { expectAccessible } from './accessible.ts';
import { cable, expect, say, settled, test, type Warren } from './warren.ts';

const { title, points: sample } = sampleSet;
const POINT = sample[0].text;
/** The sample as it can be pasted. */
const LINES = sample.flatMap(({ context, text }, index) =>
  context === sample[index - 1]?.context ? [text] : [`# ${context}`, text],
);
/** The embedded evaluator cannot decide whether this says the point. */
const UNSURE = 'adenosine collects in the brain during the day';

const hadIt = (page: Page) => page.getByRole('button', { name: 'I had it' });
const notQuite = (page: Page) => page.getByRole('button', { name: 'Not quite' });
const circles = (page: Page, recalled: number) => page.getByRole('img', { name: `${recalled} of 8 recalled` });
const field = (page: Page) => page.getByRole('textbox', { name: 'Your answer' });

/** Begins a session on a further set of the same points, up to the question whether the person had the first one. */
async function askForJudgement(page: Page, warren: Warren): Promise<void> {
  const { session } = await beginSession(warren.api, LINES, title);
  await page.goto(`${warren.server.url}/session/${session}`);
  await expect(field(page)).toBeVisible();
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

test('a person says that they had a point: a circle fills beside the answer, and the tutor goes on', async ({
  page,
  warren,
}) => {
  const { frames } = await cable(page);
  await warren.signIn(page);
  expect(frames.some((frame) => frame.includes(POINT))).toBe(false);
  await askForJudgement(page, warren);
  await expect(page.locator('[data-author=assistant] blockquote')).toHaveText(POINT);
  await expect(page.getByPlaceholder('Or go on in your own words')).toBeVisible();
  await expectAccessible(page, 'self-check');

  await test.step('the question stands after a reload', async () => {
    await page.reload();
    await expect(hadIt(page)).toBeVisible();
  });
  await hadIt(page).click();
  await expect(hadIt(page)).toHaveCount(0);
  await expect(circles(page, 1)).toBeVisible();
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

test('keys answer whether a point was there, each answer can be taken back, and the next message is one as well', async ({
  page,
  warren,
}) => {
  await warren.signIn(page);
  await test.step('1 and 2 answer outside text fields, and the answer is taken back where it stands', async () => {
    await askForJudgement(page, warren);
    await field(page).focus();
    await page.keyboard.press('2');
    await expect(field(page)).toHaveValue('2');
    await field(page).fill('');
    await page.getByRole('log').focus();
    await page.keyboard.press('1');
    await expect(circles(page, 1)).toBeVisible();
    await settled(page);
    // It stands beside the answer until the next one.
    await page.getByRole('log').getByRole('button', { name: 'Undo' }).click();
    await expect(circles(page, 0)).toBeVisible();
    expect(await finish(page, warren)).toMatchObject({ recalled: false, rating: null, isSelfChecked: true });
  });
  await test.step('“Not quite” is Again, and Ctrl-Z takes it back', async () => {
    await askForJudgement(page, warren);
    await page.getByRole('log').focus();
    await page.keyboard.press('2');
    await expect(notQuite(page)).toHaveCount(0);
    await settled(page);
    await expect(circles(page, 0)).toBeVisible();
    await expect(page.getByText('Not quite, comes back soon')).toBeVisible();
    expect(await finish(page, warren)).toMatchObject({ how: 'missed', rating: 'again', isSelfChecked: true });
    const row = page.getByRole('listitem').filter({ hasText: POINT });
    await expect(row.getByRole('button', { name: 'Grade: Again' })).toBeVisible();
    await page.keyboard.press('Control+z');
    await expect(row.getByRole('button', { name: 'Grade: Not reviewed' })).toBeVisible();
  });
  await test.step('a message in place of an answer ends the question', async () => {
    await askForJudgement(page, warren);
    await say(page, 'cats like milk');
    await expect(hadIt(page)).toHaveCount(0);
    await settled(page);
    await expect(circles(page, 0)).toBeVisible();
  });
});
