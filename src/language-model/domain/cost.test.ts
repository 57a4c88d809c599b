import { expect, test } from 'vitest';

import { costOf, dollarText } from './cost.ts';
import { findModel, knownModels, modelName } from './known-models.ts';

const nothing = { inputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0, outputTokens: 0 };

test('each kind of token costs its own price', () => {
  const model = { provider: 'anthropic', id: 'claude-haiku-4-5-20251001' } as const;
  const million = 1_000_000;
  expect(costOf({ ...nothing, inputTokens: million }, model)).toBe(1_000_000);
  expect(costOf({ ...nothing, cacheReadTokens: million }, model)).toBe(100_000);
  expect(costOf({ ...nothing, cacheWriteTokens: million }, model)).toBe(1_250_000);
  expect(costOf({ ...nothing, outputTokens: million }, model)).toBe(5_000_000);
  expect(costOf({ ...nothing, cacheReadTokens: 1 }, model)).toBe(1);
  expect(costOf(nothing, model)).toBe(0);
});

test('a long prompt raises all prices of its request', () => {
  const model = { provider: 'anthropic', id: 'claude-haiku-5-5' } as const;
  expect(costOf({ ...nothing, inputTokens: 100_000, outputTokens: 1_000 }, model)).toBe(10_000 + 500);
  expect(costOf({ ...nothing, inputTokens: 50_000, cacheReadTokens: 50_001, outputTokens: 1_000 }, model)).toBe(
    25_000 + 2_501 + 2_500,
  );
});

test('the cost of an unknown model or another provider’s model is unknown', () => {
  expect(costOf(nothing, { provider: 'openai', id: 'llama3.3' })).toBeNull();
  expect(costOf(nothing, { provider: 'openai', id: 'claude-opus-5-5' })).toBeNull();
  expect(costOf(nothing, { provider: 'anthropic', id: 'claude-mythos-preview' })).toBeNull();
});

test('a snapshot has the name of its model', () => {
  expect(modelName('anthropic', 'claude-opus-4-5-20251101')).toBe('Claude Opus 4.5');
  expect(modelName('openai', 'gpt-6.1-sol-2026-09-29')).toBe('GPT-6.1 Sol');
  expect(modelName('openai', 'llama3.3')).toBe('llama3.3');
  expect(findModel('anthropic', 'claude-opus')).toBeUndefined();
});

test('cache reads cost less than other input', () => {
  for (const { price } of knownModels) if (price) expect(price.cacheRead).toBeLessThan(price.input);
});

test('amounts are shown in dollars, small ones with more digits', () => {
  expect([0, 1, 9_999, 10_000, 1_020_000].map(dollarText)).toEqual(['$0.00', '$0.0000', '$0.0100', '$0.01', '$1.02']);
});
