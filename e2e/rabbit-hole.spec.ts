import type { Page } from '@playwright/test';

import { answerByRole, NO_TANGENT, roleOf } from '../fixtures/provider/by-role.ts';
import { createProviderDouble, type ProviderDouble } from '../fixtures/provider/provider-double.ts';
import { say as words } from '../fixtures/provider/script.ts';
import type { SetDetail } from '../src/modes/recall/protocol.ts';
import { expectAccessible } from './accessible.ts';
import { beginSample, cable, expect, noKeys, sampleAnswers, say, settled, test, type Warren } from './warren.ts';

const TANGENT = 'Wait, do cold-blooded animals like lizards have adenosine too?';
const banner = (page: Page) => page.getByRole('heading', { name: /^Exploring: / });
const prompt = (page: Page) =>
  page
    .getByRole('complementary', { name: 'Rabbit hole' })
    .getByText(/^Looks like you're curious about .+\. Want to explore\?$/);
const circles = (page: Page) => page.getByRole('img', { name: /of \d+ recalled/ });
const replies = (page: Page) => page.locator('[data-author=assistant]');

/** Says something to whoever answers inside. */
async function ask(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Ask, or follow it further' }).fill(text);
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-author=person]').last()).toContainText(text);
  await settled(page);
  await expect(page.locator('[data-author]').last()).toHaveAttribute('data-author', 'assistant');
}

async function answer(page: Page, text: string): Promise<void> {
  await say(page, text);
  await settled(page);
}

/** Past the first two exchanges, in which nothing is detected. */
async function pastTheBeginning(page: Page): Promise<void> {
  await answer(page, sampleAnswers[0] ?? '');
  await answer(page, 'I do not remember');
}

async function toThePrompt(page: Page): Promise<void> {
  await pastTheBeginning(page);
  await answer(page, TANGENT);
  await expect(prompt(page)).toBeVisible();
}

async function enter(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Explore', exact: true }).click();
  await expect(banner(page)).toBeVisible();
  await expect(replies(page).last()).toHaveAttribute('data-status', 'complete');
}

async function comeBack(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Return to session' }).click();
  await expect(banner(page)).toHaveCount(0);
}

/** What stands in the log of the trunk. */
async function trunkOf(page: Page, warren: Warren): Promise<readonly string[]> {
  const session = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const { events } = await warren.api<{ events: { thread?: string; content?: string }[] }>(
    'GET',
    `/api/sessions/${session}/events?before=1000000`,
  );
  return events.flatMap(({ thread, content }) => (thread === 'trunk' && content !== undefined ? [content] : []));
}

/** Selects words of the first message, as a person does with the mouse. */
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
  }, words);
}

test('a tangent leads to the prompt, into the hole, and back to exactly where the session was', async ({
  page,
  warren,
}) => {
  const { frames } = await cable(page);
  await warren.signIn(page);
  await beginSample(page);
  await toThePrompt(page);
  const trunk = await trunkOf(page, warren);
  await expect(circles(page)).toHaveAccessibleName('1 of 8 recalled');
  await enter(page);
  await expect(circles(page)).toBeHidden();
  await expect(page.getByRole('button', { name: /waits at/ })).toBeVisible();
  await expect(page.getByText(TANGENT)).toHaveCount(0);
  await ask(page, 'What else is there about sleep?');
  // Said inside, in one's own words, before anybody told it: it is checked off without a word.
  await ask(page, sampleAnswers[4] ?? '');
  await expect(page.getByText('recalled', { exact: false })).toHaveCount(0);
  const inside = await replies(page).allInnerTexts();
  await page.reload();
  await expect(banner(page)).toBeVisible();
  await expect(replies(page)).toHaveCount(inside.length);
  await ask(page, 'And birds?');

  await comeBack(page);
  await expect(page.getByText(/You explored .+ for .+\./)).toBeVisible();
  await expect(circles(page)).not.toHaveAccessibleName('1 of 8 recalled');
  expect((await trunkOf(page, warren)).slice(0, trunk.length)).toEqual(trunk);
  await expect(page.getByText('And birds?')).toHaveCount(0);
  await answer(page, sampleAnswers[1] ?? '');
  await expect(replies(page).last()).not.toContainText(/lizard|bird|tangent/i);
  expect(frames.filter((frame) => /"hidden"|"reasoning"|"verdict"/.test(frame))).toEqual([]);
});

