import type { Page } from '@playwright/test';

import type { SessionReview } from '#modes/recall/reviews/protocol.ts';
import { sampleSet } from '#modes/recall/sets/domain/sample-set.ts';

import { expectAccessibleInEveryLook } from './accessible.ts';
import {
  beginSample,
  cable,
  covered,
  expect,
  say,
  settled,
  test,
  undoByToast,
  waitingCard,
  type Warren,
} from './warren.ts';

/** All points, in other words. */
const PARAGRAPH = [
  'Adenosine builds up in the brain while we are awake and that makes us sleepy.',
  'Caffeine blocks the adenosine receptors so you do not feel sleepy.',
  'When the caffeine wears off all the adenosine that kept building up acts at once, that is the crash.',
  'The half-life of caffeine is five hours or so.',
  'With daily use the brain grows more receptors for adenosine so the same cup does less.',
  'Withdrawal headaches come from widening blood vessels in the brain.',
  'Coffee in the evening reduces deep sleep even if falling asleep is easy.',
  'A short nap right after a coffee works because caffeine needs about twenty minutes to act.',
].join(' ');
/** Words close to a point, with its terms, that do not express it. */
const NEAR = ['adenosine collects in the brain during the day', 'caffeine sits on the adenosine receptors'];

const circles = (page: Page, recalled: number) => page.getByRole('img', { name: `${recalled} of 8 recalled` });
/** A row of the first card, which has the nearest point first. */
const row = (page: Page, index: number) =>
  page
    .getByRole('region', { name: /are near what you wrote$/ })
    .getByRole('group')
    .nth(index);
const hadIt = (page: Page, index: number) => row(page, index).getByRole('button', { name: /^I had it/ });

async function tell(page: Page, text: string): Promise<void> {
  await say(page, text);
  await settled(page);
}

test(
  'eight points in one paragraph take at most three keys, and none is shown before words came near it',
  {
    tag: '@looks',
  },
  async ({ page, warren }) => {
    const { frames } = await cable(page);
    await warren.signIn(page);
    await beginSample(page);
    expect(sampleSet.points.filter(({ text }) => frames.some((frame) => frame.includes(text)))).toEqual([]);
    await tell(page, PARAGRAPH);
    await expect(waitingCard(page)).toBeVisible();
    await expectAccessibleInEveryLook(page, 'compare card');
    await expect(waitingCard(page)).toBeVisible();
    let keys = 0;
    for (; (await waitingCard(page).count()) > 0; keys += 1) {
      // An appearing card takes the focus from the empty field.
      await expect(page.getByRole('textbox', { name: 'Your answer' })).not.toBeFocused();
      const card = await page.locator('[data-card]').count();
      await page.keyboard.press('3');
      await expect(page.locator('[data-card]').nth(card).or(covered(page))).toBeVisible();
      await settled(page);
    }
    await expect(covered(page)).toBeVisible();
    await expect(circles(page, 8)).toBeVisible();
    expect(keys).toBeLessThanOrEqual(3);
  },
);

test('a choice on a card counts, even if the person continues in words', async ({ page, warren }) => {
  await warren.signIn(page);
  await beginSample(page);
  await tell(page, `${NEAR.join('. ')}.`);
  await expect(row(page, 0)).toBeFocused();
  await page.keyboard.press('1');
  await expect(hadIt(page, 0)).toHaveAttribute('aria-pressed', 'true');
  await tell(page, 'skip');
  await expect(circles(page, 1)).toBeVisible();
  await expect(row(page, 0)).toContainText('You had it');
  await expect(row(page, 1)).toContainText('Not decided.');
});

