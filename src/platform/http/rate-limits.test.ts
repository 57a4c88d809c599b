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

test('ten wrong tokens pass per minute, and refused ones do not extend the wait', () => {
  let now = 0;
  const limits = createRateLimits(() => now);
  for (let count = 0; count < 10; count += 1) limits.wrongToken('10.0.0.1');
  for (let count = 0; count < 10; count += 1) expect(() => limits.wrongToken('10.0.0.1')).toThrow(tooMany);
  now += 60_000;
  for (let count = 0; count < 10; count += 1) limits.wrongToken('10.0.0.1');
  expect(() => limits.wrongToken('10.0.0.1')).toThrow(tooMany);
});

test('the ten thousand latest addresses are remembered', () => {
  const limits = createRateLimits(() => 0);
  for (let count = 0; count < 10; count += 1) limits.wrongToken('first');
  for (let index = 0; index < 9_999; index += 1) limits.wrongToken(`10.0.${index}`);
  expect(() => limits.wrongToken('first')).toThrow(tooMany);
  for (let index = 0; index < 10_000; index += 1) limits.wrongToken(`10.1.${index}`);
  limits.wrongToken('first');
});
