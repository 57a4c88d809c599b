import { expect, test } from 'vitest';

import type { Point } from '../../../evaluator/domain/evaluation.ts';
import { sampleSet } from '../../../sets/domain/sample-set.ts';
import { givenAwayIn } from './give-away.ts';
import { createGuard, type Guard } from './guard.ts';

export const caffeine: readonly Point[] = [
  'Caffeine blocks adenosine receptors in the brain',
  'Adenosine builds up while we are awake and makes us sleepy',
  'The half-life of caffeine is about five hours',
  'Coffee six hours before bed still shortens sleep by about an hour',
  'Caffeine reduces deep sleep',
  'Genes decide how fast the liver breaks caffeine down',
  'Regular users become tolerant to caffeine',
  'Withdrawal brings headaches for a few days',
].map((text, index) => ({ id: String(index + 1), text, context: '' }));

function guard(change: Partial<Parameters<typeof createGuard>[0]> = {}): Guard {
  return createGuard({
    points: caffeine,
    openIds: new Set(caffeine.map(({ id }) => id)),
    probeId: null,
    title: 'Caffeine and sleep',
    asked: '',
    said: '',
    ...change,
  });
}
const given = (reply: string, change = {}, before = '') =>
  givenAwayIn(reply, before, guard(change))
    .map(({ id }) => id)
    .join(' ');

test.each([
  ['Caffeine blocks adenosine receptors in the brain.', '1'],
  ['Well, in the brain the receptors of adenosine are blocked by caffeine.', '1'],
  ['So caffeine blocks the adenosine receptors.', '1'],
  ['Did you know that caffeine blocks adenosine receptors in the brain?', '1'],
  ['While you are awake adenosine builds up and makes you sleepy.', '2'],
  ['It has a half-life of five hours, that is the half-life of caffeine.', '3'],
  ['Caffeine has a half-life of 5 hours.', '3'],
  ['Caffeine cuts deep sleep. What else?', '5'],
  ['The liver breaks caffeine down at a speed that genes decide.', '6'],
  ['Withdrawal brings headaches for a few days, and regular users become tolerant.', '7 8'],
  ['Right. (1) Caffeine reduces deep sleep; (2) withdrawal brings headaches for a few days.', '5 8'],
  ['CAFFEINE  BLOCKS **ADENOSINE** `receptors` in the *brain*', '1'],
])('%j gives away %s', (reply, ids) => {
  expect(given(reply)).toBe(ids);
});

test.each([
  'What else do you remember about “Caffeine and sleep”?',
  'What does caffeine do to the adenosine receptors in the brain?',
  'Which receptors does caffeine block in the brain?',
  '“Caffeine blocks ____ receptors in the brain”: what is missing?',
  '“Caffeine blocks a________ r________ in the b____”',
  'What is the half-life of caffeine?',
  'The half-life of caffeine is a number of hours. Which?',
  'What happens to deep sleep?',
  'What becomes of regular users?',
  'What do genes have to do with it?',
  'Right, that is how it works in the brain. How long does it stay in the body?',
  'You said that caffeine activates the receptors: take another look. What does it do there?',
  'Think of what builds up in the brain during the day. What is it called?',
])('%j gives nothing away', (reply) => {
  expect(given(reply)).toBe('');
});

test('the number of the point asked for is the answer, in any wording', () => {
  const hastings = [{ id: 'h', text: 'The battle of Hastings was in 1066', context: '' }];
  const asked = { points: hastings, openIds: new Set(['h']), probeId: 'h', title: 'England', asked: 'When was that?' };
  expect(given('Was it 1066?', asked)).toBe('h');
  expect(given('Was it in the 11th century?', asked)).toBe('');
  expect(given('Is it five hours or more until half of it is gone?', { probeId: '3' })).toBe('3');
  expect(given('Is it five hours or more until half of it is gone?', { probeId: '1' })).toBe('');
  expect(given('You have named five of them.', { probeId: '3' })).toBe('');
});

test('recalled and told points can be mentioned', () => {
  expect(given('Yes, caffeine blocks adenosine receptors in the brain.', { openIds: new Set(['2', '3']) })).toBe('');
});

test('the rest of a point after a question with its other half gives it away', () => {
  const asked = 'What does caffeine block in the brain?';
  expect(given('It is the adenosine receptors.', { probeId: '1', asked })).toBe('1');
  expect(given('Do you mean adenosine receptors?', { probeId: '1', asked })).toBe('1');
  expect(given('Is it the adenosine receptors?', { probeId: '3', asked })).toBe('');
});

