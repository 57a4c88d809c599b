import { describe, expect, test } from 'vitest';

import { isBeginningLike, likeness, plainOf } from './likeness.ts';

describe('the plain text of markdown', () => {
  test.each([
    ['**bold**, *italic* and `code`', 'bold, italic and code'],
    ['## A heading\n\n> quoted', '  A heading\n\n▎ quoted'],
    ['| a | b |\n|---|---|\n| 1 | 2 |', '┌───┬───┐\n│ a │ b │\n├───┼───┤\n│ 1 │ 2 │\n└───┴───┘'],
    ['```ts\nconst one = 1;\n```', 'const one = 1;'],
    ['a [link](https://example.org) here', 'a link (https://example.org) here'],
    ['a family 👩‍👩‍👧 and ✅', 'a family 👩‍ and ✅'],
    ['one line that is\nwrapped', 'one line\nthat is wrapped'],
  ])('%j is shown as %j', (markdown, shown) => {
    expect(plainOf(markdown)).toBe(plainOf(shown));
  });
});

test('likeness is the share of characters that agree, in order', () => {
  expect(likeness('abcdefghij', 'abcdefghij')).toBe(1);
  expect(likeness('', '')).toBe(1);
  expect(likeness('abcdefghij', 'abcdeXghij')).toBeCloseTo(0.9);
  expect(likeness('a'.repeat(100), 'b'.repeat(100))).toBeLessThan(0.1);
});

test('a beginning with a few other characters is recognised; another text is not', () => {
  const whole = 'a text that is rather long, so that a beginning of it says something';
  expect(isBeginningLike(whole.slice(0, 30), whole)).toBe(true);
  expect(isBeginningLike(`${whole.slice(0, 20)}X${whole.slice(21, 30)}`, whole)).toBe(true);
  expect(isBeginningLike('something quite different is said', whole)).toBe(false);
  expect(isBeginningLike(`${whole} and more of it than there is`, whole)).toBe(false);
});

test('the time for a hostile text grows linearly with its length', () => {
  const hostile = `${'['.repeat(200_000)}${'`'.repeat(200_000)}${'*a'.repeat(100_000)}`;
  expect(plainOf(hostile).length).toBe(100_000);
  expect(likeness('ab'.repeat(50_000), 'ba'.repeat(50_000))).toBeGreaterThan(0.99);
});
