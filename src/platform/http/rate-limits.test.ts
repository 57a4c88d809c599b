import { expect, test } from 'vitest';

import { createRateLimits } from './rate-limits.ts';

const tooMany = expect.objectContaining({ kind: 'too-many' }) as Error;

test('three thousand requests pass at once, then fifty per second, counted per client', () => {
  let now = 0;
  const limits = createRateLimits(() => now);
  for (let count = 0; count < 3_000; count += 1) limits.request('ada');
  expect(() => limits.request('ada')).toThrow(tooMany);
  limits.request('grace');
  now += 1_000;
  for (let count = 0; count < 50; count += 1) limits.request('ada');
  expect(() => limits.request('ada')).toThrow(tooMany);
});

test('the ten thousand latest clients are remembered', () => {
  const limits = createRateLimits(() => 0);
  for (let count = 0; count < 3_000; count += 1) limits.request('first');
  for (let index = 0; index < 9_999; index += 1) limits.request(`10.0.${index}`);
  expect(() => limits.request('first')).toThrow(tooMany);
  for (let index = 0; index < 10_000; index += 1) limits.request(`10.1.${index}`);
  limits.request('first');
});
