import { expect, test } from 'vitest';

import { byUrgency } from './urgency.ts';

test('sets with most due points come first, then those with new ones, then the others in their order', () => {
  const set = (name: string, due: number, fresh: number) => ({ name, today: { due, fresh } });
  const sets = [set('done', 0, 0), set('new', 0, 9), set('few', 1, 0), set('most', 5, 2), set('done too', 0, 0)];
  expect(byUrgency(sets).map(({ name }) => name)).toEqual(['most', 'few', 'new', 'done', 'done too']);
});
