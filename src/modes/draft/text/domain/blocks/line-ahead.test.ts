import { expect, test } from 'vitest';

import { LineAhead } from './line-ahead.ts';

test('a run is closed by the next one of its length on the line', () => {
  const content = '`` a ` b `` c\n` d';
  const line = new LineAhead();
  line.passTo(0);
  expect(line.closer(content, { length: 2, from: 2, isOver: true })).toBe(11);
  expect(line.closer(content, { length: 1, from: 6, isOver: true })).toBeNull();
  expect(line.closer(content, { length: 0, from: 2, isOver: true })).toBe(6);
  expect(line.closer(content, { length: 3, from: 2, isOver: true })).toBeNull();
  line.passTo(14);
  expect(line.closer(content, { length: 1, from: 14, isOver: true })).toBe(15);
});

test('what the end of a chunk cuts is undecided', () => {
  const line = new LineAhead();
  line.passTo(0);
  expect(line.closer('` a', { length: 1, from: 1, isOver: false })).toBe('undecided');
  expect(line.closer('` a `', { length: 1, from: 1, isOver: false })).toBe('undecided');
  expect(line.closer('` a ``', { length: 1, from: 1, isOver: false })).toBe('undecided');
  expect(line.closer('` a `` ` b', { length: 1, from: 1, isOver: false })).toBe(8);
});
