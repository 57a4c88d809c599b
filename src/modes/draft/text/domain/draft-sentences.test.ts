import { expect, test } from 'vitest';

import { draftSentences } from './draft-sentences.ts';

test('a mark belongs to the sentence before it, and headings, code and labels to none', () => {
  const text =
    '# Coal. Steam\n\nOne half.[^1] Two\nlines [^2]. Three[^3] more.\n\n1. A point.\n- Another\n\n```\nCode. More.\n```';
  expect(draftSentences(text).map(({ start, end }) => text.slice(start, end).trim())).toEqual([
    'One half.[^1]',
    'Two\nlines [^2].',
    'Three[^3] more.',
    'A point.',
    'Another',
  ]);
});
