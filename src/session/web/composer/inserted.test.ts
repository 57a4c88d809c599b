import { expect, test } from 'vitest';

import { inserted } from './inserted.ts';

test('inserted words are separated from those around them', () => {
  expect(inserted('', ' It is caffeine ', [0, 0])).toBe('It is caffeine ');
  expect(inserted('It is', 'caffeine', [5, 5])).toBe('It is caffeine');
  expect(inserted('It is .', 'caffeine', [6, 6])).toBe('It is caffeine.');
  expect(inserted('It is tea today', 'coffee', [6, 9])).toBe('It is coffee today');
  expect(inserted('It is', '  ', [5, 5])).toBe('It is');
});
