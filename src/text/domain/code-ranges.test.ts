import { expect, test } from 'vitest';

import { codeRangesOf } from './code-ranges.ts';

const codeIn = (text: string) =>
  codeRangesOf(text).map(({ start, end, isFenced }) => [text.slice(start, end), isFenced]);

test('fenced code and inline code are found in order', () => {
  const text = 'a `b` c ``d ` e``\n```js\n`f`\n````\n~~~ g\n```\n~~~\nh ` i';
  expect(codeIn(text)).toEqual([
    ['`b`', false],
    ['``d ` e``', false],
    ['```js\n`f`\n````', true],
    ['~~~ g\n```\n~~~', true],
  ]);
});

test('an unclosed fence extends to the end, and inline code does not extend beyond its line', () => {
  expect(codeIn('`a\nb`\n```\nc\n')).toEqual([['```\nc\n', true]]);
});

test('a fence of tildes can have Windows line endings', () => {
  expect(codeIn('~~~ js\r\nx\r\n~~~\r\ny')).toEqual([['~~~ js\r\nx\r\n~~~\r', true]]);
});
