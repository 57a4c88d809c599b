import fc from 'fast-check';
import { expect, test } from 'vitest';

import { MAX_POST_LENGTH, measure, splitPosts, weightedLength } from './measure.ts';

test('marks and Markdown signs do not count', () => {
  expect(measure('# Cheap\n\n**Coal** fell.[^1]', 'linkedin')).toEqual({
    characters: 17,
    limit: 3_000,
    words: 3,
    isOver: false,
  });
});

test('each platform has its limit', () => {
  const text = 'a'.repeat(3_001);
  expect(measure(text, 'linkedin').isOver).toBe(true);
  expect(measure(text.slice(1), 'linkedin').isOver).toBe(false);
  expect(measure('a'.repeat(501), 'short-form')).toMatchObject({ limit: 500, isOver: true });
  expect(measure(text, 'long-form')).toMatchObject({ limit: null, isOver: false });
});

test('a thread exceeds its limit if one of its posts does', () => {
  expect(measure(`One[^1].\n\n---\n\n${'漢'.repeat(141)}`, 'thread')).toEqual({
    characters: 286,
    limit: 280,
    words: expect.any(Number) as number,
    posts: [
      { text: 'One.', characters: 4, isOver: false },
      { text: '漢'.repeat(141), characters: 282, isOver: true },
    ],
    isOver: true,
  });
});

test('every character of a thread without spaces is counted', () => {
  expect(measure('漢字、仮名。'.repeat(1_000), 'thread').characters).toBe(12_000);
});

test('lines of dashes divide a thread, whatever the length of its posts', () => {
  expect(splitPosts(`One.\n\nTwo.\n\n---\n${'long '.repeat(100)}\n***\n---\n`)).toEqual([
    'One.\n\nTwo.',
    'long '.repeat(100).trim(),
  ]);
});

test('without them a post is filled with whole paragraphs, then sentences, then words', () => {
  const sentence = `Word ${'word '.repeat(18)}word.`;
  expect(splitPosts(`${sentence}\n\n${sentence}\n\n${sentence}`)).toEqual([`${sentence}\n\n${sentence}`, sentence]);
  expect(splitPosts(`${sentence} ${sentence} ${sentence}\n\nEnd.`)).toEqual([
    `${sentence} ${sentence}`,
    `${sentence}\n\nEnd.`,
  ]);
  expect(splitPosts('word '.repeat(60))).toEqual(['word '.repeat(56).trim(), 'word '.repeat(4).trim()]);
  expect(splitPosts('漢'.repeat(150)).join('')).toBe('漢'.repeat(150));
});

test('no post is too long, and no word is lost', () => {
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

test.each([
  ['Ordinary words, “quoted” – and é', 32],
  ['cafe\u0301', 4],
  ['漢字かな', 8],
  ['한글', 4],
  ['😀', 2],
  ['👨‍👩‍👧‍👦', 2],
  ['👍🏽', 2],
  ['🇩🇪', 2],
  ['❤️', 2],
  ['1️⃣', 2],
  ['…', 2],
  ['https://example.org/a/very/long/address?that=goes&on=1 x', 25],
  ['See https://a.b.', 28],
  ['http://a.b http://c.d', 47],
  ['', 0],
])('%j counts %i', (text, length) => {
  expect(weightedLength(text)).toBe(length);
});
