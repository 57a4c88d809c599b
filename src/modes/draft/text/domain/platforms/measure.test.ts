import { expect, test } from 'vitest';

import { measure } from './measure.ts';

test('marks and signs of Markdown do not count', () => {
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

test('a thread is over if one of its posts is', () => {
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
