import type { Page } from '@playwright/test';

import type { SessionReview } from '#modes/recall/reviews/protocol.ts';
import { sampleSet } from '#modes/recall/sets/domain/sample-set.ts';

import { expectAccessibleInEveryLook } from './accessible.ts';
import {
  beginSample,
  cable,
  expect,
  lostConnection,
  sampleAnswers,
  say,
  settled,
  test,
  undoByToast,
  waitingCard,
  type Warren,
} from './warren.ts';

const point = (index: number) => sampleSet.points[index]!.text;
const answer = (index: number) => sampleAnswers[index]!;

/** The row of a point in the review. */
function row(page: Page, index: number) {
  return page.getByRole('listitem').filter({ hasText: point(index) });
}

const saidBy = { Hint: 'A hint, please.', 'Show the point': 'Show me the point.' } as const;

async function press(page: Page, name: keyof typeof saidBy): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
  // A count would be wrong, because distant messages are not rendered.
  await expect(page.locator('[data-author=person]').last()).toContainText(saidBy[name]);
  await settled(page);
}

async function tell(page: Page, text: string): Promise<void> {
  await say(page, text);
  await settled(page);
}

/** Answers the waiting card with “Not quite”, by its key. */
async function decide(page: Page, index: number): Promise<void> {
  await expect(page.getByRole('group', { name: point(index) })).toBeFocused();
  await page.keyboard.press('2');
  await expect(waitingCard(page)).toHaveCount(0);
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

/**
 * Plays a session: one point recalled after a hint, one unaided, one shown, one asked for but not recalled; the others
 * were never asked. `frames`: all frames of the socket.
 */
async function mixedSession(page: Page, frames: readonly string[]): Promise<void> {
  await beginSample(page);
  await press(page, 'Hint');
  await tell(page, answer(0));
  await tell(page, answer(1));
  expect(frames.some((frame) => frame.includes(point(2)))).toBe(false);
  await press(page, 'Show the point');
  await decide(page, 2);
  expect(frames.some((frame) => frame.includes(point(3)))).toBe(false);
  await tell(page, 'caffeine has a half-life');
  await decide(page, 3);
  const shown = await page.locator('main').innerText();
  for (let index = 4; index < sampleSet.points.length; index += 1) {
    expect(shown).not.toContain(point(index));
    expect(frames.filter((frame) => frame.includes(point(index)))).toEqual([]);
  }
  await endSession(page);
}

test('the review of a session, its conversation and its replay', { tag: '@looks' }, async ({ page, warren }) => {
  const { frames } = await cable(page);
  await warren.signIn(page);
  await mixedSession(page, frames);
  const replay = page.getByRole('button', { name: 'Replay' });
  const play = page.getByRole('button', { name: 'Play', exact: true });
  const messages = page.locator('[data-message-id]');
  const quote = row(page, 1).getByRole('link', { name: /blocks adenosine receptors/ });

  await test.step('each point has its grade, its quote and its next day', async () => {
    // The title of the set is already above.
    await expect(page.getByRole('heading', { name: 'Next: more of this set' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'By yourself' })).toBeVisible();
    await expect(row(page, 0).getByRole('button', { name: 'Grade: Hard' })).toBeVisible();
    await expect(row(page, 1).getByRole('button', { name: 'Grade: Good' })).toBeVisible();
    await expect(row(page, 2).getByRole('button', { name: 'Grade: Again' })).toBeVisible();
    await expect(row(page, 2)).toContainText('back tomorrow');
    await expect(row(page, 2)).toContainText('You decided that you did not have it.');
    await expect(row(page, 3).getByRole('button', { name: 'Grade: Again' })).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: 'Point 8' })).toContainText('Not asked for.');
    const { points } = await reviewOf(warren, sessionOf(page));
    expect(points.map(({ how, rating }) => [how, rating]).slice(0, 5)).toEqual([
      ['hinted', 'hard'],
      ['unaided', 'good'],
      ['missed', 'again'],
      ['missed', 'again'],
      ['not-asked', null],
    ]);
    await expectAccessibleInEveryLook(page, 'review');
    await row(page, 0).getByRole('button', { name: 'Grade: Hard' }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    await expectAccessibleInEveryLook(page, 'grades');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
  });

  await test.step('a quote leads to its message, and Back returns to the same place', async () => {
    await quote.click();
    const message = page.locator('[data-author=person]').filter({ hasText: answer(1) });
    await expect(message).toBeFocused();
    await expect(message.locator('mark')).toContainText('adenosine receptors');
    await expect(message).toContainText(point(1));
    await expectAccessibleInEveryLook(page, 'conversation');
    await page.goBack();
    await expect(page.getByRole('heading', { name: /^Next|^Nothing else/ })).toBeVisible();
    await expect(quote).toBeFocused();
    await page.goForward();
    await expect(page.locator('mark').first()).toBeVisible();
  });

  await test.step('the session is replayed with its progress', async () => {
    await replay.click();
    await expect(page.getByRole('slider')).toBeVisible();
    await expect(replay).toBeFocused();
    await expectAccessibleInEveryLook(page, 'replay');
    await expect(messages).toHaveCount(1);
    await expect(page.getByRole('img', { name: '0 of 8 recalled' })).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expect(messages).toHaveCount(2);
    await page.getByRole('combobox', { name: 'Speed' }).selectOption('8×');
    await play.click();
    await expect(page.getByRole('img', { name: '2 of 8 recalled' })).toBeVisible();
    await expect(messages.filter({ hasText: answer(1) })).toContainText(point(1));
    await expect(play).toBeVisible();
    await expect(messages.last()).toBeVisible();
  });

  await test.step('a replay returns to its beginning', async () => {
    await page.getByRole('slider', { name: 'Place in the conversation' }).focus();
    await page.keyboard.press('Home');
    await expect(messages).toHaveCount(1);
    await expect(page.getByRole('img', { name: '0 of 8 recalled' })).toBeVisible();
  });

  await test.step('with reduced motion a replay steps from message to message', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.reload();
    await replay.click();
    await expect(messages).toHaveCount(1);
    await page.getByRole('combobox', { name: 'Speed' }).selectOption('8×');
    await page.evaluate(() => {
      const seen = { streaming: 0 };
      Object.assign(globalThis, { seen });
      new MutationObserver(() => {
        seen.streaming += document.querySelectorAll('[data-status=streaming]').length;
      }).observe(document.body, { subtree: true, childList: true, attributes: true });
    });
    await play.click();
    await expect.poll(() => messages.count()).toBeGreaterThanOrEqual(3);
    await expect(play).toBeVisible();
    expect(await page.evaluate(() => (globalThis as unknown as { seen: object }).seen)).toEqual({ streaming: 0 });
  });
});

