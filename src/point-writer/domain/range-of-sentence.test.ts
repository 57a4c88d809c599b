import { expect, test } from 'vitest';

import { rangeOfSentence } from './range-of-sentence.ts';

const wordsOf = (text: string, sentence: string) => {
  const range = rangeOfSentence(text, sentence);
  return range && text.slice(range.start, range.end);
};

test('a sentence is found across line breaks', () => {
  const text = '# Coffee\r\nIt blocks\n  adenosine (A₁).\n\nTea is milder.';
  expect(wordsOf(text, 'It blocks adenosine (A₁).')).toBe('It blocks\n  adenosine (A₁).');
  expect(rangeOfSentence(text, 'Tea is milder.')).toEqual({ start: text.length - 14, end: text.length });
});

test('quotation marks are compared in plain form', () => {
  expect(wordsOf('He said “it’s over”.', 'He said "it\'s over".')).toBe('He said “it’s over”.');
});

test('special characters of regular expressions are matched literally', () => {
  expect(wordsOf('Is 1+1=2? [yes] 😀 (a|b)* \\d', '1+1=2? [yes] 😀 (a|b)* \\d')).toBe('1+1=2? [yes] 😀 (a|b)* \\d');
});

test('a sentence that is missing or empty has no range', () => {
  expect(rangeOfSentence('Tea is milder.', 'Coffee is milder.')).toBeNull();
  expect(rangeOfSentence('Tea is milder.', ' \n')).toBeNull();
});
