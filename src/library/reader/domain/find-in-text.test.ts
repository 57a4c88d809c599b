import fc from 'fast-check';
import { expect, test } from 'vitest';

import { findInText, MAX_FOUND } from './find-in-text.ts';

test('words are found in any case and across line ends', () => {
  expect(findInText('The Coal\nquestion, the coal  QUESTION', ' coal question ')).toEqual([
    { start: 4, end: 17 },
    { start: 23, end: 37 },
  ]);
});

test('any text is found in itself', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (words) => {
      fc.pre(words.trim() !== '');
      expect(findInText(`a ${words} z`, words).length).toBeGreaterThan(0);
    }),
  );
});

test('nothing is found by nothing, and no more than the most', () => {
  expect(findInText('text', '  ')).toEqual([]);
  expect(findInText('a'.repeat(MAX_FOUND * 2), 'a')).toHaveLength(MAX_FOUND);
});