test('a one-word answer is given away by that word', () => {
  const points = [{ id: 'x', text: 'The capital of France is Paris', context: '' }];
  const asking = { points, openIds: new Set(['x']), probeId: 'x', title: 'Capital of France' };
  expect(given('Is it Paris?', asking)).toBe('x');
  expect(given('What is the capital of France?', asking)).toBe('');
});

test('words visible on the page give nothing away', () => {
  const points = [{ id: 'x', text: 'Caffeine and sleep', context: '' }];
  expect(given('What do you remember about caffeine and sleep?', { points, openIds: new Set(['x']) })).toBe('');
});

test('repeating the person’s statement gives nothing away, unless they asked or guessed', () => {
  const echo = 'You said that caffeine blocks adenosine receptors. Where?';
  expect(given(echo, { said: 'I think caffeine blocks adenosine receptors' })).toBe('');
  expect(given(echo, { said: 'Is it so that caffeine blocks adenosine receptors?' })).toBe('1');
  expect(given(echo, { said: 'caffeine blocks or activates adenosine or dopamine receptors' })).toBe('1');
});

test('a point spread over two sentences is given away by the second', () => {
  expect(given('It concerns Coffee six hours before bed. It still shortens sleep by an hour, about.')).toBe('4');
});

test('points of symbols only, and in scripts without spaces, are detected', () => {
  const points = [
    { id: 's', text: '∀ε ∃δ', context: '' },
    { id: 'j', text: 'カフェインはアデノシン受容体を遮断する', context: '' },
    { id: '!', text: '→', context: '' },
  ];
  const open = { points, openIds: new Set(['s', 'j', '!']), title: 'T' };
  expect(given('カフェインはアデノシン受容体を遮断する。', open)).toBe('j');
  expect(given('カフェインは何を？', open)).toBe('');
  expect(given('It is → here.', open)).toBe('!');
});

test.each([
  ['1', 'While you are awake a substance called adenosine piles up in the brain and tires you.'],
  ['2', 'Coffee stops the adenosine from docking onto its receptors so you don’t notice you’re tired.'],
  ['2', 'Caffeine occupies the receptors of adenosine so we do not feel tired.'],
  ['3', 'After the caffeine is gone the adenosine which accumulated works all at once and you crash.'],
  ['4', 'Half of the caffeine is gone after five hours.'],
  ['5', 'The brain makes more receptors for adenosine when you drink coffee every day.'],
  ['6', 'The headache from quitting is because vessels in the brain dilate.'],
  ['7', 'Evening coffee reduces deep sleep.'],
  ['8', 'Right, caffeine takes 20 minutes to kick in, hence the nap after a coffee.'],
])('point %s of the sample is detected in other words, and no other point is: %j', (id, sentence) => {
  const points = sampleSet.points.map((point, index) => ({ id: `${index + 1}`, ...point }));
  expect(given(sentence, { points, openIds: new Set(points.map((point) => point.id)) })).toBe(id);
});

test.each([
  ['characters that nobody sees', 'Caf\u200bfeine blo\u00adcks the adeno\u200bsine recep\u2060tors in the brain.'],
  ['marks inside words', 'Caf**feine** blo**cks** the adeno**sine** recep**tors** in the brain.'],
  ['entities', '&#67;affeine bl&#111;cks &#x61;denosine r&#101;ceptors in the brain.'],
  ['letters one by one', 'C a f f e i n e  b l o c k s  a d e n o s i n e  r e c e p t o r s  in the b r a i n.'],
  ['one run of letters', 'c a f f e i n e b l o c k s a d e n o s i n e r e c e p t o r s b r a i n'],
  ['syllables', 'Caf-feine blo-cks ade-no-sine re-cep-tors in the brain.'],
  ['words joined', 'CaffeineBlocksAdenosineReceptors in the brain.'],
  ['one word a line', 'Caffeine\nblocks\nthe\nadenosine\nreceptors\nin the\nbrain'],
  ['a list', '- Caffeine\n- blocks\n- adenosine\n- receptors\n- brain\n'],
  ['one word a paragraph', 'Caffeine\n\nblocks\n\nadenosine\n\nreceptors\n\nbrain\n\n'],
  ['sentences', 'It is caffeine. Hm. Well. So. It blocks. What? Adenosine receptors, that is. Of the brain.'],
])('a point in %s is given away', (_, reply) => {
  expect(given(reply)).toBe('1');
  expect(given(reply, { probeId: '1' })).toBe('1');
});

const animals = ['Zebras sleep standing up.', 'Water boils at 100 degrees Celsius at sea level.'].map(
  (text, index) => ({
    id: `${index + 1}`,
    text,
    context: '',
  }),
);
const ofAnimals = { points: animals, openIds: new Set(['1', '2']), title: 'Facts' };

