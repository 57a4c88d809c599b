import { expect, test } from 'vitest';

import { sampleSet } from '../../../sets/domain/sample-set.ts';
import type { PointVerdict } from '../evaluation.ts';
import { outcomeOf } from '../outcome.ts';
import { evaluateBatchLexically } from './evaluate-batch.ts';

const other = [
  'Constantine moved the capital from Rome to Byzantium in 330.',
  'Hannibal crossed the Alps with elephants to attack Rome from the north.',
  'A stack returns the last element that was pushed first.',
  'Immutable data can be shared between threads without locks.',
  'An index makes reads faster but writes slower.',
  'TCP resends packets that were lost, while UDP does not.',
  'In German the verb stands at the end of a subordinate clause.',
  'Spanish uses ser for permanent qualities and estar for temporary states.',
  'Japanese puts the object before the verb.',
  'Latin nouns have six cases, which show their role in the sentence.',
];

function evaluate(texts: readonly string[], answer: string, question = 'What comes to mind first?') {
  const points = texts.map((text, index) => ({ id: String(index + 1), text, context: '' }));
  return evaluateBatchLexically(points, [
    { author: 'assistant', content: question },
    { author: 'person', content: answer },
  ]);
}

/** Which of the points are neither credited nor asked about. */
function missed(verdicts: readonly PointVerdict[], ids: string): readonly string[] {
  return verdicts.filter((each) => ids.split(' ').includes(each.id) && outcomeOf(each) === 'no').map(({ id }) => id);
}

const sample = sampleSet.points.map(({ text }) => text);

test.each([
  ["coffee stops the adenosine from docking onto its receptors so you don't notice you're tired", '2'],
  ['the headache from quitting is because vessels in the brain dilate', '6'],
  ['evening coffee reduces deep sleep', '7'],
  ['caffeine occupies the receptors of adenosine so we do not feel tired', '2'],
  ['after the caffeine is gone the adenosine which accumulated works all at once and you crash', '3'],
  [
    "adenosine builds up while awake and makes you sleepy, caffeine blocks its receptors so you don't feel it, and it has a half-life of five hours",
    '1 2 4',
  ],
  ['coffee nap: caffeine takes 20 minutes to kick in', '8'],
  ['you sleep less deeply after coffee in the evening', '7'],
])('%j is not a no for %s, and nothing else is credited', (answer, ids) => {
  const { recalledPointIds, verdicts } = evaluate(sample, answer);
  expect(recalledPointIds.filter((id) => !ids.split(' ').includes(id))).toEqual([]);
  expect(missed(verdicts, ids)).toEqual([]);
  expect(verdicts.filter(({ verdict }) => verdict === 'contradicted')).toEqual([]);
});

test('a number alone is read with the question that leaves it open', () => {
  const question = 'One of the points is about “half-life”. There is a number in it. What is said about it?';
  expect(missed(evaluate(sample, 'five hours', question).verdicts, '4')).toEqual([]);
  expect(evaluate(sample, 'six hours', question).recalledPointIds).toEqual([]);
  expect(evaluate(sample, 'five hours').recalledPointIds).toEqual([]);
});

test.each([
  ['withdrawal headaches come from blood vessels narrowing', '6'],
  ['withdrawal headaches come from blood vessels in the brain shrinking', '6'],
  ['coffee in the evening increases deep sleep even when falling asleep is easy', '7'],
  ['with daily use the brain loses adenosine receptors so the same cup does more', '5'],
  ['adenosine builds up in the brain while we are asleep and makes us feel alert', '1'],
  ['adenosine builds up in the brain while we are awake and makes us feel alert', '1'],
  ['it builds up in the brain while we are awake and makes us feel alert', '1'],
])('%j contradicts %s', (answer, id) => {
  const { recalledPointIds, verdicts } = evaluate(sample, answer);
  expect(recalledPointIds).toEqual([]);
  expect(verdicts.find((verdict) => verdict.id === id)?.verdict).toBe('contradicted');
});

