import fc from 'fast-check';
import { expect, test } from 'vitest';

import { marksOf, maskMarks, withoutMarks } from './marks.ts';

test('marks are found with their places, and not in code', () => {
  expect(marksOf('a[^1] `b[^2]` c.[^12]\n```\n[^3]\n```')).toEqual([
    { number: 1, at: 1, length: 4 },
    { number: 12, at: 16, length: 5 },
  ]);
});

test('without marks, no space stays before punctuation and none is doubled', () => {
  expect(withoutMarks('One [^1]. Two[^2][^3], three [^1] four.[^2] Five [^1]six `[^1]`\n[^4]')).toBe(
    'One. Two, three four. Five six `[^1]`\n',
  );
});

test('masked marks do not move other characters', () => {
  const text = fc.array(fc.constantFrom('[^1]', 'a', ' ', '`', '\n', '[^22]', '.', '[')).map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, (marked) => {
      const masked = maskMarks(marked);
      expect(masked.length).toBe(marked.length);
      expect(masked.replace(/\s/g, '')).toBe(withoutMarks(marked).replace(/\s/g, ''));
    }),
  );
});
