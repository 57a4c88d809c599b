import { expect, test } from 'vitest';

import type { KnownModel } from '../../protocol.ts';
import { modelChoices, modelPrice, priceOf } from './model-choices.ts';

const haiku: KnownModel = {
  provider: 'anthropic',
  id: 'claude-haiku-4-5',
  name: 'Claude Haiku 4.5',
  inputPrice: 1_000_000,
  outputPrice: 5_000_000,
  isEmbedding: false,
};
const nano: KnownModel = { ...haiku, provider: 'openai', id: 'gpt-5.4-nano', name: 'GPT-5.4 Nano' };
const small: KnownModel = {
  ...nano,
  id: 'text-embedding-3-small',
  name: 'Text Embedding 3 Small',
  inputPrice: 20_000,
  outputPrice: 0,
  isEmbedding: true,
};
const known = [haiku, nano, small];

test('known models of the provider come first, with their prices', () => {
  const offered = [
    { id: 'claude-next', name: 'Claude Next' },
    { id: `${haiku.id}-20251001`, name: haiku.name },
  ];
  expect(modelChoices({ provider: 'anthropic', known, isEmbedder: false, offered, filter: '' })).toEqual([
    { id: haiku.id, name: haiku.name, price: '$1 in, $5 out' },
    { id: 'claude-next', name: 'Claude Next', price: null },
  ]);
});

test('known models are suggested before the provider answers', () => {
  const ids = (provider: 'anthropic' | 'openai') =>
    modelChoices({ provider, known, isEmbedder: false, offered: undefined, filter: '' }).map(({ id }) => id);
  expect(ids('anthropic')).toEqual([haiku.id]);
  expect(ids('openai')).toEqual([nano.id]);
});

test('only models that an endpoint offers are suggested', () => {
  const offered = [{ id: 'llama3.2:3b', name: 'llama3.2:3b' }];
  expect(
    modelChoices({ provider: 'openai', known, isEmbedder: false, offered, filter: '' }).map(({ id }) => id),
  ).toEqual(['llama3.2:3b']);
});

test('typed words narrow the list, in any order', () => {
  const narrowed = (filter: string) =>
    modelChoices({ provider: 'anthropic', known, isEmbedder: false, offered: undefined, filter }).map(({ id }) => id);
  expect(narrowed('4.5 HAIKU')).toEqual([haiku.id]);
  expect(narrowed('opus')).toEqual([]);
});

test('an incomplete price is unknown', () => {
  expect(modelPrice({ ...haiku, outputPrice: null })).toBeNull();
});

test('a dated snapshot has the price of its model', () => {
  expect(priceOf('anthropic', ' claude-haiku-4-5-20251001 ')).toBe('$1 in, $5 out');
  expect(priceOf('anthropic', 'claude-unheard-of')).toBeNull();
  expect(priceOf('openai', 'claude-haiku-4-5')).toBeNull();
});

test('the embedder has models of its own', () => {
  const offered = [nano, small, { id: 'nomic-embed-text', name: 'nomic-embed-text' }];
  const choices = (isEmbedder: boolean) => modelChoices({ provider: 'openai', known, isEmbedder, offered, filter: '' });
  expect(choices(true).map(({ id, price }) => [id, price])).toEqual([
    [small.id, '$0.02'],
    ['nomic-embed-text', null],
  ]);
  expect(choices(false).map(({ id }) => id)).toEqual([nano.id, 'nomic-embed-text']);
});
