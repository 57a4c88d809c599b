import { expect, test } from 'vitest';

import { citedSentences } from './cited-sentences.ts';

/** The sentences that a mark after these words cites. */
const upTo = (text: string, words: string) => {
  const end = text.indexOf(words) + words.length;
  return citedSentences(text, { start: end - 1, end });
};

test('a sentence continues after a hard line break', () => {
  const { source } = upTo('It burned\nfor two days. Then it rained.', 'two days');
  expect(source).toBe('It burned for two days.');
});

test.each([
  ['-', '-'],
  ['1.', '2.'],
  ['1)', '2)'],
])('a sentence ends with its list item (%s)', (first, second) => {
  const list = `${first} “It burned. Nobody saw it.”\n${second} “The fire lasted from 1902 to 1911.”\n`;
  expect(upTo(list, 'saw it.”').source).toBe('Nobody saw it.”');
  expect(upTo(list, 'saw it.”').around).toContain('1902');
  expect(upTo(list, 'to 1911.”').source).not.toContain('Nobody');
});
