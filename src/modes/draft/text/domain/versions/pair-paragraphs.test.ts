import { expect, test } from 'vitest';

import { pairParagraphs } from './pair-paragraphs.ts';

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

test('too many paragraphs are not paired', () => {
  const many = Array.from({ length: 101 }, () => 'a');
  expect(pairParagraphs(many, many)).toEqual([{ removed: many, added: many }]);
});
