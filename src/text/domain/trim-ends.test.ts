import { expect, test } from 'vitest';

import { trimEnd, trimEnds, trimStart } from './trim-ends.ts';

test('the characters of a class are removed only from the end', () => {
  expect(trimEnd('...Is it true?!..', /[.!?]/u)).toBe('...Is it true');
  expect(trimEnd('https://a.example//', /\//u)).toBe('https://a.example');
  expect(trimEnd('...', /\./u)).toBe('');
  expect(trimEnd('', /\./u)).toBe('');
});

test('the characters of a class are removed from the beginning, and from both ends', () => {
  expect(trimStart('...a..', /\./u)).toBe('a..');
  expect(trimEnds('., a. b ,.', /[\s.,]/u)).toBe('a. b');
});

test('characters of two units are read whole', () => {
  expect(trimEnds('🙂🙂a🙂', /\p{Extended_Pictographic}/u)).toBe('a');
  expect(trimEnd('a🙂', /[\ude42]/u)).toBe('a🙂');
  expect(trimEnd('a\ude42', /[\ude42]/u)).toBe('a');
});
