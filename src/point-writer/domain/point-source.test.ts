import { expect, test } from 'vitest';

import { isSameWords } from './point-source.ts';

test('a quote that differs from the point only in case, spaces and marks equals the point', () => {
  expect(isSameWords('Caffeine blocks  adenosine.', '**Caffeine** blocks adenosine')).toBe(true);
  expect(isSameWords('Coffee blocks adenosine.', 'It blocks adenosine.')).toBe(false);
});
