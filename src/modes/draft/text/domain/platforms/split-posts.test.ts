import fc from 'fast-check';
import { expect, test } from 'vitest';

import { MAX_POST_LENGTH, splitPosts, weightedLength } from './measure.ts';

test('lines of dashes divide a thread, whatever the length of its posts', () => {
  expect(splitPosts(`One.\n\nTwo.\n\n---\n${'long '.repeat(100)}\n***\n---\n`)).toEqual([
    'One.\n\nTwo.',
    'long '.repeat(100).trim(),
  ]);
});

test('without them whole paragraphs fill a post, then sentences, then words', () => {
  const sentence = `Word ${'word '.repeat(18)}word.`;
  expect(splitPosts(`${sentence}\n\n${sentence}\n\n${sentence}`)).toEqual([`${sentence}\n\n${sentence}`, sentence]);
  expect(splitPosts(`${sentence} ${sentence} ${sentence}\n\nEnd.`)).toEqual([
    `${sentence} ${sentence}`,
    `${sentence}\n\nEnd.`,
  ]);
  expect(splitPosts('word '.repeat(60))).toEqual(['word '.repeat(56).trim(), 'word '.repeat(4).trim()]);
  expect(splitPosts('漢'.repeat(150)).join('')).toBe('漢'.repeat(150));
});

test('no post is too long, and none loses a word', () => {
  const piece = fc.oneof(
    fc.constantFrom('word ', 'End. ', '\n\n', '\n', '漢字', '😀', '👨‍👩‍👧‍👦 ', 'https://example.org/a '),
    fc.string({ maxLength: 300 }).map((text) => text.replace(/[-*_]/g, '')),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const text = pieces.join('');
      const posts = splitPosts(text);
      for (const post of posts) expect(weightedLength(post)).toBeLessThanOrEqual(MAX_POST_LENGTH);
      expect(posts.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
    }),
  );
});
