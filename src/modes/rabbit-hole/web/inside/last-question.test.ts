import { expect, test } from 'vitest';

import { lastQuestion } from './last-question.ts';

test('the last question of a message is what it waits at', () => {
  expect(lastQuestion('Right. What builds up? Take your time.')).toBe('What builds up?');
  expect(lastQuestion('Is it A? Or **B**?\n\nThink of “the seat”.')).toBe('Or B?');
});

test('without a question it is the last sentence', () => {
  expect(lastQuestion('That is one of them. Go on.')).toBe('Go on.');
  expect(lastQuestion('What else, now')).toBe('What else, now');
  expect(lastQuestion('')).toBe('');
});

test('a long one is cut between words', () => {
  const cut = lastQuestion(`${'seat '.repeat(60)}?`);
  expect(cut.length).toBeLessThanOrEqual(141);
  expect(cut.endsWith('seat…')).toBe(true);
});
