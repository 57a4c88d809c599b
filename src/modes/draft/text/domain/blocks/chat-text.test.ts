import { expect, test } from 'vitest';

import { ChatText } from './chat-text.ts';

function chatOf(pieces: readonly (string | null)[], isOver = true): string {
  const chat = new ChatText();
  for (const piece of pieces) {
    if (piece === null) chat.passDraft();
    else chat.take(piece);
  }
  return chat.shown(isOver);
}

test('the white space on both sides of a draft becomes one blank line', () => {
  expect(chatOf(['Here:\n\n\n', null, '\n', ' \n', '  - more'])).toBe('Here:\n\n  - more');
  expect(chatOf(['Here:', null, 'More'])).toBe('Here:\n\nMore');
  expect(chatOf(['Here: ', null, ' ', null, ' more'])).toBe('Here:\n\nmore');
});

test('white space beside a draft at the beginning and the end is removed', () => {
  expect(chatOf(['\n', null, '\n\nMore'])).toBe('More');
  expect(chatOf(['Here:\n', null, '\n'])).toBe('Here:');
});

test('all other white space stays, and is shown once text follows it', () => {
  expect(chatOf([' a\n\n\n', ' b \n'])).toBe(' a\n\n\n b \n');
  expect(chatOf([' a\n\n\n', ' b \n'], false)).toBe(' a\n\n\n b');
});
