import { expect, test } from 'vitest';

import { isSameWords } from './point-source.ts';

test('a quote that differs from the point in case, spaces and marks is the point itself', () => {
  expect(isSameWords('Caffeine blocks  adenosine.', '**Caffeine** blocks adenosine')).toBe(true);
  expect(isSameWords('Coffee blocks adenosine.', 'It blocks adenosine.')).toBe(false);
});
