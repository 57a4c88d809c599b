import type { Page } from '@playwright/test';

import type { SessionReview } from '#modes/recall/reviews/protocol.ts';
import { sampleSet } from '#modes/recall/sets/domain/sample-set.ts';

import { expectAccessible } from './accessible.ts';
import { LOOKS } from './looks.ts';
import {
  beginSample,
  cable,
  expect,
  lostConnection,
  sampleAnswers,
  say,
  settled,
  test,
  type Warren,
} from './warren.ts';

const point = (index: number) => sampleSet.points[index]!.text;
const answer = (index: number) => sampleAnswers[index]!;

/** The row of a point in the review. */
function row(page: Page, index: number) {
  return page.getByRole('listitem').filter({ hasText: point(index) });
}

const saidBy = { Hint: 'A hint, please.', 'Tell me': 'Tell me.' } as const;

async function press(page: Page, name: keyof typeof saidBy): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
  // Counting would not do: what lies far above is not drawn.
  await expect(page.locator('[data-author=person]').last()).toContainText(saidBy[name]);
  await settled(page);
}

async function tell(page: Page, text: string): Promise<void> {
  await say(page, text);
  await settled(page);
}

async function endSession(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Finish and see results' }).click();
  await page.getByRole('button', { name: 'Finish now' }).click();
  await expect(page.getByRole('heading', { name: /^Next|^Nothing else/ })).toBeVisible();
}

function sessionOf(page: Page): string {
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
}

const reviewOf = (warren: Warren, session: string) =>
  warren.api<SessionReview>('GET', `/api/recall/sessions/${session}/review`);

/** One point after a hint, one unaided, one told, one asked for and never recalled; the others never came up. */
async function mixedSession(page: Page): Promise<void> {
  await beginSample(page);
  await press(page, 'Hint');
  await tell(page, answer(0));
  await tell(page, answer(1));
  await press(page, 'Tell me');
  await tell(page, 'I don’t remember');
  await endSession(page);
}

test('the review shows each point’s grade, its quote and when it is due', async ({ page, warren }) => {
  const { frames } = await cable(page);
  await warren.signIn(page);
  await beginSample(page);
  await press(page, 'Hint');
  await tell(page, answer(0));
  await tell(page, answer(1));
  expect(frames.some((frame) => frame.includes(point(2)))).toBe(false);
  await press(page, 'Tell me');
  await expect(page.locator('[data-author=assistant]').last()).toContainText(point(2));
  await tell(page, 'I don’t remember');
  const shown = await page.locator('main').innerText();
  for (let index = 3; index < sampleSet.points.length; index += 1) {
    expect(shown).not.toContain(point(index));
    expect(frames.filter((frame) => frame.includes(point(index)))).toEqual([]);
  }
  await endSession(page);

  await expect(page.getByRole('heading', { name: 'By yourself' })).toBeVisible();
  await expect(row(page, 0).getByRole('button', { name: 'Grade: Hard' })).toBeVisible();
  await expect(row(page, 1).getByRole('button', { name: 'Grade: Good' })).toBeVisible();
  await expect(row(page, 2).getByRole('button', { name: 'Grade: Again' })).toBeVisible();
  await expect(row(page, 2)).toContainText('back tomorrow');
  await expect(row(page, 2)).toContainText('Told because you asked.');
  await expect(row(page, 3).getByRole('button', { name: 'Grade: Again' })).toBeVisible();
  const hidden = page.getByRole('listitem').filter({ hasText: 'Point 8' });
  await expect(hidden).toContainText('Not asked for.');
  const { points } = await reviewOf(warren, sessionOf(page));
  expect(points.map(({ how, rating }) => [how, rating]).slice(0, 5)).toEqual([
    ['hinted', 'hard'],
    ['unaided', 'good'],
    ['told', 'again'],
    ['missed', 'again'],
    ['not-asked', null],
  ]);

  await row(page, 1)
    .getByRole('link', { name: /blocks the adenosine receptors/ })
    .click();
  const message = page.locator('[data-author=person]').filter({ hasText: answer(1) });
  await expect(message).toBeFocused();
  await expect(message.locator('mark')).toContainText('adenosine receptors');
  await expect(message).toContainText(point(1));
});

test('points that were not asked for stay hidden in the review until they are shown on request', async ({
  page,
  warren,
}) => {
  const { frames } = await cable(page);
  await warren.signIn(page);
  await mixedSession(page);
  const ready = () => warren.api<{ ready: number }>('GET', '/api/recall/today').then((today) => today.ready);
  await expect(page.getByText(/^4 points are hidden, still to be recalled\./)).toBeVisible();
  const content = await page.content();
  for (let index = 4; index < sampleSet.points.length; index += 1) expect(content).not.toContain(point(index));
  await expect.poll(ready).toBe(4);
  await page.getByRole('button', { name: 'Show point 6' }).click();
  await expect(row(page, 5).getByText(point(5))).toBeFocused();
  await expect(page.getByText('3 points are hidden')).toBeVisible();
  await expect.poll(ready).toBe(3);
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(row(page, 7)).toBeVisible();
  await expect(page.getByText(/hidden/)).toHaveCount(0);
  await expect.poll(ready).toBe(0);
  expect(frames.filter((frame) => frame.includes(point(7)))).toEqual([]);
  await page.getByRole('link', { name: 'Today' }).first().click();
  await expect(page.getByText(/^Nothing is due\. The next .* come back on/)).toBeVisible();
});

