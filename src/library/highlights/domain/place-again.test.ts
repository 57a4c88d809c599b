import fc from 'fast-check';
import { expect, test } from 'vitest';

import { editBetween } from '../../storage/domain/text-edit.ts';
import { placeAgain } from './place-again.ts';

/** Places the bracketed words again in another text, and returns them with their new place. */
function placed(marked: string, to: string) {
  const start = marked.indexOf('[');
  const end = marked.indexOf(']') - 1;
  const from = marked.replace(/[[\]]/g, '');
  const { range, quote } = placeAgain(from, to)({ range: { start, end }, quote: from.slice(start, end) });
  return range && { words: to.slice(range.start, range.end), at: range.start, quote };
}

test.each([
  ['text before it', 'One. [Two.] Three.', 'Zero. One. Two. Three.', 'Two.', 11],
  ['text after it', 'One. [Two.] Three.', 'One. Two. Three. Four.', 'Two.', 5],
  ['text inside it', 'One. [A long talk.] Three.', 'One. A very long talk. Three.', 'A very long talk.', 5],
  ['text on both sides', 'One. [Two and two.] Three.', 'A first. Two and two. A third.', 'Two and two.', 9],
  ['a repetition before it', 'Ja. Nein. [Ja.] Nein.', 'Ja. Ja. Nein. Ja. Nein.', 'Ja.', 14],
  ['its order', 'One is here. [Two is there.] Three.', 'Two is there. One is here. Three.', 'Two is there.', 0],
  ['its line breaks', 'One. [Two and\nthree.] Four.', 'A. Two and three. B.', 'Two and three.', 3],
])('a range keeps its words after a change of %s', (...[, marked, to, words, at]) => {
  expect(placed(marked, to)).toEqual({ words, at, quote: words });
});

test('deleted words leave no range, and are found when they return', () => {
  const [full, rest] = ['One. Two and a half. Three.', 'One. Three.'];
  const gone = placeAgain(full, rest)({ range: { start: 5, end: 20 }, quote: 'Two and a half.' });
  expect(gone).toEqual({ range: null, quote: 'Two and a half.' });
  expect(placeAgain(rest, full)(gone)).toEqual({ range: { start: 5, end: 20 }, quote: 'Two and a half.' });
});

test('after an edit and its undo every range is as it was', () => {
  const text = fc.array(fc.constantFrom('coal ', 'light ', 'is cheap. ', '\n', '😀', '**', 'a'), { maxLength: 30 });
  fc.assert(
    fc.property(text, fc.nat(), fc.nat(), fc.nat(), fc.nat(), fc.string({ maxLength: 8 }), (parts, ...given) => {
      const from = parts.join('');
      const at = (index: number) => (given[index] as number) % (from.length + 1);
      const [start = 0, end = 0] = [at(0), at(1)].toSorted((one, other) => one - other);
      const [cut = 0, upTo = 0] = [at(2), at(3)].toSorted((one, other) => one - other);
      fc.pre(/[\p{L}\p{N}]/u.test(from.slice(start, end)));
      const to = from.slice(0, cut) + given[4] + from.slice(upTo);
      const range = { start, end };
      const there = placeAgain(from, to)({ range, quote: from.slice(start, end) });
      if (there.range) expect(to.slice(there.range.start, there.range.end)).toBe(there.quote);
      const back = placeAgain(to, from)(there);
      // Of "acoal", "al" can lack the first or the second "a": the edit is what the two texts show.
      const edit = editBetween(from, to);
      if (edit.at >= end || edit.at + edit.removed.length <= start)
        expect(back).toEqual({ range, quote: from.slice(start, end) });
    }),
  );
});
