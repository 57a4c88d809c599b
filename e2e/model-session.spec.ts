import type { Page } from '@playwright/test';

import type { SessionReview } from '#modes/recall/reviews/protocol.ts';
import { sampleSet } from '#modes/recall/sets/domain/sample-set.ts';

import { answerByRole, roleOf } from '../fixtures/provider/by-role.ts';
import { say as words } from '../fixtures/provider/script.ts';
import { beginSession } from '../fixtures/server/begin-session.ts';
import { beginSample, cable, covered, expect, sampleAnswers, say, settled, type Warren } from './warren.ts';
import { KEY, test } from './with-provider.ts';

const FEEDBACK = 'Stated accurately, the wording was loose.';
const answer = (index: number) => sampleAnswers[index]!;

/** The evaluator's answer: credits the points with these numbers, among those not yet recalled, by these quotes. */
function recalling(...found: { place: number; quote: string }[]): string {
  const points = found.map(({ place, quote }) => ({
    id: `p${place}`,
    verdict: 'expressed',
    confidence: 0.9,
    quote,
    observation: FEEDBACK,
  }));
  return JSON.stringify({ points, recalledPointIds: points.map(({ id }) => id), feedback: FEEDBACK });
}

/** Starts another session, on a new set. */
async function beginOwn(page: Page, warren: Warren): Promise<void> {
  const { session } = await beginSession(warren.api, ['Water boils at a hundred degrees.', 'Ice floats.'], 'Water');
  await warren.open(page, `/session/${session}`);
  await expect(page.getByRole('textbox', { name: 'Your answer' })).toBeVisible();
}

const tutor = (page: Page) => page.locator('[data-author=assistant]').last();
const sessionOf = (page: Page) => new URL(page.url()).pathname.split('/').at(-1) ?? '';