test('a short point spread over sentences is detected, and so is one without its unit', () => {
  expect(given('It is about zebras. They sleep. Standing up is how.', ofAnimals)).toBe('1');
  const asked = 'At what temperature does water boil at sea level?';
  expect(given('It is 100 degrees.', { ...ofAnimals, probeId: '2', asked })).toBe('2');
  expect(given('It boils at 100 °C at sea level.', { ...ofAnimals, probeId: '2' })).toBe('2');
  expect(given('Think of the degrees.', { ...ofAnimals, probeId: '2', asked })).toBe('');
});

test('a person’s statement can be repeated in any order from this message, or completely from an earlier one', () => {
  const echo = 'So caffeine blocks adenosine receptors in the brain, you say. What else?';
  const stated = 'I think adenosine receptors in the brain get blocked when you drink caffeine';
  expect(given(echo, { said: stated })).toBe('');
  expect(given(echo, { said: 'hm', saidBefore: [stated, 'what?'] })).toBe('');
  expect(given(echo, { said: 'hm', saidBefore: ['caffeine and adenosine receptors'] })).toBe('1');
  expect(given(echo, { said: 'caffeine does something in the brain' })).toBe('1');
  expect(given(echo, { said: 'caffeine does not block adenosine receptors in the brain' })).toBe('1');
  expect(given(echo, { said: 'adenosine receptors block caffeine in the brain', deniedIds: new Set(['1']) })).toBe('1');
  const list =
    'caffeine sleep adenosine dopamine liver genes receptors block brain neurons hours coffee tea headache deep withdrawal tired kidneys heart';
  expect(given(echo, { said: list })).toBe('1');
});

test.each(['It is spelt P - A - R - I - S.', 'Letters: P · A · R · I · S', 'P . a . r . i . s', 'P.A · R.I · S'])(
  'a word with marks between its letters is detected: %s',
  (reply) => {
    const paris = [{ id: 'p', text: 'Paris is the capital of France', context: '' }];
    expect(given(reply, { points: paris, openIds: new Set(['p']), probeId: 'p', title: 'The capital of France' })).toBe(
      'p',
    );
  },
);

const revolution: readonly Point[] = [
  'The Estates-General met at Versailles in May 1789.',
  'The storming of the Bastille was on 14 July 1789.',
  'The Tennis Court Oath was sworn at Versailles in 1789.',
  'Robespierre fell on 27 July 1794.',
  'Robespierre led the Committee of Public Safety.',
].map((text, index) => ({ id: String(index + 1), text, context: '' }));
const derivatives: readonly Point[] = [
  'The derivative of $\\sin x$ is $\\cos x$.',
  'The derivative of $\\cos x$ is $-\\sin x$.',
  'The derivative of $-\\cos x$ is $\\sin x$.',
].map((text, index) => ({ id: String(index + 1), text, context: '' }));

test.each([
  ['a year', revolution, '1', '2'],
  ['a year and a place', revolution, '1', '3'],
  ['a name', revolution, '4', '5'],
  ['the words of a formula', derivatives, '1', '2'],
  ['the words of a formula', derivatives, '2', '3'],
])('a telling of one point does not tell another that shares %s with it', (...[, points, tellId, probeId]) => {
  const openIds = new Set(points.map(({ id }) => id));
  const textOf = (id: string) => points.find((point) => point.id === id)?.text ?? '';
  const checked = createGuard({ points, openIds, probeId, tellId, title: '', asked: '', said: '' });
  const told = (reply: string) => givenAwayIn(reply, '', checked).map(({ id }) => id);
  expect(told(`It is this: ${textOf(tellId)} And what else?`)).toEqual([tellId]);
  expect(told(`It is this: ${textOf(tellId)} ${textOf(probeId)}`)).toEqual([tellId, probeId].toSorted());
});

test('a reply that reverses the person’s statement gives the point away', () => {
  const texts = ['Silence is not acceptance', 'It holds that $\\int u \\, dv = uv - \\int v \\, du$'];
  const points = texts.map((text, index) => ({ id: String(index + 1), text, context: '' }));
  const law = { points, openIds: new Set(['1', '2']), title: 'Mixed' };
  for (const change of [
    { said: 'Silence is acceptance' },
    { said: 'hm', saidBefore: ['silence is acceptance. It holds that $\\int u \\, dv = uv + \\int v \\, du$'] },
  ])
    expect(given('Silence is not acceptance. What else?', { ...law, ...change })).toBe('1');
  const plus = { ...law, said: 'It holds that $\\int u \\, dv = uv + \\int v \\, du$' };
  expect(given(`${texts[1]}. Go on.`, plus)).toBe('2');
  expect(given(`${texts[1]}. Go on.`, { ...law, said: `I think: ${texts[1]}` })).toBe('');
});
