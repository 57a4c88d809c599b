import { expect, test } from 'vitest';

import { filterName } from './filter-names.ts';

const overview = {
  buckets: [
    { id: 'b1', name: 'Energy', description: '', color: 'green' as const, position: 0, isSample: false, sources: 3 },
  ],
};

test('a filter has the name of its row', () => {
  expect(filterName({}, undefined)).toBe('Everything');
  expect(filterName({ bucket: 'inbox' }, overview)).toBe('Inbox');
  expect(filterName({ bucket: 'b1', whose: 'own' }, overview)).toBe('My notes, Energy');
  expect(filterName({ tag: 'coal' }, overview)).toBe('#coal');
  expect(filterName({ state: 'failed' }, overview)).toBe('Failed');
});