test('grades are disputed, points shown on request, and the last action undone anywhere', async ({ page, warren }) => {
  const { frames } = await cable(page);
  await warren.signIn(page);
  await mixedSession(page, frames);
  const session = sessionOf(page);
  const first = async () => (await reviewOf(warren, session)).points[0]!;

  await test.step('a disputed grade changes the due date at once, and Undo restores it', async () => {
    const before = await first();
    await row(page, 0).getByRole('button', { name: 'Grade: Hard' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitemradio', { name: /^Hard/ })).toBeChecked();
    // A menu takes keys only once it has the focus.
    await expect(async () => {
      await page.keyboard.press('End');
      await expect(page.getByRole('menuitemradio').last()).toBeFocused({ timeout: 500 });
    }).toPass();
    await page.keyboard.press('ArrowUp');
    await expect(page.getByRole('menuitemradio', { name: /^Easy/ })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(row(page, 0).getByRole('button', { name: 'Grade: Easy' })).toBeFocused();
    await expect(row(page, 0)).toContainText('was Hard');
    const disputed = await first();
    expect(disputed).toMatchObject({ rating: 'easy', originalRating: 'hard' });
    expect(disputed.nextDueAt).toBeGreaterThan(before.nextDueAt!);
    await undoByToast(page);
    await expect(row(page, 0).getByRole('button', { name: 'Grade: Hard' })).toBeVisible();
    await expect.poll(first).toEqual(before);

    await row(page, 2).getByRole('button', { name: 'Grade: Again' }).click();
    await page.getByRole('menuitemradio', { name: /^Not reviewed/ }).click();
    await expect(row(page, 2).getByRole('button', { name: 'Grade: Not reviewed' })).toBeVisible();
    await expect(row(page, 2)).not.toContainText('back');
  });

  await test.step('points that were not asked for stay hidden until shown on request', async () => {
    const ready = () => warren.api<{ ready: number }>('GET', '/api/recall/today').then((today) => today.ready);
    await expect(page.getByText(/^4 points are hidden, still to be recalled\./)).toBeVisible();
    const content = await page.content();
    for (let index = 4; index < sampleSet.points.length; index += 1) expect(content).not.toContain(point(index));
    await expect.poll(ready).toBe(4);
    await page.getByRole('button', { name: 'Show point 6' }).click();
    await expect(row(page, 5).locator(':focus')).toHaveText(point(5));
    await expect(page.getByText('3 points are hidden')).toBeVisible();
    await expect.poll(ready).toBe(3);
    await page.getByRole('button', { name: 'Show all' }).click();
    await expect(row(page, 7)).toBeVisible();
    await expect(page.getByText(/hidden/)).toHaveCount(0);
    await expect.poll(ready).toBe(0);
    expect(frames.filter((frame) => frame.includes(point(7)))).toEqual([]);
  });

  await test.step('shown points get a grade', async () => {
    await expect(page.getByText(/^2 recalled, 6 open, \d+ minutes?$/).first()).toBeVisible();
    await row(page, 7).getByRole('button', { name: 'Grade: No grade' }).click();
    await expect(page.getByRole('menuitemradio')).toHaveCount(4);
    await page.getByRole('menuitemradio', { name: /^Good/ }).click();
    await expect(row(page, 7).getByRole('button', { name: 'Grade: Good' })).toBeVisible();
    await expect(row(page, 7)).toContainText('you judged');
    await expect(page.getByText(/^3 recalled, 5 open,/).first()).toBeVisible();
    await undoByToast(page);
    await expect(row(page, 7).getByRole('button', { name: 'Grade: Not reviewed' })).toBeVisible();
  });

  await test.step('the last action is undone by key and from the palette', async () => {
    const { reviewId } = await first();
    await warren.api('POST', `/api/recall/reviews/${reviewId}/dispute`, { rating: 'again' });
    const set = (await warren.api<{ sets: { id: string }[] }>('GET', '/api/recall/sets')).sets[0]!;
    await warren.api('DELETE', `/api/recall/sets/${set.id}`);
    await page.goto(`${warren.server.url}/`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

    await page.keyboard.press('Control+k');
    const undo = page.getByRole('option', { name: /^Undo: Deleted the set/ });
    // Enter alone undoes nothing.
    await expect(undo).toHaveAttribute('aria-selected', 'false');
    await expect(page.getByRole('option', { name: /^Undo: Changed a grade/ }).first()).toBeVisible();
    await undo.click();
    await expect(page.getByText(/^Undone: Deleted the set/)).toBeVisible();
    expect((await warren.api<{ sets: object[] }>('GET', '/api/recall/sets')).sets).toHaveLength(1);

    await page.locator('body').press('Control+z');
    await expect.poll(first).toMatchObject({ rating: 'hard' });
  });
});

test('keys in a session, a lost connection, and the recap after a return', async ({ page, warren }) => {
  const { pull, plug, frames } = await cable(page);
  const said = page.locator('[data-author=person]');
  const replies = page.locator('[data-author=assistant]');
  const field = page.getByRole('textbox', { name: 'Your answer' });
  await warren.signIn(page);
  const set = (await warren.api<{ sets: { id: string }[] }>('GET', '/api/recall/sets')).sets[0]!;
  await warren.api('PATCH', `/api/recall/sets/${set.id}`, { title: 'Coffee' });
  await beginSample(page);

  await test.step('Ctrl-Z in a text field undoes typing, and another action only if nothing was typed', async () => {
    await field.pressSequentially('half');
    await field.press('Control+z');
    await expect(field).not.toHaveValue('half');
    await field.fill('whole');
    await field.fill('');
    await field.press('Control+z');
    // The field and the server have separate undo; this one affected only the field.
    expect(await warren.api('GET', `/api/recall/sets/${set.id}`)).toMatchObject({ title: 'Coffee' });
    await field.fill('');
    await page.reload();
    await expect(field).toHaveValue('');
    await field.press('Control+z');
    await expect
      .poll(() => warren.api('GET', `/api/recall/sets/${set.id}`))
      .toMatchObject({ title: 'Caffeine and sleep' });
  });

  await test.step('help is requested by key, and without a connection the request is sent once later', async () => {
    await page.keyboard.press('Alt+h');
    await expect(said).toHaveCount(1);
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
    await expect(said).toHaveCount(2);
    await expect(replies).toHaveCount(3);
  });

  await test.step('after a return, the person finds the same session, and a recap that reveals no answer', async () => {
    await tell(page, answer(1));
    await page.getByRole('button', { name: 'Leave' }).click();
    await expect(page.getByText('Where you left off')).toBeVisible();
    await page.getByRole('button', { name: 'Continue' }).first().click();
    await expect(replies).toHaveCount(5);
    await expect(page.getByText(answer(1)).first()).toBeVisible();
    await expect(page.getByRole('img', { name: '1 of 8 recalled' })).toBeVisible();
    await expect.poll(() => frames.filter((frame) => frame.includes('"session_resumed"')).length).toBe(1);
    const resumed = JSON.parse(frames.find((frame) => frame.includes('"session_resumed"'))!) as {
      recap: { content: string };
    };
    await expect(replies.last()).toContainText(resumed.recap.content.slice(0, 20));
    for (const { text } of sampleSet.points.filter((_, index) => index !== 1))
      expect(frames.some((frame) => frame.includes(text))).toBe(false);
    await tell(page, answer(3));
    await expect(page.getByRole('img', { name: '2 of 8 recalled' })).toBeVisible();
    await expect(said.last()).toContainText(answer(3));
  });
});
