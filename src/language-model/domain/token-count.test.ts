import { expect, test } from 'vitest';

import { tokenCount } from './estimate-tokens.ts';

test.each([
  [0, 0],
  [12, 12],
  [12.5, 12],
  [-5_000_000, 0],
  [1e300, 10_000_000],
  [Number.NaN, 0],
  [Number.POSITIVE_INFINITY, 0],
  ['12', 0],
  [[3], 0],
  [null, 0],
  [undefined, 0],
])('%j counts as %i tokens', (told, expected) => {
  expect(tokenCount(told)).toBe(expected);
});
