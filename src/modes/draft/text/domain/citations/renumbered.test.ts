import fc from 'fast-check';
import { expect, test } from 'vitest';

import { renumbered } from './renumbered.ts';

const citation = (number: number) => ({
  number,
  sourceId: `source-${String(number)}`,
  title: '',
  url: null,
  quote: '',
  sourceVersion: 1,
  claim: '',
});

test('marks are numbered in order, citations without a mark go, and unknown marks stay', () => {
  const { text, citations, unknown } = renumbered('b[^3] a[^1] x[^2] b[^3] `[^1]`', [
    citation(1),
    citation(3),
    citation(9),
  ]);
  expect(text).toBe('b[^1] a[^3] x[^2] b[^1] `[^1]`');
  expect(citations.map(({ number, sourceId }) => [number, sourceId])).toEqual([
    [1, 'source-3'],
    [3, 'source-1'],
  ]);
  expect(unknown).toEqual([2]);
});

test('each mark keeps its citation, and what is renumbered once stays', () => {
  const number = fc.integer({ min: 1, max: 9 });
  fc.assert(
    fc.property(fc.array(number), fc.uniqueArray(number), (marks, known) => {
      const sourcesOf = (text: string, citations: readonly { number: number; sourceId: string }[]) =>
        [...text.matchAll(/\d+/g)].map(
          ([mark]) => citations.find((each) => each.number === Number(mark))?.sourceId ?? mark,
        );
      const before = marks.map((mark) => `[^${String(mark)}]`).join(' ');
      const after = renumbered(before, known.map(citation));
      expect(sourcesOf(after.text, after.citations)).toEqual(sourcesOf(before, known.map(citation)));
      expect(renumbered(after.text, after.citations)).toEqual(after);
    }),
  );
});
