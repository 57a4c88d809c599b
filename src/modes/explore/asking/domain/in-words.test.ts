import { expect, test } from 'vitest';

import type { MessagePart } from '#session/protocol.ts';

import { earlierInWords, inWords } from './in-words.ts';

function reply(id: string, text: string, more: { isOpen: boolean; continues?: string; content?: string }) {
  const { isOpen, content = '', ...rest } = more;
  const head = { id: 'draft-1', type: 'draft', block: 1, at: 0, title: 'Salt', isOpen };
  const parts = [head, { id: 'draft-1-text-0', type: 'draft-text', block: 1, text }] as MessagePart[];
  return { id, content, parts, ...rest };
}
const cut = reply('r1', 'Salt was', { isOpen: true });
const further = reply('r2', ' dear, and', { isOpen: true, continues: 'r1' });
const last = reply('r3', ' taxed.', { isOpen: false, continues: 'r2', content: 'Done.' });

test('a draft that is continued twice has one heading', () => {
  expect(inWords([cut, further]).join('')).toBe('[Draft: Salt]\nSalt was dear, and');
  expect(inWords([cut, further, last]).join('')).toBe('[Draft: Salt]\nSalt was dear, and taxed.\n[End of draft]Done.');
});

test('another draft in the reply to another message has a separate heading', () => {
  const another = reply('r4', 'Tea.', { isOpen: false });
  expect(inWords([cut, another])).toEqual(['[Draft: Salt]\nSalt was', '[Draft: Salt]\nTea.\n[End of draft]']);
});

test('a complete draft of the earlier conversation is marked as possibly edited', () => {
  expect(earlierInWords([cut, { id: 'r5', content: 'Thanks.' }])).toEqual(['[Draft: Salt]\nSalt was', 'Thanks.']);
  expect(earlierInWords([last])[0]).toMatch(/Done\.\n\[The draft may have been edited since\]$/u);
});
