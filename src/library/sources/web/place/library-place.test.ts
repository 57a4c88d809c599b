import { expect, test } from 'vitest';

import { addressValues, isSameFilter, placeIn } from './library-place.ts';

test('a place is read back from its address', () => {
  const place = {
    filter: { bucket: 'inbox', kind: 'note', whose: 'own', tag: 'coal', state: 'failed', archived: 'true' },
    words: 'cheap uses',
    sort: 'cited',
    showsHighlights: true,
    showsFilters: true,
  } as const;
  expect(placeIn(addressValues(place))).toEqual(place);
});

test('the whole library has an empty address', () => {
  expect(addressValues(placeIn({}))).toEqual({});
});

test('numbers are read as words, and unknown values are left out', () => {
  expect(
    placeIn({ q: 1865, sort: 'best', list: 'poems', tag: 7, kind: 'poem', whose: 'theirs', state: {}, bucket: null }),
  ).toEqual({
    filter: { tag: '7' },
    words: '1865',
    sort: 'newest',
    showsHighlights: false,
    showsFilters: false,
  });
});

test('filters are equal regardless of the order of their parts', () => {
  expect(isSameFilter({ bucket: 'a', tag: 'b' }, { tag: 'b', bucket: 'a' })).toBe(true);
  expect(isSameFilter({ bucket: 'a' }, {})).toBe(false);
});