test('one message recalls three points in one turn, the tutor streams, and the feedback is not shown', async ({
  page,
  warren,
  double,
}) => {
  const { frames } = await cable(page);
  await warren.signIn(page);
  await beginSample(page);
  const release = Promise.withResolvers<void>();
  const said = [0, 1, 3].map(answer).join(' ');
  double.answer(
    answerByRole({
      evaluator: recalling(
        { place: 1, quote: 'Adenosine builds up in the brain' },
        { place: 2, quote: 'blocks adenosine receptors' },
        { place: 4, quote: 'half-life of caffeine is about five hours' },
      ),
      tutor: words('So it ', 'piles up there. ', release.promise, 'What happens ', 'then?'),
    }),
  );
  await say(page, said);
  await expect(page.locator('[data-status=streaming]')).toContainText('So it piles up there.');
  await expect(page.getByRole('img', { name: '3 of 8 recalled' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible();
  release.resolve();
  await settled(page);
  await expect(tutor(page)).toHaveText(/So it piles up there\. What happens then\?/);

  const asked = double.requests.map(roleOf);
  expect(asked).toEqual(['evaluator', 'tutor']);
  expect(double.requests[1]?.text).toContain('Recalled with “blocks adenosine receptors”.');
  expect(double.requests[1]?.text).not.toContain(FEEDBACK);
  for (const { text } of [sampleSet.points[5], sampleSet.points[6], sampleSet.points[7]])
    expect(double.requests[1]?.text).not.toContain(text);
  expect(await page.content()).not.toContain(FEEDBACK);
  expect(frames.filter((frame) => /Stated accurately|verdict|confidence|"hidden"/.test(frame))).toEqual([]);
  for (const { text } of sampleSet.points.filter((point) => !said.includes(point.text)))
    expect(frames.some((frame) => frame.includes(text))).toBe(false);

  await page.getByRole('button', { name: 'More' }).click();
  const menu = page.getByRole('dialog', { name: 'This session' });
  await expect(menu).toContainText(/Answers here: Claude \S+ \S+/);
  await expect(menu.getByRole('table')).toContainText('Tutor');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Finish and see results' }).click();
  await page.getByRole('button', { name: 'Finish now' }).click();
  await expect(page.getByRole('link', { name: /half-life of caffeine is about five hours/ })).toBeVisible();
  const review = await warren.api<SessionReview>('GET', `/api/recall/sessions/${sessionOf(page)}/review`);
  expect(review.points.filter(({ recalled }) => recalled).map(({ rating }) => rating)).toEqual([
    'good',
    'good',
    'good',
  ]);
});

test('the last point is answered before the overlay, and nobody is graded afterwards', async ({
  page,
  warren,
  double,
}) => {
  const { session } = await beginSession(warren.api, ['Water boils at a hundred degrees.'], 'Water');
  double.answer(answerByRole({ evaluator: recalling({ place: 1, quote: 'boils at a hundred' }), tutor: 'It does.' }));
  await warren.open(page, `/session/${session}`);
  await say(page, 'it boils at a hundred degrees');
  await expect(tutor(page)).toHaveText(/It does\./);
  await expect(covered(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Done', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Continue discussion' }).click();
  await expect(covered(page)).toHaveCount(0);
  const evaluations = () => double.requests.filter((request) => roleOf(request) === 'evaluator').length;
  const before = evaluations();
  await say(page, 'Why a hundred?');
  await settled(page);
  expect(evaluations()).toBe(before);
  await expect(page.getByRole('button', { name: 'Tell me' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Finish and see results' }).click();
  await expect(page.getByRole('heading', { name: /^Next|^Nothing else/ })).toBeVisible();
});

test('an end waits until the last words are evaluated, and says so', async ({ page, warren, double }) => {
  const { session } = await beginSession(warren.api, ['Water boils at a hundred degrees.', 'Ice floats.'], 'Water');
  const read = Promise.withResolvers<void>();
  const evaluator = words(read.promise, recalling({ place: 1, quote: 'boils at a hundred' }));
  double.answer(answerByRole({ evaluator, tutor: 'It does.' }));
  await warren.open(page, `/session/${session}`);
  await say(page, 'it boils at a hundred degrees');
  await page.getByRole('button', { name: 'Finish and see results' }).click();
  await page.getByRole('button', { name: 'Finish now' }).click();
  await expect(page.getByText('Finishing: your last words are still being read.')).toBeVisible();
  read.resolve();
  await expect(page.getByRole('heading', { name: /^Next|^Nothing else/ })).toBeVisible();
});

test('with a rejected key the embedded agents finish the turn, reported once with a link to the settings', async ({
  page,
  warren,
  double,
}) => {
  await warren.signIn(page);
  await beginSample(page);
  double.answer(() => ({ status: 401, message: 'invalid x-api-key' }));
  await say(page, answer(0));
  await settled(page);
  await expect(page.getByRole('img', { name: '1 of 8 recalled' })).toBeVisible();
  await expect(page.locator('[data-status=interrupted]')).toHaveCount(0);
  const note = page.getByRole('note');
  await expect(note).toContainText(/The key for .* was rejected\./);
  await expect(note).toContainText(/What is built in answers until it is replaced in Settings/);
  expect(await page.content()).not.toContain(KEY);
  await expect(note.getByRole('link', { name: 'Settings' })).toHaveAttribute('href', '/settings/models');
  await expect(page.getByText('From here on: Built in')).toHaveCount(0);

  const asked = double.requests.length;
  await say(page, answer(1));
  await settled(page);
  await expect(page.getByRole('img', { name: '2 of 8 recalled' })).toBeVisible();
  await expect(note).toHaveCount(1);
  expect(
    double.requests.filter((request) => ['tutor', 'evaluator'].includes(roleOf(request))).length,
  ).toBeLessThanOrEqual(asked);
});

test('replies are stopped, cut, continued, paused by a limit, and written by another model', async ({
  page,
  warren,
  double,
}) => {
  await test.step('Stop ends the request at the provider and keeps the text so far', async () => {
    await beginOwn(page, warren);
    const never = Promise.withResolvers<void>();
    double.answer(answerByRole({ tutor: words('Think of what ', 'you said. ', never.promise, 'More.') }));
    await say(page, 'No idea');
    await expect(page.locator('[data-status=streaming]')).toContainText('Think of what you said.');
    await page.getByRole('button', { name: 'Stop' }).click();
    const streamed = double.requests.findLast(({ isStreamed }) => isStreamed);
    expect(await streamed?.ended).toBe('aborted');
    const stopped = page.locator('[data-status=interrupted]');
    await expect(stopped).toContainText('Think of what you said.');
    await expect(stopped).toContainText('You stopped this reply.');
    never.resolve();
  });
  await test.step('a reply cut at its limit says so, and can be continued', async () => {
    await beginOwn(page, warren);
    double.answer(answerByRole({ tutor: { pieces: ['It begins ', 'with'], stop: 'limit' } }));
    await say(page, 'No idea');
    const cut = page.locator('[data-status=interrupted]');
    await expect(cut).toContainText('This reply was cut at its limit');
    await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0);
    double.answer(answerByRole({ tutor: 'sleep. What comes to mind?' }));
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await expect(tutor(page)).toHaveText(/sleep\. What comes to mind\?/);
    await settled(page);
    await expect(cut).toHaveText(/It begins with/);
    await expect(page.getByText('This reply was cut at its limit')).toHaveCount(0);
    expect(double.requests.at(-1)?.text).toContain('It begins with');
  });
  await test.step('at a spending limit the embedded agents answer, reported once, and models continue when it is raised', async () => {
    const before = double.requests.length;
    await beginOwn(page, warren);
    await warren.api('PUT', '/api/models/limits', { dayMicros: 0, monthMicros: null });
    await say(page, 'No idea');
    await settled(page);
    await say(page, 'Still no idea');
    await settled(page);
    await expect(page.getByRole('log').getByText(/your limit is/)).toHaveCount(1);
    await expect(page.getByRole('note')).toContainText('Paused:');
    await expect(page.locator('.text-bad')).toHaveCount(0);
    await expect(page.locator('[data-status=interrupted]')).toHaveCount(0);
    expect(double.requests).toHaveLength(before);
    await warren.api('PUT', '/api/models/limits', { dayMicros: null, monthMicros: null });
    double.answer(answerByRole({ tutor: 'And now?' }));
    await say(page, 'No');
    await expect(tutor(page)).toHaveText(/And now\?/);
  });
  await test.step('the transcript says when another model answers from now on', async () => {
    await beginOwn(page, warren);
    await expect(page.getByText('From here on:')).toHaveCount(0);
    await say(page, 'No idea');
    await settled(page);
    // No model writes the opening.
    await expect(page.getByText(/^From here on: Claude/)).toHaveCount(1);
    await warren.api('PUT', '/api/models/roles/tutor', { provider: null, model: '', maxTokens: 4096 });
    await say(page, 'Still no idea');
    await settled(page);
    await expect(page.getByText('From here on: Built in')).toBeVisible();
    await page.reload();
    await expect(page.getByText('From here on: Built in')).toBeVisible();
  });
});
