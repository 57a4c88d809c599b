import { expect, test } from 'vitest';

import { modelKey, readModelKey } from './model-key.ts';

test('a key can be read back even if the model’s id contains slashes', () => {
  for (const key of [
    { endpoint: 'openai', model: 'text-embedding-3-small', dimension: 1_536 },
    { endpoint: '127.0.0.1:11434', model: 'BAAI/bge-m3', dimension: 1_024 },
  ])
    expect(readModelKey(modelKey(key))).toEqual(key);
});

test('a key of another version cannot be read', () => {
  expect(readModelKey('openai/text-embedding-3-small/1536/0')).toBeUndefined();
  expect(readModelKey('something')).toBeUndefined();
});
