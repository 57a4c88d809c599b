import { expect, test } from 'vitest';

import { withinLimits } from './seen-store.ts';

const entry = (at: number, length: number) => ({ key: `seen at ${at}`, at, length });
const times = (entries: ReturnType<typeof withinLimits>) => entries.map(({ at }) => at);

test('the browser keeps the latest entries, by number and by length, and none that is too long', () => {
  const many = Array.from({ length: 200 }, (_, at) => entry(at, 10));
  expect(times(withinLimits(many))).toEqual(Array.from({ length: 150 }, (_, index) => 199 - index));
  const long = Array.from({ length: 10 }, (_, at) => entry(at, 900_000));
  expect(times(withinLimits(long))).toEqual([9, 8, 7, 6, 5, 4]);
  expect(times(withinLimits([entry(1, 10), entry(2, 1_000_001)]))).toEqual([1]);
});
