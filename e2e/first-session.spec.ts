import type { Page } from '@playwright/test';

import { sampleSet } from '#modes/recall/sets/domain/sample-set.ts';

import { expectAccessible, expectAccessibleInEveryLook } from './accessible.ts';
import {
  beginSample,
  cable,
  covered,
  expect,
  goByPalette,
  ready,
  sampleAnswers,
  say,
  settled,
  test,
} from './warren.ts';

test(
  'a first day: from the printed link to a session in which everything is recalled',
  {
    tag: '@looks',
  },
  async ({ page, warren }) => {
    const { frames } = await cable(page);
    await test.step('the sign-in page, and the welcome behind the link', async () => {
      await page.goto(warren.server.url);
      await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
      await expectAccessibleInEveryLook(page, 'sign-in');
      await page.goto('about:blank');
      await page.goto(warren.link());
      await expect(ready(page)).toBeVisible();
      expect(page.url()).not.toContain('token');
      await expect(page.getByRole('heading', { level: 1, name: 'Welcome to Warren' })).toBeVisible();
      await expect(page.getByRole('heading', { level: 2 })).toHaveText([
        'Try it with a sample',
        'Or start with your own',
        'Keep what you read',
        'No language model is set up',
      ]);
      await expectAccessibleInEveryLook(page, 'first start');
      await page.getByRole('button', { name: 'Remove the sample' }).first().click();
      await expect(page.getByRole('button', { name: 'Begin' })).toHaveCount(0);
      await page.keyboard.press('Control+z');
      await expect(ready(page)).toBeVisible();
    });

    await test.step('around the sets, the settings and the palette', async () => {
      await page.getByRole('button', { name: 'Read the points first' }).click();
      await expect(page.getByText('Caffeine blocks adenosine receptors', { exact: false })).toBeVisible();
      await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Points']);
      await expectAccessibleInEveryLook(page, 'set');
      await page.getByRole('button', { name: 'Paste points' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectAccessibleInEveryLook(page, 'paste');
      await page.keyboard.press('Escape');
      await page.getByRole('link', { name: 'Recall' }).first().click();
      await expect(page.getByRole('button', { name: 'New set' })).toBeVisible();
      await expectAccessibleInEveryLook(page, 'sets');
      await page.getByRole('link', { name: 'Settings' }).first().click();
      await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
      await expectAccessibleInEveryLook(page, 'settings');
      await page.keyboard.press('Control+k');
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectAccessibleInEveryLook(page, 'palette');
      await page.keyboard.press('Escape');
      await page.getByRole('link', { name: 'Today' }).first().click();
    });

    await test.step('no point reaches the browser before it is recalled', async () => {
      await beginSample(page);
      await expect(page.getByRole('img', { name: '0 of 8 recalled' })).toBeVisible();
      // The list of points was loaded before, over HTTP. The socket carries only the session's data.
      await say(page, 'I do not remember anything');
      await settled(page);
      await expectAccessibleInEveryLook(page, 'session');
      const unrecalled = new Set<string>(sampleSet.points.map((point) => point.text));
      for (const [index, answer] of sampleAnswers.entries()) {
        expect([...unrecalled].filter((text) => frames.some((frame) => frame.includes(text)))).toEqual([]);
        await say(page, answer);
        await settled(page);
        await expect(page.getByRole('img', { name: `${index + 1} of 8 recalled` })).toBeVisible();
        unrecalled.delete(sampleSet.points[index]?.text ?? '');
      }
    });

    await test.step('every point is recalled', async () => {
      await expect(covered(page)).toBeVisible();
      await expectAccessibleInEveryLook(page, 'overlay');
      await page.getByRole('button', { name: 'Done' }).click();
      await expect(page.getByText(sampleSet.points[0].text)).toBeVisible();
      await expectAccessibleInEveryLook(page, 'review of a complete session');
      await expect.poll(() => warren.api('GET', '/api/recall/sets')).toMatchObject({ sets: [{ due: 0, fresh: 0 }] });
      await page.getByRole('link', { name: 'Today' }).first().click();
      await expect(page.getByText('Nothing is due.', { exact: false }).first()).toBeVisible();
      await expect(ready(page)).toHaveCount(0);
      await expectAccessibleInEveryLook(page, 'today');
    });
  },
);

/** Presses Tab until a control has the focus. */
async function reach(page: Page, role: 'button' | 'link' | 'textbox', name: string): Promise<void> {
  const target = page.getByRole(role, { name, exact: true }).first();
  await expect(target).toBeVisible();
  for (let press = 0; press < 40; press += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${role} ${name}`);
}

test('a first day by keyboard alone: a session, its grades, a set of one’s own, and Today', async ({
  page,
  warren,
}) => {
  await page.goto(warren.link());
  await expect(page.getByRole('button', { name: 'Begin' })).toBeFocused();
  await page.keyboard.press('Enter');
  // The person types while the session opens.
  await page.keyboard.type('caffeine has a half-life of 5 hours');
  const answer = page.getByRole('textbox', { name: 'Your answer' });
  await expect(answer).toBeFocused();
  await expect(answer).toHaveValue('caffeine has a half-life of 5 hours');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('group', { name: sampleSet.points[3].text })).toBeFocused();
  await page.keyboard.press('1');
  await expect(page.getByRole('img', { name: '1 of 8 recalled' })).toBeVisible();
  await settled(page);
  await reach(page, 'button', 'Finish and see results');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await reach(page, 'button', 'Finish now');
  await page.keyboard.press('Enter');
  const graded = page.getByRole('listitem').filter({ hasText: sampleSet.points[3].text });
  await expect(graded.getByRole('button', { name: 'Grade: Good' })).toBeVisible();
  await expect(page.getByText(/^1 recalled, 7 open,/).first()).toBeVisible();
  await reach(page, 'button', 'Grade: Good');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitemradio', { name: /^Good/ })).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await goByPalette(page, 'New set');
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.type('Rivers');
  await page.keyboard.press('Tab');
  await page.keyboard.insertText('The Nile crosses the Sahara.\nThe Rhine rises in the Alps.');
  await reach(page, 'button', 'Add 2 points');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Rivers' })).toBeVisible();
  await goByPalette(page, 'Today');
  await expect(page.getByRole('heading', { level: 2, name: 'Ready to recall' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Rivers' }).first()).toBeVisible();

  await test.step('estimates that need many reviews stay folded before the first hundred', async () => {
    await goByPalette(page, 'Statistics');
    await expect(page.getByText(/^1 review since/)).toBeVisible();
    const retention = page.getByRole('heading', { name: 'True retention' });
    await expect(retention).toBeHidden();
    const more = page.locator('summary', { hasText: 'until there are 100 reviews' });
    await more.focus();
    await page.keyboard.press('Enter');
    await expect(retention).toBeVisible();
  });
});

test('a session by keyboard alone, and a message that is too long', async ({ page, warren }) => {
  await warren.signIn(page);
  const answer = page.getByRole('textbox', { name: 'Your answer' });
  const said = page.locator('[data-author=person]');
  await test.step('the session begins, and Enter in the palette asks for no hint', async () => {
    await reach(page, 'button', 'Begin');
    await page.keyboard.press('Enter');
    await expect(answer).toBeVisible();
    await page.getByRole('button', { name: 'More' }).focus();
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
    await expect(page.getByRole('option', { name: /^Hint/ })).toHaveAttribute('aria-selected', 'false');
    await page.keyboard.press('Enter');
    await expect(answer).toBeFocused();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(said).toHaveCount(0);
  });
  await test.step('two lines are one message', async () => {
    await page.keyboard.type('No idea');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('at all');
    await page.keyboard.press('Enter');
    await expect(said).toContainText(/No idea\s+at all/);
    await settled(page);
  });
  await test.step('a message that is too long is refused in place and stays', async () => {
    const long = 'long '.repeat(60_000);
    await answer.fill(long);
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByText(/longer than 256 KiB/)).toBeVisible();
    await expect(answer).toHaveValue(long);
    await expect(said).toHaveCount(1);
    await answer.fill('');
  });
  await test.step('a point is compared, decided and graded', async () => {
    await page.keyboard.type('caffeine has a half-life');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('group', { name: sampleSet.points[3].text })).toBeFocused();
    await page.keyboard.press('1');
    await expect(page.getByRole('img', { name: '1 of 8 recalled' })).toBeVisible();
    await expect(answer).toBeFocused();
    await settled(page);
  });
  await goByPalette(page, 'Settings');
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
});

/** A window of 1440 by 900 at 200 % and at 400 % zoom. */
const ZOOMED = [
  { width: 720, height: 450 },
  { width: 360, height: 225 },
];

test('at 200 % and 400 % header, question and composer stay usable', async ({ page, warren }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const field = page.getByRole('textbox', { name: 'Your answer' });
  await page.setViewportSize({ width: 720, height: 450 });
  await warren.signIn(page);
  await beginSample(page);
  await settled(page);
  for (const [index, size] of ZOOMED.entries()) {
    await page.setViewportSize(size);
    await expect(page.getByRole('heading', { level: 1, name: 'Caffeine and sleep' })).toBeVisible();
    // On a phone, the button is in the menu.
    const end = size.width > 700 ? 'Finish and see results' : 'More';
    for (const name of ['Leave', end, 'Hint', 'Send'])
      await expect(page.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 });
    await expect(field).toBeInViewport({ ratio: 1 });
    await say(page, sampleAnswers[index] ?? '');
    await settled(page);
    // At least two lines of the question are visible.
    const transcript = await page.getByRole('log').boundingBox();
    expect(transcript?.height).toBeGreaterThan(50);
    await expect(page.locator('[data-author=assistant]').last()).toBeInViewport();
    await field.fill('One line.\nAnother line.\nA third line.\nA fourth line.');
    await expect(page.getByRole('button', { name: 'Send' })).toBeInViewport({ ratio: 1 });
    await field.fill('');
    await expectAccessible(page, `session at ${size.width} px`);
  }
  await page.getByRole('button', { name: 'Leave' }).click();
  await page.goto(`${warren.server.url}/recall`);
  await page.getByRole('button', { name: 'New set' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Bread');
  await page.getByRole('textbox', { name: 'Points, one a line' }).fill('One.\nTwo.');
  for (const size of ZOOMED) {
    await page.setViewportSize(size);
    await expect(page.getByRole('button', { name: 'Add 2 points' })).toBeInViewport();
    await expectAccessible(page, `paste at ${size.width} px`);
  }
  await page.getByRole('button', { name: 'Add 2 points' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Bread' })).toBeVisible();
  await expect(page.getByText('Two.')).toBeVisible();

  await page.goto(`${warren.server.url}/settings`);
  await page.getByRole('combobox', { name: 'Page of the settings' }).selectOption('About');
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeVisible();
  await expectAccessible(page, 'settings at a small size');
});
