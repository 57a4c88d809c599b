import { expect, test } from 'vitest';

import { maxConnections } from './connections.ts';

test.each([
  [100_000, 75_000],
  [1_024, 768],
  [256, 192],
  [100, 36],
  [64, 8],
])('of %d descriptors, %d are for connections: the rest is for the database, files and terminals', (limit, max) => {
  expect(maxConnections(limit)).toBe(max);
});