test('“Stay on track” lets three messages be, an ignored prompt too, and the fourth is asked about again', async ({
  page,
  warren,
}) => {
  await warren.signIn(page);
  await beginSample(page);
  await toThePrompt(page);
  await page.getByRole('button', { name: 'Stay on track' }).click();
  await expect(prompt(page)).toHaveCount(0);
  for (const content of ['Where does tea come from?', TANGENT, 'Who brewed the first coffee?']) {
    await answer(page, content);
    await expect(prompt(page)).toHaveCount(0);
  }
  await answer(page, 'By the way, why did people start roasting coffee beans in Yemen?');
  await expect(prompt(page)).toBeVisible();
  // Going on without a word about it is an answer too, and none of the three.
  await answer(page, 'And how do birds sleep while flying over the ocean?');
  await expect(prompt(page)).toHaveCount(0);
  for (const content of [TANGENT, 'Where does tea come from?', 'Who brewed the first coffee?']) {
    await answer(page, content);
    await expect(prompt(page)).toHaveCount(0);
  }
  await answer(page, 'How do birds sleep while flying over the ocean?');
  await expect(prompt(page)).toBeVisible();
});

test('a server that is killed inside comes back into the hole, and Escape asks before it returns', async ({
  page,
  warren,
}) => {
  await warren.signIn(page);
  await beginSample(page);
  await toThePrompt(page);
  await enter(page);
  await ask(page, 'And fish?');
  const said = await replies(page).count();
  await warren.server.kill();
  await expect(page.getByText(/No connection/)).toBeVisible();
  await warren.restart();
  await expect(page.getByText(/No connection/)).toHaveCount(0, { timeout: 20_000 });
  await expect(banner(page)).toBeVisible();
  await expect(replies(page)).toHaveCount(said);
  await ask(page, 'And insects?');
  await page.keyboard.press('Escape');
  const question = page.getByRole('alertdialog', { name: 'Return to the session?' });
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(banner(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
  await expect(banner(page)).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: 'Your answer' })).toBeFocused();
});

/** A session on a small set of its own. */
async function beginOn(page: Page, warren: Warren, points: readonly string[]): Promise<string> {
  const set = await warren.api<{ id: string }>('POST', '/api/recall/sets', { title: 'Coffee' });
  await warren.api('POST', `/api/recall/sets/${set.id}/paste`, { text: points.join('\n') });
  const id = crypto.randomUUID();
  const begun = await warren.api<{ session: string }>('POST', '/api/sessions', { id, mode: 'recall', setId: set.id });
  await page.goto(`${warren.server.url}/session/${begun.session}`);
  await expect(page.getByRole('textbox', { name: 'Your answer' })).toBeVisible();
  return set.id;
}

test('holes opened by hand follow one another; what completes the set inside shows after the return', async ({
  page,
  warren,
}) => {
  const points = ['Caffeine blocks adenosine receptors.', 'The half-life of caffeine is five hours.'];
  await warren.signIn(page);
  await beginOn(page, warren, points);
  await select(page, 'any order');
  await page.getByRole('button', { name: 'Explore this' }).click();
  await expect(banner(page)).toHaveText('Exploring: any order');
  await settled(page);
  await comeBack(page);
  await expect(page.getByText(/You explored any order/)).toBeVisible();
  await select(page, 'comes to mind');
  await page.getByRole('button', { name: 'Explore this' }).click();
  await expect(banner(page)).toHaveText('Exploring: comes to mind');
  await settled(page);
  for (const point of points) await ask(page, `I think that ${point}`);
  await expect(page.getByText("You've covered everything!")).toHaveCount(0);
  await comeBack(page);
  await expect(page.getByText("You've covered everything!")).toBeVisible();
  await expect(circles(page)).toHaveAccessibleName('2 of 2 recalled');
  await expect(page.getByText(/You explored/)).toHaveCount(2);
  await page.getByRole('button', { name: 'Done', exact: true }).first().click();
  await expect(page.getByRole('heading', { name: 'Coffee' })).toBeVisible();
});

