import { expect, test } from 'vitest';

import { sourceOffsets } from './rendered-text.ts';

test('equal texts have equal offsets', () => {
  expect(sourceOffsets('coal', 'coal')).toEqual([0, 1, 2, 3, 4]);
});

test('escapes and entities are skipped', () => {
  expect(sourceOffsets('a*b', 'a\\*b')).toEqual([0, 2, 3, 4]);
  expect(sourceOffsets('a & b', 'a &amp; b')).toEqual([0, 1, 2, 7, 8, 9]);
  expect(sourceOffsets('a©b', 'a&copy;b')).toEqual([0, 1, 7, 8]);
});
