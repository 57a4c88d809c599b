import type { RoleId } from '#language-model/protocol.ts';
import type { SetDetail } from '#modes/recall/sets/protocol.ts';

import { answerByRole, NO_TANGENT, roleOf } from '../fixtures/provider/by-role.ts';
import type { ProviderDouble, ProviderRequest } from '../fixtures/provider/provider-double.ts';
import { say as words } from '../fixtures/provider/script.ts';
import {
  answer,
  ask,
  banner,
  beginOn,
  circles,
  comeBack,
  enter,
  killAndRestart,
  open,
  prompt,
  replies,
} from './inside.ts';
import { beginSample, cable, covered, expect, settled } from './warren.ts';
import { test as base } from './with-provider.ts';

/** Rabbit holes whose agents are models; the test controls their provider. */
const test = base.extend({
  double: async ({ double }, provide) => {
    double.answer(agents());
    await provide(double);
  },
});

const LIZARDS = 'Naps of reptiles';
const POINTS = ['Caffeine blocks adenosine receptors.', 'The half-life of caffeine is five hours.'];
const QUESTION = 'What else comes to mind?';

/**
 * A detector that reports a tangent for any message about lizards, an evaluator that credits points said word for word,
 * and an explorer whose messages all differ.
 */
function agents() {
  let told = 0;
  return answerByRole({
    detector: (request) =>
      messageIn(request).includes('lizards')
        ? JSON.stringify({ ...JSON.parse(NO_TANGENT), isRabbithole: true, topic: LIZARDS, depth: 2 })
        : NO_TANGENT,
    evaluator: (request) => {
      const points = pointsIn(request).filter(({ text }) => messageIn(request).includes(text));
      return JSON.stringify({
        points: points.map(({ id, text }) => ({ id, verdict: 'expressed', confidence: 0.9, quote: text })),
        recalledPointIds: points.map(({ id }) => id),
        feedback: '',
      });
    },
    explorer: () => `Part ${(told += 1)} of a long story.`,
    tutor: QUESTION,
  });
}

interface Spoken {
  readonly role: string;
  readonly content: readonly { readonly text: string }[];
}

const spokenIn = ({ body }: ProviderRequest) => body['messages'] as readonly Spoken[];
const askedOf = (double: ProviderDouble, role: RoleId) => double.requests.filter((request) => roleOf(request) === role);

function textIn(request: ProviderRequest): string {
  return spokenIn(request)
    .flatMap(({ content }) => content.map(({ text }) => text))
    .join('\n');
}

/** The message that a detector or an evaluator judges. */
function messageIn(request: ProviderRequest): string {
  return /<message>(.*?)<\/message>/su.exec(textIn(request))?.[1] ?? '';
}

function pointsIn(request: ProviderRequest): { id: string; text: string }[] {
  const found = textIn(request).matchAll(/<point id="(p\d+)">.*?<text>(.*?)<\/text><\/point>/gu);
  return [...found].map(([, id = '', text = '']) => ({ id, text }));
}

/** The conversation in a request, without the tutor's block for its turn, and without marks for the provider. */
function conversationIn(request: ProviderRequest): string[] {
  const texts = spokenIn(request).flatMap(({ content }) => content.map(({ text }) => text));
  return texts.filter((text) => !/^<(turn>|[a-z-]+\/>$)/u.test(text));
}

const person = (text: string) => `<person>${text}</person>`;
const learner = (text: string) => `<learner>${text}</learner>`;
const part = (number: number) => `Part ${number} of a long story.`;
const curiosity = (topic: string) => person(`I’m curious about “${topic}”. Tell me what is interesting about it.`);