test.each([
  'caffeine blocks something in the brain',
  'caffeine blocks something in the brain so the sleepiness is not felt',
  'caffeine blocks some things in the brain, so that the tiredness is somehow not felt',
  'caffeine blocks certain receptors in the brain',
  'caffeine does stuff to adenosine in the brain',
  'somebody said that caffeine blocks something in the brain',
])('%j leaves the essential open and recalls nothing', (answer) => {
  const points = ['Caffeine blocks adenosine receptors in the brain.', ...sample];
  expect(evaluate(points, answer).recalledPointIds).toEqual([]);
  expect(evaluate(points, answer, 'What does caffeine block?').recalledPointIds).toEqual([]);
  expect(evaluate(points.slice(0, 1), answer, 'How does caffeine work?').recalledPointIds).toEqual([]);
});

test('a vague word beside the whole point is asked about', () => {
  const answer = 'caffeine somehow blocks the adenosine receptors in the brain';
  const { verdicts } = evaluate(['Caffeine blocks adenosine receptors in the brain.'], answer);
  expect(verdicts.map(outcomeOf)).toEqual(['ask']);
});

test.each([
  'What comes to mind first?',
  'Which words are missing here?\n\n“Caffeine blocks ____ ____ in the ____.”',
  'With the first letters: which words are they?\n\n“Caffeine blocks a________ r________ in the b____.”',
])('after %j, a verbatim denial contradicts the point', (question) => {
  const points = ['Caffeine blocks adenosine receptors in the brain.', 'Caffeine reduces deep sleep.'];
  const { verdicts, feedback } = evaluate(
    points,
    'Caffeine does not block adenosine receptors in the brain.',
    question,
  );
  expect(verdicts[0]?.verdict).toBe('contradicted');
  expect(verdicts.map(outcomeOf)).not.toContain('yes');
  expect(feedback).toMatch(/^Wrong: .*look at it again\.$/);
});

test.each([
  'the half-life of adenosine is about five hours',
  'Does adenosine build up in the brain while we are awake and make us sleepy?',
  'does adenosine build up in the brain while we are awake and make us sleepy',
  'Is it that caffeine blocks adenosine receptors, so the sleepiness is not felt?',
])('%j recalls nothing', (answer) => {
  expect(evaluate(sample, answer).recalledPointIds).toEqual([]);
});

test.each([
  'Constantine moved the capital from Byzantium to Rome in 330',
  'Hannibal moved the capital from Rome to Byzantium in 330',
  'Hannibal crossed the Alps with elephants to attack Rome from the south',
  'A queue returns the last element that was pushed first',
  'a stack returns the first element that was pushed first',
  'mutable data can be shared between threads without locks',
  'an index makes reads slower but writes faster',
  'UDP resends packets that were lost, while TCP does not',
  'In Japanese the verb stands at the end of a subordinate clause',
  'Spanish uses estar for permanent qualities and ser for temporary states',
  'Japanese puts the verb before the object',
  'Latin verbs have six cases, which show their role in the sentence',
])('%j reverses a point or says it of something else, and recalls nothing', (answer) => {
  expect(evaluate(other, answer).recalledPointIds).toEqual([]);
});

test.each([
  ['Constantine shifted the capital to Byzantium from Rome in 330', '1'],
  ['immutable data is safe to share between threads with no locks', '4'],
  ['an index speeds up reads but slows down writes', '5'],
  ["TCP resends lost packets, UDP doesn't", '6'],
  ['the object goes before the verb in Japanese', '9'],
  ['is about nothing. Latin nouns have 6 cases showing the role in a sentence', '10'],
])('%j is not a no for %s', (answer, id) => {
  const { recalledPointIds, verdicts } = evaluate(other, answer);
  expect(recalledPointIds.filter((each) => each !== id)).toEqual([]);
  expect(missed(verdicts, id)).toEqual([]);
});

test.each([' ', '#', 'a', '[', '](', '!', '\n', 'a ', '1,', "a'", '. ', 'and a b c ', '遮', 'not ', 'is '])(
  'a message or a point of only %j is evaluated in bounded time',
  { timeout: 30_000 },
  (unit) => {
    const long = unit.repeat((256 * 1024) / unit.length);
    expect(evaluate(sample, long).recalledPointIds).toEqual([]);
    expect(evaluate([long.slice(0, 64 * 1024)], 'caffeine').recalledPointIds).toEqual([]);
  },
);