test('Enter in the palette of a session does not ask for a hint and focuses the answer', async ({ page, warren }) => {
  await warren.signIn(page);
  await beginSample(page);
  await page.getByRole('button', { name: 'More' }).focus();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('option', { name: /^Hint/ })).toHaveAttribute('aria-selected', 'false');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Your answer' })).toBeFocused();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.locator('[data-author=person]')).toHaveCount(0);
});

test('a disputed grade changes the due date at once, and Undo restores it', async ({ page, warren }) => {
  await warren.signIn(page);
  await mixedSession(page);
  const session = sessionOf(page);
  const before = (await reviewOf(warren, session)).points[0]!;
  await row(page, 0).getByRole('button', { name: 'Grade: Hard' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitemradio', { name: /^Hard/ })).toBeChecked();
  // A menu takes keys once it has the focus.
  await expect(async () => {
    await page.keyboard.press('End');
    await expect(page.getByRole('menuitemradio').last()).toBeFocused({ timeout: 500 });
  }).toPass();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('menuitemradio', { name: /^Easy/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(row(page, 0).getByRole('button', { name: 'Grade: Easy' })).toBeFocused();
  await expect(row(page, 0)).toContainText('was Hard');
  const disputed = (await reviewOf(warren, session)).points[0]!;
  expect(disputed).toMatchObject({ rating: 'easy', originalRating: 'hard' });
  expect(disputed.nextDueAt).toBeGreaterThan(before.nextDueAt!);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, 0).getByRole('button', { name: 'Grade: Hard' })).toBeVisible();
  await expect.poll(async () => (await reviewOf(warren, session)).points[0]).toEqual(before);

  await row(page, 2).getByRole('button', { name: 'Grade: Again' }).click();
  await page.getByRole('menuitemradio', { name: /^Not reviewed/ }).click();
  await expect(row(page, 2).getByRole('button', { name: 'Grade: Not reviewed' })).toBeVisible();
  await expect(row(page, 2)).not.toContainText('back');
});

test('the last action can be undone anywhere, by key and from the palette', async ({ page, warren }) => {
  await warren.signIn(page);
  await mixedSession(page);
  const session = sessionOf(page);
  const { reviewId } = (await reviewOf(warren, session)).points[0]!;
  await warren.api('POST', `/api/recall/reviews/${reviewId}/dispute`, { rating: 'again' });
  const set = (await warren.api<{ sets: { id: string }[] }>('GET', '/api/recall/sets')).sets[0]!;
  await warren.api('DELETE', `/api/recall/sets/${set.id}`);
  await page.goto(`${warren.server.url}/`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  await page.keyboard.press('Control+k');
  const undo = page.getByRole('option', { name: /^Undo: Deleted the set/ });
  // Enter alone takes nothing back.
  await expect(undo).toHaveAttribute('aria-selected', 'false');
  await expect(page.getByRole('option', { name: /^Undo: Changed a grade/ })).toBeVisible();
  await undo.click();
  await expect(page.getByText(/^Undone: Deleted the set/)).toBeVisible();
  expect((await warren.api<{ sets: object[] }>('GET', '/api/recall/sets')).sets).toHaveLength(1);

  await page.locator('body').press('Control+z');
  await expect(page.getByText(/^Undone: Changed a grade/)).toBeVisible();
  expect((await reviewOf(warren, session)).points[0]).toMatchObject({ rating: 'hard' });
});

test('Control-Z in a text field undoes only typing', async ({ page, warren }) => {
  await warren.signIn(page);
  const set = (await warren.api<{ sets: { id: string }[] }>('GET', '/api/recall/sets')).sets[0]!;
  await warren.api('PATCH', `/api/recall/sets/${set.id}`, { title: 'Coffee' });
  await beginSample(page);
  const field = page.getByRole('textbox', { name: 'Your answer' });
  await field.pressSequentially('half');
  await field.press('Control+z');
  await expect(field).not.toHaveValue('half');
  await field.fill('whole');
  await field.fill('');
  await field.press('Control+z');
  await expect(page.getByText(/^Undone/)).toHaveCount(0);
  // A field that nothing was written in has no use for it.
  await field.fill('');
  await page.reload();
  await expect(field).toHaveValue('');
  await field.press('Control+z');
  await expect(page.getByText(/^Undone: /)).toBeVisible();
});

test('help is requested by key, and without a connection the request is sent once later', async ({ page, warren }) => {
  const { pull, plug } = await cable(page);
  await warren.signIn(page);
  await beginSample(page);
  await page.keyboard.press('Alt+h');
  await expect(page.locator('[data-author=person]')).toHaveCount(1);
  await settled(page);
  await pull();
  await expect(lostConnection(page)).toBeVisible();
  await page.getByRole('button', { name: 'Hint', exact: true }).click();
  await expect(page.locator('[data-author=person][data-status=waiting]')).toHaveCount(1);
  await page.reload();
  await expect(lostConnection(page)).toBeVisible();
  plug();
  await expect(page.locator('[data-author=person][data-status=complete]')).toHaveCount(2);
  await settled(page);
  await expect(page.locator('[data-author=person]')).toHaveCount(2);
  await expect(page.locator('[data-author=assistant]')).toHaveCount(3);
});

test('returning to a session resumes it with a recap that reveals no answer', async ({ page, warren }) => {
  const { frames } = await cable(page);
  await warren.signIn(page);
  await beginSample(page);
  await tell(page, answer(0));
  await page.getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByText('Where you left off')).toBeVisible();
  const replies = 2;
  await page.getByRole('button', { name: 'Continue' }).first().click();
  await expect(page.locator('[data-author=assistant]')).toHaveCount(replies + 1);
  await expect.poll(() => frames.filter((frame) => frame.includes('"session_resumed"')).length).toBe(1);
  const resumed = JSON.parse(frames.find((frame) => frame.includes('"session_resumed"'))!) as {
    recap: { content: string };
  };
  await expect(page.locator('[data-author=assistant]').last()).toContainText(resumed.recap.content.slice(0, 20));
  for (const { text } of sampleSet.points.slice(1)) expect(frames.some((frame) => frame.includes(text))).toBe(false);
  await tell(page, answer(1));
  await expect(page.getByRole('img', { name: '2 of 8 recalled' })).toBeVisible();
});

test('a finished session can be replayed with its progress', async ({ page, warren }) => {
  await warren.signIn(page);
  await mixedSession(page);
  await page.getByRole('button', { name: 'Replay' }).click();
  const messages = page.locator('[data-message-id]');
  await expect(messages).toHaveCount(1);
  await expect(page.getByRole('img', { name: '0 of 8 recalled' })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(messages).toHaveCount(2);
  await page.getByRole('combobox', { name: 'Speed' }).selectOption('8×');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(page.getByRole('img', { name: '2 of 8 recalled' })).toBeVisible();
  await expect(messages.filter({ hasText: answer(1) })).toContainText(point(1));
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  await expect(messages.last()).toBeVisible();
  const place = page.getByRole('slider', { name: 'Place in the conversation' });
  await place.focus();
  await page.keyboard.press('Home');
  await expect(messages).toHaveCount(1);
  await expect(page.getByRole('img', { name: '0 of 8 recalled' })).toBeVisible();
});

test('Back returns from the conversation to the same place in the review', async ({ page, warren }) => {
  await warren.signIn(page);
  await mixedSession(page);
  const quote = row(page, 1).getByRole('link');
  await quote.click();
  await expect(page.locator('[data-message-id]:focus mark')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: /^Next|^Nothing else/ })).toBeVisible();
  await expect(quote).toBeFocused();
  await page.goForward();
  await expect(page.locator('mark').first()).toBeVisible();
  const replay = page.getByRole('button', { name: 'Replay' });
  await replay.click();
  await expect(page.getByRole('slider')).toBeVisible();
  await expect(replay).toBeFocused();
});

test('with reduced motion a replay steps from message to message', async ({ page, warren }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await warren.signIn(page);
  await mixedSession(page);
  await page.getByRole('button', { name: 'Replay' }).click();
  await expect(page.locator('[data-message-id]')).toHaveCount(1);
  await page.keyboard.press('Space');
  // It plays on while it is looked at.
  const shown = () => page.locator('[data-message-id]').count();
  await expect.poll(shown, { timeout: 15_000, intervals: [50] }).toBeGreaterThanOrEqual(3);
  await expect(page.locator('[data-status=streaming]')).toHaveCount(0);
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
});

for (const { scheme, width, height } of LOOKS)
  test(`what comes after a session is accessible, ${scheme} at ${width} px`, async ({ page, warren }) => {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height });
    await warren.signIn(page);
    await mixedSession(page);
    await expect(row(page, 1)).toBeVisible();
    await expectAccessible(page, 'review');
    await row(page, 0).getByRole('button', { name: 'Grade: Hard' }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    await expectAccessible(page, 'grades');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Conversation' }).click();
    await expect(page.locator('mark').first()).toBeVisible();
    await expectAccessible(page, 'conversation');
    await page.getByRole('button', { name: 'Replay' }).click();
    await expect(page.getByRole('slider')).toBeVisible();
    await expectAccessible(page, 'replay');
    await page.goto(`${warren.server.url}/settings/recall`);
    await expect(page.getByRole('checkbox', { name: 'Dictate answers' })).toBeVisible();
    await expectAccessible(page, 'voice');
  });
