import fc from 'fast-check';
import { expect, test } from 'vitest';

import { marksIn } from './marked-text.tsx';

test('a text is split at its marks', () => {
  expect(marksIn('so cheap that', [{ start: 3, end: 8 }])).toEqual([
    { start: 0, words: 'so ', isMarked: false },
    { start: 3, words: 'cheap', isMarked: true },
    { start: 8, words: ' that', isMarked: false },
  ]);
});

test('marks never lose or repeat a word', () => {
  const mark = fc.record({ start: fc.nat(40), end: fc.nat(40) });
  fc.assert(
    fc.property(fc.string({ maxLength: 30 }), fc.array(mark), (text, marks) => {
      expect(
        marksIn(text, marks)
          .map(({ words }) => words)
          .join(''),
      ).toBe(text);
    }),
  );
});
