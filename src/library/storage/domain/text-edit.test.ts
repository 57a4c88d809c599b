import { expect, test } from 'vitest';

import { beforeEdit, editBetween } from './text-edit.ts';

const LONG = '0123456789'.repeat(2_000);

test.each([
  ['', 'words'],
  ['words', ''],
  ['the same', 'the same'],
  ['aaa', 'aaaa'],
  ['one two three', 'one 2 three'],
  ['😀', '😁'],
  [LONG, `${LONG}.`],
  [LONG, `.${LONG}`],
  [LONG, LONG.repeat(2)],
  [LONG, `${LONG.slice(0, 9_000)}.${LONG.slice(9_001)}`],
])('the edit from %j to %j can be reverted', (from, to) => {
  expect(beforeEdit(to, editBetween(from, to))).toBe(from);
});

test('an edit contains only the change', () => {
  expect(editBetween('one two three', 'one and three')).toEqual({ at: 4, removed: 'two', added: 3 });
});

test.each([0, 1, 4_096, 8_191, 19_999])('an edit of a long text at %i contains only the change', (at) => {
  const to = `${LONG.slice(0, at)}new${LONG.slice(at + 1)}`;
  expect(editBetween(LONG, to)).toEqual({ at, removed: LONG[at], added: 3 });
});
