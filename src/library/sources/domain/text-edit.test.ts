import { expect, test } from 'vitest';

import { beforeEdit, editBetween } from './text-edit.ts';

test.each([
  ['', 'words'],
  ['words', ''],
  ['the same', 'the same'],
  ['aaa', 'aaaa'],
  ['one two three', 'one 2 three'],
  ['😀', '😁'],
])('the edit from %j to %j is taken back', (from, to) => {
  expect(beforeEdit(to, editBetween(from, to))).toBe(from);
});

test('an edit holds only what changed', () => {
  expect(editBetween('one two three', 'one and three')).toEqual({ at: 4, removed: 'two', added: 3 });
});
