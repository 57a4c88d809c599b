import { expect, test } from 'vitest';

import type { UsageLine } from '../../protocol.ts';
import { totalCost, tokensText, usageSentence } from './usage-text.ts';
import { totalsOf, totalsByRole } from './usage-totals.ts';

const line: UsageLine = {
  role: 'evaluator',
  model: 'claude-haiku-4-5-20251001',
  calls: 4,
  failedCalls: 1,
  inputTokens: 1_000,
  cacheReadTokens: 3_000,
  cacheWriteTokens: 500,
  outputTokens: 200,
  costMicros: 3_400,
};
const local: UsageLine = { ...line, role: 'tutor', model: 'llama3.2:3b', costMicros: null };

test('input tokens include those from the cache', () => {
  expect(totalsOf([line, line])).toEqual({
    calls: 8,
    failedCalls: 2,
    tokensIn: 9_000,
    cachedTokens: 6_000,
    tokensOut: 400,
    costMicros: 6_800,
    hasPriced: true,
    hasUnpriced: false,
  });
});

test('all models of a role are one line', () => {
  const other = { ...line, model: 'claude-next' };
  expect(totalsByRole([line, local, other]).map(({ role, models, totals }) => [role, models, totals.calls])).toEqual([
    ['tutor', ['llama3.2:3b'], 4],
    ['evaluator', ['Claude Haiku 4.5', 'claude-next'], 8],
  ]);
});

test('an unknown cost is not shown as zero', () => {
  expect(totalCost(totalsOf([local]))).toBe('price unknown');
  expect(totalCost(totalsOf([line, local]))).toBe('$0.0034 and more');
  expect(totalCost(totalsOf([line]))).toBe('$0.0034');
  expect(totalCost(totalsOf([]))).toBe('$0.00');
});

test('small token counts are exact, large ones rounded', () => {
  expect([0, 9_999, 12_345, 1_204_110].map(tokensText)).toEqual(['0', '9,999', '12.3K', '1.2M']);
});

test('a sentence summarizes a month', () => {
  expect(usageSentence(totalsOf([]))).toBe('No model was called in the last 30 days.');
  expect(usageSentence(totalsOf([line]))).toBe(
    'Models were called 4 times for $0.0034; 1 of these failed. 67% of their input came from the cache.',
  );
  expect(usageSentence(totalsOf([{ ...local, calls: 1, failedCalls: 0, cacheReadTokens: 0 }]))).toBe(
    'A model was called once. For models with an unknown price only tokens are counted.',
  );
});
