import { expect, test } from 'vitest';

import { estimateTokens } from './estimate-tokens.ts';

test('Latin text has about four characters a token, and Chinese about one', () => {
  expect(estimateTokens('')).toBe(0);
  expect(estimateTokens('a')).toBe(1);
  expect(estimateTokens('The Coal Question')).toBe(5);
  expect(estimateTokens('煤炭问题')).toBe(4);
});
