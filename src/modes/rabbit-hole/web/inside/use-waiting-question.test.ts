import { expect, test } from 'vitest';

import { lastQuestion } from './use-waiting-question.ts';

test('the last question of a message is the pending one', () => {
  expect(lastQuestion('Right. What builds up? Take your time.')).toBe('What builds up?');
  expect(lastQuestion('Is it A? Or **B**?\n\nThink of “the seat”.')).toBe('Or B?');
});

test('a decimal point ends no sentence', () => {
  expect(lastQuestion('Right. Why is it 5.5 hours?')).toBe('Why is it 5.5 hours?');
});

test('without a question, the last sentence is used', () => {
  expect(lastQuestion('That is one of them. Go on.')).toBe('Go on.');
  expect(lastQuestion('What else, now')).toBe('What else, now');
  expect(lastQuestion('')).toBe('');
});

test('a long question is cut between words', () => {
  const cut = lastQuestion(`${'seat '.repeat(60)}?`);
  expect(cut.length).toBeLessThanOrEqual(141);
  expect(cut.endsWith('seat…')).toBe(true);
});

test.each([
  [
    'No matter. Which words are missing here?\n\n“Caffeine blocks ____ ____ in the ____”',
    'Which words are missing here? “Caffeine blocks ____ ____ in the ____”',
  ],
  [
    'How does this sentence go?\n\n“Sleep clears it. ____ does not.” Take your time.',
    'How does this sentence go? “Sleep clears it. ____ does not.”',
  ],
  ['“The seat of sleep is __here__.” What is meant by that?', '“The seat of sleep is here.” What is meant by that?'],
  ['Think of “the seat”. What is said about it?', 'What is said about it?'],
])('a short question includes the sentence it asks about: %#', (message, quoted) => {
  expect(lastQuestion(message)).toBe(quoted);
});

test('the sentence of a short question is cut if it is long', () => {
  const cut = lastQuestion(`What is left out?\n\n“${'seat '.repeat(60)}”`);
  expect(cut.startsWith('What is left out? “seat')).toBe(true);
  expect(cut.length).toBeLessThanOrEqual(141);
  expect(lastQuestion(`“${'seat '.repeat(60)}.” What is left out?`)).toBe('What is left out?');
});
