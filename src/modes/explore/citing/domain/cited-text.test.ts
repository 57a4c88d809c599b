import { expect, test } from 'vitest';

import type { SourceCitationPart } from '#library/storage/protocol.ts';

import { citedText } from './cited-text.ts';

const part = (at: number, id: string, more: Partial<SourceCitationPart> = {}): SourceCitationPart => ({
  id: `citation-${at}-${id}`,
  type: 'source-citation',
  at,
  source: { id, title: `Title ${id}`, url: id === 'b' ? 'https://example.org/b' : null, version: 1 },
  quote: `words\nof ${id}`,
  range: { start: 0, end: 5 },
  isVerified: true,
  ...more,
});
const text = 'One. Two.\n\nThree.';

test('numbers follow the words they support, and the notes below give source, address and quote', () => {
  expect(citedText(text, [part(5, 'a'), part(9, 'b'), part(17, 'a')], 'text')).toBe(
    'One.[1] Two.[2]\n\nThree.[1]\n\n[1] Title a. “words of a”\n[2] Title b, https://example.org/b. “words of b”',
  );
  expect(citedText(text, [part(4, 'a', { isVerified: false })], 'markdown')).toBe(
    'One.[^1] Two.\n\nThree.\n\n[^1]: Title a. “words of a” (unverified)',
  );
});

test('a reply without citations is copied unchanged', () => {
  expect(citedText(text, [], 'markdown')).toBe(text);
});
