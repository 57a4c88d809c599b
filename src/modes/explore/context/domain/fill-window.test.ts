import { expect, test } from 'vitest';

import { historyShare, howManyLeave } from './fill-window.ts';

test.each([
  [6_000, 350],
  [32_000, 1_500],
  [200_000, 4_000],
])('in a window of %i tokens about a tenth is dropped at once, and no more than necessary', (contextTokens, answer) => {
  const room = { contextTokens, maxTokens: Math.floor(contextTokens / 8), systemTokens: 800 };
  const documents = Math.floor(contextTokens / 5);
  const tokens: number[] = [];
  const steps: number[] = [];
  const sizes: number[] = [];
  let left = 0;
  for (let turn = 0; turn < (4 * contextTokens) / answer; turn += 1) {
    const leaving = howManyLeave({ tokens, newest: 60, left, room, documents });
    const gone = tokens.slice(left, leaving).reduce((sum, each) => sum + each, 0);
    if (leaving > left) steps.push(gone / contextTokens);
    left = leaving;
    const kept = tokens.slice(left).reduce((sum, each) => sum + each, 0);
    expect(kept + 60).toBeLessThanOrEqual(historyShare(room, documents));
    if (steps.length > 0) sizes.push(kept / historyShare(room, documents));
    tokens.push(60, answer);
  }
  const largest = (60 + answer) / contextTokens;
  expect(Math.min(...steps)).toBeGreaterThan(0.09);
  expect(Math.max(...steps)).toBeLessThan(0.1 + 2 * largest);
  expect(Math.min(...sizes)).toBeGreaterThan(0.4);
});
