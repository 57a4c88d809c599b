import { expect, test } from 'vitest';

import { isTooDeep } from './too-deep.ts';

test.each(['> ', '- ', '1. ', '>'])('%j 200 times in a line is too deep', (sign) => {
  expect(isTooDeep(sign.repeat(200))).toBe(true);
  expect(isTooDeep(`Some words.\n\n${sign.repeat(200)}\n\nMore.`)).toBe(true);
});

test('what people and models write is not', () => {
  expect(isTooDeep(`${'-'.repeat(200)}\n${'*'.repeat(200)}\n${'- a\n'.repeat(400)}${'> '.repeat(20)}a`)).toBe(false);
});
