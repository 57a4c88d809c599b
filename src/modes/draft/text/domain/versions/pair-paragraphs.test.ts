import { expect, test } from 'vitest';

import { pairParagraphs } from './word-diff.ts';

test('paragraphs with common words are paired in order, and the others stand alone', () => {
  const removed = ['coal fell by half', 'gone', 'engines came next'];
  const added = ['a new one', 'coal fell by a third', 'then engines came', 'last'];
  expect(pairParagraphs(removed, added).filter((pair) => pair.removed.length + pair.added.length > 0)).toEqual([
    { removed: [], added: ['a new one'] },
    { removed: ['coal fell by half'], added: ['coal fell by a third'] },
    { removed: ['gone'], added: [] },
    { removed: ['engines came next'], added: ['then engines came'] },
    { removed: [], added: ['last'] },
  ]);
});

test('many paragraphs are paired by their place, or not at all', () => {
  const many = (count: number) => Array.from({ length: count }, () => 'a');
  expect(pairParagraphs(many(101), many(101))).toEqual(many(101).map((one) => ({ removed: [one], added: [one] })));
  expect(pairParagraphs(many(101), many(102))).toEqual([{ removed: many(101), added: many(102) }]);
});
