import { expect, test } from 'vitest';

import { NOTHING_SELECTED, stillListed, toggled, withRange } from '../../../web/use-selection.ts';

const order = ['a', 'b', 'c', 'd', 'e'];
const idsOf = ({ ids }: typeof NOTHING_SELECTED) => [...ids].toSorted();

test('a source is selected and deselected', () => {
  const selected = toggled(toggled(NOTHING_SELECTED, 'b'), 'd');
  expect(idsOf(selected)).toEqual(['b', 'd']);
  expect(idsOf(toggled(selected, 'b'))).toEqual(['d']);
});

test('a range extends from the anchor in either direction', () => {
  const anchored = toggled(NOTHING_SELECTED, 'c');
  expect(idsOf(withRange(anchored, 'e', order))).toEqual(['c', 'd', 'e']);
  expect(idsOf(withRange(anchored, 'a', order))).toEqual(['a', 'b', 'c']);
});

test('a range without an anchor is one source', () => {
  expect(idsOf(withRange(NOTHING_SELECTED, 'd', order))).toEqual(['d']);
  expect(idsOf(withRange({ ids: new Set(), anchor: 'gone' }, 'd', order))).toEqual(['d']);
});

test('a source that is no longer listed is no longer selected', () => {
  const selected = toggled(toggled(NOTHING_SELECTED, 'b'), 'd');
  expect(idsOf(stillListed(selected, ['a', 'd']))).toEqual(['d']);
  expect(stillListed(selected, order)).toBe(selected);
});