test('what was found is kept in the set, a finished hole is read and entered again, and the set remembers its tangents', async ({
  page,
  warren,
}) => {
  await warren.signIn(page);
  const setId = await beginOn(page, warren, [
    'Caffeine is a methylxanthine that blocks adenosine receptors.',
    'The half-life of caffeine is five hours.',
  ]);
  await select(page, 'comes to mind');
  await page.getByRole('button', { name: 'Explore this' }).click();
  await settled(page);
  await ask(page, 'What is caffeine?');
  await comeBack(page);
  await page.getByRole('button', { name: 'Keep what I found' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  // What the embedded explorer says is the set's own: nothing of it is proposed again.
  await expect(dialog.getByText('What was said in it is in the set already.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Add my own' }).click();
  await dialog.getByRole('textbox').first().fill('Caffeine belongs to the methylxanthines.');
  await dialog.getByRole('button', { name: 'Keep 1 point' }).click();
  await expect(dialog).toHaveCount(0);
  const { items } = await warren.api<SetDetail>('GET', `/api/recall/sets/${setId}`);
  expect(items.map(({ text }) => text)).toContain('Caffeine belongs to the methylxanthines.');

  await page.getByRole('button', { name: 'Read: comes to mind' }).click();
  await expect(page.getByRole('dialog').getByText('What is caffeine?')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Enter again: comes to mind' }).click();
  await expect(banner(page)).toBeVisible();
  await expect(page.getByText('What is caffeine?')).toBeVisible();
  await comeBack(page);
  await expect(page.getByText(/You explored/)).toHaveCount(2);

  await page.goto(`${warren.server.url}/recall/${setId}/tangents`);
  await expect(page.getByText('comes to mind').first()).toBeVisible();
});

const modelTest = test.extend<{ double: ProviderDouble }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from this pattern
  double: async ({}, provide) => {
    const double = await createProviderDouble({ answer: answerByRole({}) });
    await provide(double);
    await double.close();
  },
  environment: async ({ double }, provide) =>
    provide({ ...noKeys, ANTHROPIC_API_KEY: 'sk-ant-of-the-test', ANTHROPIC_BASE_URL: double.url }),
});

modelTest(
  'with models: the prompt stands though the detector is slow, the partner streams, the tutor never hears of it',
  async ({ page, warren, double }) => {
    const found = Promise.withResolvers<void>();
    const rest = Promise.withResolvers<void>();
    double.answer((request) => {
      if (roleOf(request) === 'detector')
        return words(
          found.promise,
          request.text.includes('lizards')
            ? JSON.stringify({ ...JSON.parse(NO_TANGENT), isRabbithole: true, topic: 'Lizards that nap', depth: 2 })
            : NO_TANGENT,
        );
      if (roleOf(request) === 'explorer') return words('They do. ', rest.promise, 'Geckos nap at noon.');
      if (roleOf(request) === 'point-writer')
        return words(
          JSON.stringify({
            points: [{ text: 'Geckos nap in the middle of the day.', sentence: 'Geckos nap at noon.' }],
          }),
        );
      return answerByRole({ tutor: 'What else comes to mind?' })(request);
    });
    await warren.signIn(page);
    await beginSample(page);
    await answer(page, 'well');
    await answer(page, 'let me see');
    await answer(page, 'do lizards nap?');
    // The tutor has answered: nothing waited for the detector.
    await expect(replies(page).last()).toHaveText(/What else comes to mind\?/);
    await expect(prompt(page)).toHaveCount(0);
    found.resolve();
    await expect(prompt(page)).toHaveText(/Lizards that nap/);
    await page.getByRole('button', { name: 'Explore', exact: true }).click();
    await expect(page.locator('[data-status=streaming]')).toContainText('They do.');
    rest.resolve();
    await settled(page);
    await expect(replies(page).last()).toContainText('Geckos nap at noon.');
    await ask(page, 'where?');
    await comeBack(page);
    await page.getByRole('button', { name: 'Keep what I found' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('Geckos nap at noon.')).toBeVisible();
    await expect(dialog.getByRole('textbox')).toHaveValue('Geckos nap in the middle of the day.');
    await dialog.getByRole('textbox').fill('Geckos nap at noon, in the sun.');
    await dialog.getByRole('button', { name: 'Keep 1 point' }).click();
    await expect(dialog).toHaveCount(0);
    const { sets } = await warren.api<{ sets: { id: string }[] }>('GET', '/api/recall/sets');
    const { items } = await warren.api<SetDetail>('GET', `/api/recall/sets/${sets[0]?.id ?? ''}`);
    expect(items.at(-1)).toMatchObject({ text: 'Geckos nap at noon, in the sun.', context: 'Lizards that nap' });
    await answer(page, 'on with it');
    const tutors = double.requests.filter((request) => roleOf(request) === 'tutor');
    expect(tutors).toHaveLength(4);
    expect(tutors.at(-1)?.text).not.toMatch(/Geckos|where\?/);
  },
);

for (const scheme of ['light', 'dark'] as const)
  for (const width of [1280, 360])
    test(`the prompt, the hole and what stays of it are accessible, ${scheme} at ${width} px`, async ({
      page,
      warren,
    }) => {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 800 });
      await warren.signIn(page);
      await beginSample(page);
      await toThePrompt(page);
      await expectAccessible(page, 'the prompt');
      await enter(page);
      await ask(page, 'And fish?');
      await expectAccessible(page, 'the hole');
      await comeBack(page);
      await expectAccessible(page, 'what stays of it');
    });
