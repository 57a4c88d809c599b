import { expect, test } from 'vitest';

import { isTooDeep } from './too-deep.ts';

test.each(['> ', '- ', '1. ', '>'])('%j repeated 200 times in a line is too deep', (sign) => {
  expect(isTooDeep(sign.repeat(200))).toBe(true);
  expect(isTooDeep(`Some words.\n\n${sign.repeat(200)}\n\nMore.`)).toBe(true);
});

test('text as people and models write it is not too deep', () => {
  expect(isTooDeep(`${'-'.repeat(200)}\n${'*'.repeat(200)}\n${'- a\n'.repeat(400)}${'> '.repeat(20)}a`)).toBe(false);
});