test('a tangent is declined, ignored and accepted, and survives a reload and a kill inside', async ({
  page,
  ownWarren: warren,
  double,
}) => {
  const { frames } = await cable(page);
  await warren.signIn(page);
  await beginSample(page);
  await answer(page, 'well');
  await answer(page, 'let me see');
  await answer(page, 'do lizards nap?');
  await expect(prompt(page)).toContainText(LIZARDS);
  await page.getByRole('button', { name: 'Stay on track' }).click();
  await expect(prompt(page)).toHaveCount(0);
  for (const place of ['rocks', 'trees', 'sand']) await answer(page, `do lizards nap on ${place}?`);
  await answer(page, 'do lizards dream?');
  await expect(prompt(page)).toBeVisible();
  await answer(page, 'never mind the lizards');
  await expect(prompt(page)).toHaveCount(0);
  for (const time of ['dawn', 'noon', 'dusk']) await answer(page, `do lizards nap at ${time}?`);
  await answer(page, 'do lizards snore?');
  await expect(prompt(page)).toBeVisible();
  const atEntry = askedOf(double, 'tutor').at(-1)!;

  await enter(page);
  await expect(banner(page)).toHaveText(`Exploring: ${LIZARDS}`);
  await ask(page, 'do lizards share a stone?');
  const credited = 'The half-life of caffeine is about five hours.';
  await ask(page, `That reminds me: ${credited}`);
  await expect.poll(() => askedOf(double, 'evaluator').map(messageIn).at(-1)).toContain(credited);
  await expect(circles(page)).toBeHidden();
  await expect(page.getByText(/recalled/)).toHaveCount(0);
  await page.reload();
  await expect(banner(page)).toBeVisible();
  for (const number of [1, 2, 3]) await expect(replies(page).filter({ hasText: part(number) })).toHaveCount(1);
  await ask(page, 'and after the reload?');
  await killAndRestart(page, warren);
  await expect(banner(page)).toBeVisible();
  await expect(replies(page).last()).toContainText(part(4));
  await ask(page, 'and after the kill?');
  expect(conversationIn(askedOf(double, 'explorer').at(-1)!)).toEqual([
    curiosity(LIZARDS),
    part(1),
    person('do lizards share a stone?'),
    part(2),
    person(`That reminds me: ${credited}`),
    part(3),
    person('and after the reload?'),
    part(4),
    person('and after the kill?'),
  ]);

  await comeBack(page);
  await expect(page.getByText(/You explored .+ for .+\. 1 point recalled\./)).toBeVisible();
  await expect(circles(page)).toHaveAccessibleName('1 of 8 recalled');
  await expect(replies(page).last()).toContainText(QUESTION);
  await answer(page, 'on with it');
  const afterwards = askedOf(double, 'tutor').at(-1)!;
  expect(conversationIn(afterwards)).toEqual([...conversationIn(atEntry), QUESTION, learner('on with it')]);
  // Only the last message was for that turn; everything before it is identical byte for byte.
  const before = spokenIn(atEntry).slice(0, -1);
  expect(JSON.stringify(spokenIn(afterwards).slice(0, before.length))).toBe(JSON.stringify(before));
  expect(JSON.stringify(afterwards.body['system'])).toBe(JSON.stringify(atEntry.body['system']));
  expect(afterwards.text).not.toMatch(/Naps of reptiles|long story|stone|reminds me|reload|kill/);
  // The detector was not asked during the cooldown and inside.
  const looked = ['do lizards nap?', 'do lizards dream?', 'do lizards snore?', 'on with it'];
  await expect.poll(() => askedOf(double, 'detector').map(messageIn)).toEqual(looked);
  expect(frames.filter((frame) => /"hidden"|"reasoning"|"verdict"/.test(frame))).toEqual([]);
});

test('the tutor learns nothing from holes: a set completed inside, and holes that share nothing', async ({
  page,
  warren,
  double,
}) => {
  await beginOn(page, warren, POINTS);
  await open(page, 'any order');
  await ask(page, `Then it must be that ${POINTS.join(' And ')}`);
  await expect.poll(() => askedOf(double, 'evaluator')[0]?.ended).toBe('finished');
  await ask(page, 'And what of tea?');
  await expect(covered(page)).toHaveCount(0);
  await page.reload();
  await expect(banner(page)).toBeVisible();
  await expect(replies(page)).toHaveCount(3);
  await expect(covered(page)).toHaveCount(0);
  await comeBack(page);
  await expect(covered(page)).toBeVisible();
  await expect(circles(page)).toHaveAccessibleName('2 of 2 recalled');
  expect(askedOf(double, 'tutor')).toEqual([]);
  await page.getByRole('button', { name: 'Continue discussion' }).click();
  await answer(page, 'Is there more?');
  const [request] = askedOf(double, 'tutor');
  expect(conversationIn(request!).slice(1)).toEqual([learner('Is there more?')]);
  expect(request?.text).not.toMatch(/it must be|tea|long story/);

  await test.step('a second hole shares nothing with the first', async () => {
    const before = { explorer: askedOf(double, 'explorer').length, tutor: askedOf(double, 'tutor').length };
    await open(page, 'you remember');
    await ask(page, 'whose mind?');
    await comeBack(page);
    await expect(page.getByText(/You explored/)).toHaveCount(2);
    const explorers = askedOf(double, 'explorer').slice(before.explorer);
    expect(explorers.map(conversationIn)).toEqual([
      [curiosity('you remember')],
      [curiosity('you remember'), part(4), person('whose mind?')],
    ]);
    for (const { text } of explorers) expect(text).not.toMatch(/any order|it must be|of tea|Part [123]/);
    await answer(page, 'on with it');
    const request = askedOf(double, 'tutor')[before.tutor];
    expect(conversationIn(request!).slice(1)).toEqual([learner('Is there more?'), QUESTION, learner('on with it')]);
    expect(request?.text).not.toMatch(/it must be|whose mind|long story/);
  });
});

test('the invitation appears with a slow detector, the explorer streams, and the tutor does not learn of it', async ({
  page,
  warren,
  double,
}) => {
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
  // The tutor has answered without waiting for the detector.
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
});
