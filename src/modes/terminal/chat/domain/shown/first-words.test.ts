import { expect, test } from 'vitest';

import { firstWords, messageInRows } from './first-words.ts';

test('the first words are those of a row, without the marks of markdown', () => {
  expect(firstWords('## **Why** it fails\n\nMore', 80)).toEqual(['Why it fails']);
  expect(firstWords('one two three four five six', 20)).toEqual(['one two three']);
  expect(firstWords('\n\n', 80)).toEqual([]);
});

test('the message is the one whose beginning is lowest on the screen', () => {
  const messages = [
    { id: 'm1', content: 'find out why' },
    { id: 'm2', content: 'The test `subscribes` too early, so that it fails.' },
    { id: 'm3', content: 'Not shown' },
  ];
  const rows = ['❯ find out why', '', '● The test subscribes too early,', '  so that it fails.', ''];
  expect(messageInRows(rows, messages)).toBe('m2');
  expect(messageInRows(rows.slice(0, 2), messages)).toBe('m1');
  expect(messageInRows(['$ ls'], messages)).toBeNull();
});

test('of two messages with the same words the later one is found', () => {
  const messages = [
    { id: 'm1', content: 'go on' },
    { id: 'm2', content: 'go on' },
  ];
  expect(messageInRows(['❯ go on'], messages)).toBe('m2');
});
