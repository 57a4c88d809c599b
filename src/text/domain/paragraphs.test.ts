import { expect, test } from 'vitest';

import { endsWithBlankLine, paragraphTexts } from './paragraphs.ts';

test('a blank line ends a paragraph, and the white space after it belongs to it', () => {
  expect(paragraphTexts('one\ntwo\n \r\n\n  three\n\n')).toEqual(['one\ntwo\n \r\n\n  ', 'three\n\n']);
  expect(paragraphTexts('one\n two')).toEqual(['one\n two']);
  expect(paragraphTexts('')).toEqual([]);
});

test('a text ends with a blank line if only white space follows it', () => {
  expect(['a\n\n', 'a\n \n  ', 'a\n', 'a\n\nb', 'a'].map(endsWithBlankLine)).toEqual([true, true, false, false, false]);
});
