import { expect, test } from 'vitest';

import type { PointVerdict } from '../../evaluator/domain/evaluation.ts';
import { isNotAFailedAttempt, isSmallTalk, smallTalkAt } from './failed-attempt.ts';

const verdictOn = (id: string, verdict: PointVerdict['verdict']): PointVerdict => ({
  id,
  verdict,
  confidence: 0.5,
  quote: '',
  observation: '',
});
const said = (content: string, more: Partial<Parameters<typeof isNotAFailedAttempt>[0]> = {}) =>
  isNotAFailedAttempt({ content, pointId: 'a', verdicts: [], recalledIds: [], ...more });

test('an answer that recalls nothing misses the point asked for', () => {
  expect(said('It makes the heart stop.')).toBe(false);
  expect(said('the liver', { verdicts: [verdictOn('a', 'absent')] })).toBe(false);
  expect(said('Somewhat like it', { verdicts: [verdictOn('a', 'partial')] })).toBe(false);
  expect(said('The opposite', { verdicts: [verdictOn('a', 'contradicted'), verdictOn('b', 'partial')] })).toBe(false);
});

test('recalling or coming near another point is not a failed attempt', () => {
  expect(said('Another one', { recalledIds: ['b'] })).toBe(true);
  expect(said('This and another one', { recalledIds: ['a', 'b'] })).toBe(false);
  expect(said('Something of b', { verdicts: [verdictOn('a', 'absent'), verdictOn('b', 'partial')] })).toBe(true);
});

test('asking back is not a failed attempt, unless it states something', () => {
  expect(said('What is the weather like today?')).toBe(true);
  expect(said('Which points do you mean? The ones of today?')).toBe(true);
  expect(said('why do whales sing')).toBe(true);
  expect(said('It sings. Why do whales sing?')).toBe(false);
});

test('small talk is not a failed attempt, unless it comes near a point', () => {
  expect(said('Hello!')).toBe(true);
  expect(said('Thanks, bye', { verdicts: [verdictOn('a', 'absent')] })).toBe(true);
  expect(said('Hello!', { verdicts: [verdictOn('a', 'partial')] })).toBe(false);
});

test.each([
  'hello',
  'Hello!',
  'Hi there :)',
  'hey, how are you?',
  'Good morning',
  'ok',
  'Ok, I’m ready, let’s go!',
  'Yes.',
  'Thanks, that’s enough for today. Bye!',
  'done for today',
  'j’ai fini',
  'Thank you so much',
  'sorry, I have to go',
  'One moment please',
  'Hallo',
  'Guten Morgen',
  'vielen Dank, tschüss',
  'Bonjour !',
  'Hola, ¿qué tal?',
  'Bonjour, ça va ?',
  'Ciao, come stai?',
  '¡Hola!',
  'Buongiorno, grazie',
])('“%s” has no content on any subject', (message) => expect(isSmallTalk(message)).toBe(true));

test.each([
  'hello world is the first program',
  'The bye is a rule of cricket',
  'adenosine',
  'right',
  'start',
  'Good bread needs salt',
  'High Middle Ages',
  'It has to go through the liver',
  '5',
  'hm',
  'well…',
  '…',
  'カフェイン',
  'Ja, Adenosin staut sich an',
  `hello ${'hello '.repeat(40)}`,
])('“%s” has content', (message) => expect(isSmallTalk(message)).toBe(false));

test('“ciao” is a greeting at first and a farewell later', () => {
  for (const words of ['Ciao', 'ciao ciao!', 'Salut', 'Servus']) {
    expect(smallTalkAt(words, true)).toBe('greets');
    expect(smallTalkAt(words, false)).toBe('leaves');
  }
  for (const words of ['chao', 'Tschau!', 'good night', 'Gute Nacht', 'bye'])
    expect(smallTalkAt(words, true)).toBe('leaves');
  expect(smallTalkAt('Ciao, come stai?', false)).toBe('greets');
});
