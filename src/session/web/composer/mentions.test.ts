import { expect, test } from 'vitest';

import { commandBefore, mentionBefore } from './mentions.ts';

test('an @ at the beginning of a word is a mention with the words up to the caret', () => {
  expect(mentionBefore('see @coal que', 13)).toEqual({ start: 4, words: 'coal que' });
  expect(mentionBefore('@', 1)).toEqual({ start: 0, words: '' });
  expect(mentionBefore('(@co and more', 4)).toEqual({ start: 1, words: 'co' });
});

test('an address, a new line, two spaces and a caret before the @ are no mention', () => {
  expect(mentionBefore('ada@example.org', 15)).toBeNull();
  expect(mentionBefore('@coal\nnext', 10)).toBeNull();
  expect(mentionBefore('@coal  ', 7)).toBeNull();
  expect(mentionBefore('one @coal', 3)).toBeNull();
  expect(mentionBefore(`@${'x'.repeat(80)}`, 81)).toBeNull();
});

test('a command is typed at the very beginning, and ends with its first word', () => {
  expect(commandBefore('/co', 3)).toEqual({ start: 0, words: 'co', sign: '/' });
  expect(commandBefore('/', 1)).toEqual({ start: 0, words: '', sign: '/' });
  expect(commandBefore('/cost now', 9)).toBeNull();
  expect(commandBefore('see /co', 7)).toBeNull();
  expect(commandBefore('/co', 0)).toBeNull();
});
