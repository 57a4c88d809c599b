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

test.each([
  ['a soft hyphen', 'the effi\u00adcient fur\u00adnace', 'efficient furnace'],
  ['a ligature', 'the eﬃcient, ﬂuﬀy stuff', 'fluffy stuff'],
  ['decomposed letters', 'in Zu\u0308rich', 'Zürich'],
  ['what is sought with them', 'in Zürich', 'Zu\u0308\u200brich'],
  ['zero-width space', 'a long\u200bword', 'longword'],
  ['typographic marks', 'it’s “well‑known”', 'it\'s "well-known"'],
])('words are found despite %s', (_, text, words) => {
  expect(findInText(text, words)).toHaveLength(1);
});

test('an empty search finds nothing, and results are limited', () => {
  expect(findInText('text', '  ')).toEqual([]);
  expect(findInText('a'.repeat(MAX_FOUND * 2), 'a')).toHaveLength(MAX_FOUND);
});