test('rows are decided by keys, taken back, answered later, and graded in the review', async ({ page, warren }) => {
  const field = page.getByRole('textbox', { name: 'Your answer' });
  await warren.signIn(page);
  await beginSample(page);
  await test.step('Enter in the empty field shows nothing during free recall', async () => {
    await field.press('Enter');
    await expect(page.locator('[data-author=person]')).toHaveCount(0);
  });
  await test.step('the card waits, also after a reload, and its first open row has the focus', async () => {
    await tell(page, `${NEAR.join('. ')}.`);
    await expect(row(page, 0)).toBeFocused();
    await expect(page.getByPlaceholder('Or go on in your own words')).toBeVisible();
    await page.reload();
    await expect(row(page, 0)).toBeFocused();
  });
  await test.step('the list of keys has those of the card, and Escape closes only the list', async () => {
    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog', { name: 'Keys' });
    for (const does of ['recalled, not yet', 'from row to row of the card', 'go on from the card'])
      await expect(sheet).toContainText(does);
    await page.keyboard.press('Escape');
    await expect(sheet).toHaveCount(0);
    await expect(page).toHaveURL(/\/session\//u);
    await expect(page.locator('body')).not.toBeFocused();
    await row(page, 0).focus();
  });
  await test.step('words that begin with a digit are typed whole, and choose nothing', async () => {
    for (const words of ['1789 was the year', '3 chambers', '2.5 km']) {
      // Keys more than 500 ms apart do not belong to one message.
      await Promise.all(Array.from(words, (key) => page.keyboard.press(key)));
      await expect(field).toBeFocused();
      await expect(field).toHaveValue(words);
      await expect(row(page, 0)).toContainText('Not decided.');
      await field.fill('');
      await row(page, 0).focus();
    }
  });
  await test.step('unsent choices survive a reload', async () => {
    await page.keyboard.press('2');
    await expect(row(page, 1)).toBeFocused();
    await page.reload();
    await expect(row(page, 0)).toContainText('Not quite.');
    await row(page, 0)
      .getByRole('button', { name: /^Not quite/ })
      .click();
    await expect(row(page, 0)).toContainText('Not decided.');
    await row(page, 0).focus();
  });
  await test.step('keys decide, arrows move, one Enter continues, and Undo reverts all of it', async () => {
    await page.keyboard.press('2');
    await expect(row(page, 1)).toBeFocused();
    await page.keyboard.press('1');
    await expect(hadIt(page, 1)).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await expect(row(page, 0)).toBeFocused();
    await page.keyboard.press('1');
    await expect(hadIt(page, 0)).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.press('Enter');
    await expect(circles(page, 2)).toBeVisible();
    await expect(field).toBeFocused();
    await expect(page.getByRole('status').filter({ hasText: '2 of 8 recalled' })).toBeAttached();
    await settled(page);
    await undoByToast(page);
    await expect(circles(page, 0)).toBeVisible();
  });
  await test.step('rows of an earlier card are answered above, also with easy', async () => {
    await tell(page, 'cats like milk');
    await expect(page.locator('[data-author]').last()).toHaveAttribute('data-author', 'assistant');
    await settled(page);
    // Scrolling renders rows of the transcript again, and a click at that moment has no effect.
    await expect(async () => {
      await hadIt(page, 0).click({ timeout: 10_000 });
      await expect(circles(page, 1)).toBeVisible({ timeout: 10_000 });
    }).toPass();
  });
  await test.step('Enter in the empty field shows the point asked for, without a try', async () => {
    await field.press('Enter');
    await expect(page.getByRole('region', { name: 'This is the point' })).toBeVisible();
    await settled(page);
    await page.keyboard.press('2');
    await expect(waitingCard(page)).toHaveCount(0);
    await settled(page);
  });
  await test.step('open rows are decided in the review', async () => {
    await page.getByRole('button', { name: 'Finish and see results' }).click();
    await page.getByRole('button', { name: 'Finish now' }).click();
    await expect(page.getByRole('heading', { name: 'For you to decide' })).toBeVisible();
    await expectAccessibleInEveryLook(page, 'review with open points');
    const open = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'I had it' }) });
    await expect(open.first()).toContainText('adenosine');
    await expect(open.first()).not.toContainText('Told');
    const item = page.getByRole('listitem').filter({ hasText: await open.first().locator('.exact').innerText() });
    await open.first().getByRole('button', { name: 'I had it' }).click();
    await expect(item.getByRole('button', { name: 'Grade: Good' })).toBeVisible();
    const { points } = await reviewOf(page, warren);
    expect(points.filter(({ rating, isSelfChecked }) => rating === 'good' && isSelfChecked)).toHaveLength(2);
    await page.keyboard.press('Control+z');
    await expect(item.getByRole('button', { name: 'Grade: Not reviewed' })).toBeVisible();
  });
  await test.step('the conversation and the replay show the answered cards', async () => {
    await page.getByRole('button', { name: 'Conversation' }).click();
    await expect(row(page, 0)).toContainText('You had it');
    await page.getByRole('button', { name: 'Replay' }).click();
    await expect(page.getByRole('slider')).toBeVisible();
    await page.getByRole('slider', { name: 'Place in the conversation' }).press('End');
    await expect(page.getByRole('region', { name: 'This is the point' })).toContainText('Not quite');
  });
});

const reviewOf = (page: Page, warren: Warren) => {
  const session = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  return warren.api<SessionReview>('GET', `/api/recall/sessions/${session}/review`);
};
