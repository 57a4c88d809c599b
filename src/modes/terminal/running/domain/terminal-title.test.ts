import { expect, test } from 'vitest';

import { conversationTitle, folderTitle } from './terminal-title.ts';

test('the title of a conversation is its window title without the sign', () => {
  expect(conversationTitle('✳ Parser of dates')).toBe('Parser of dates');
  expect(conversationTitle('⠂ Parser of dates')).toBe('Parser of dates');
  expect(conversationTitle('◐  Grüße, 日本 ')).toBe('Grüße, 日本');
  expect(conversationTitle(`✳ ${'x'.repeat(500)}`)).toHaveLength(200);
  expect(conversationTitle('✳ one\u202Etwo\u0007')).toBe('onetwo');
});

test('the name of the program or a shell, or an empty name, is no title', () => {
  for (const window of ['', '✳', '✳ ', '✳ Claude Code', '⠐ Claude Code v2', 'claude', 'me@host: ~/work', '✳ \u200B'])
    expect(conversationTitle(window)).toBeNull();
});

test('a terminal without a name is named after its folder', () => {
  expect(['/home/me/work/', '/', '/a/b\u202Ec'].map(folderTitle)).toEqual(['work', '/', 'bc']);
});
