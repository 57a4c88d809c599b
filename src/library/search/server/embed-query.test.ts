import { expect, test } from 'vitest';

import { minilm } from '#platform/embedding/embedded/embedded-embedder.ts';

import { createEmbedQueries } from './embed-query.ts';

test('queries of one person are embedded one at a time, and a known query is not embedded again', async () => {
  const asked: string[] = [];
  const ends: (() => void)[] = [];
  const embedder = {
    model: minilm,
    isEmbedded: true,
    isStandIn: false,
    batchSize: 8,
    embed: async (texts: readonly string[]) => {
      asked.push(...texts);
      await new Promise<void>((resolve) => ends.push(resolve));
      return [Float32Array.of(1)];
    },
  };
  const embedQueries = createEmbedQueries();
  const many = ['a1', 'a2', 'a1', 'a2', 'a3'].map((query) =>
    embedQueries(embedder, { person: 'ada', queries: [query] }),
  );
  const one = embedQueries(embedder, { person: 'bob', queries: ['b1'] });
  await new Promise((resolve) => void setImmediate(resolve));
  expect(asked).toEqual(['a1', 'b1']);
  let isOver = false;
  const all = Promise.all([...many, one]).then(() => (isOver = true));
  while (!isOver) {
    ends.shift()?.();
    await new Promise((resolve) => void setImmediate(resolve));
  }
  await all;
  expect(asked).toEqual(['a1', 'b1', 'a2', 'a3']);
});
