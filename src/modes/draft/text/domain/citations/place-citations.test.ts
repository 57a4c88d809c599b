import fc from 'fast-check';
import { expect, test } from 'vitest';

import { draftCitation } from '../../../../../../fixtures/draft/draft-citation.ts';
import { marksOf, withoutMarks } from './marks.ts';
import { placeCitations } from './place-citations.ts';

const cited = (at: number, quote = 'words') => ({
  at,
  sourceId: 'source',
  title: 'The Coal Question',
  url: null,
  quote,
  sourceVersion: 2,
});
const place = (text: string, ...offsets: readonly number[]) =>
  placeCitations(
    { text, start: 100 },
    offsets.map((at) => cited(at + 100, `quote ${String(at)}`)),
  ).text;

test('a mark follows the words before its offset', () => {
  expect(place('One. Two.\n\nThree.', 5, 11, 17)).toBe('One.[^1] Two.[^2]\n\nThree.[^3]');
  expect(place('One half.', 8)).toBe('One half[^1].');
});

test('a mark is never inside a word, a link, an image or code', () => {
  expect(place('Cheapness wins.', 3)).toBe('Cheapness[^1] wins.');
  expect(place('See [the book](https://a.b/c) now', 9)).toBe('See [the book](https://a.b/c)[^1] now');
  expect(place('See ![a](https://a.b/c) now', 8)).toBe('See ![a](https://a.b/c)[^1] now');
  expect(place('At https://a.b/c?d now', 8)).toBe('At https://a.b/c?d[^1] now');
  expect(place('Run `npm test` now', 8)).toBe('Run `npm test`[^1] now');
  expect(place('Run:\n\n```\nnpm\n```\n\n- Next', 12, 21)).toBe('Run:[^1][^2]\n\n```\nnpm\n```\n\n- Next');
  expect(place('A 😀b', 3)).toBe('A 😀b[^1]');
});

test('a quote of a source has one number, with the claim of its first mark', () => {
  const placed = placeCitations({ text: '\nCoal fell. Engines came. Steam.\n', start: 10 }, [
    cited(42, 'a'),
    cited(21, 'a'),
    cited(35, 'b'),
    cited(35, 'b'),
    cited(9, 'c'),
    cited(50, 'd'),
  ]);
  const coal = { sourceId: 'source', title: 'The Coal Question', sourceVersion: 2 };
  expect(placed).toEqual({
    text: 'Coal fell.[^1] Engines came.[^2] Steam.[^1]',
    citations: [
      draftCitation({ ...coal, quote: 'a', claim: 'Coal fell.' }),
      draftCitation({ ...coal, number: 2, quote: 'b', claim: 'Engines came.' }),
    ],
  });
});

test('the same quote at two places of a source has two numbers', () => {
  const at = (offset: number, start: number) => ({ ...cited(offset, 'a'), range: { start, end: start + 1 } });
  const { text, citations } = placeCitations({ text: 'One. Two. Three.', start: 0 }, [at(4, 5), at(9, 90), at(16, 5)]);
  expect(text).toBe('One.[^1] Two.[^2] Three.[^1]');
  expect(citations.map(({ range }) => range?.start)).toEqual([5, 90]);
});

test('marks typed by the model are removed outside code, and citations stay behind their words', () => {
  const text = 'Coal doubled in a year[^1]. Salt taxes [^12] paid. `[^1]` [^[^1]1]End.';
  expect(place(text, 22, text.indexOf(' `'), text.length)).toBe(
    'Coal doubled in a year[^1]. Salt taxes paid.[^2] `[^1]` End.[^3]',
  );
  expect(place('Coal[^1]. More.', 6)).toBe('Coal[^1]. More.');
  expect(place('Coal[^1].')).toBe('Coal.');
  expect(place(`${'[^'.repeat(9)}1${']1'.repeat(9)}`)).not.toContain('[^');
});

test('a mark placed anywhere is read again, and the text stays the same', () => {
  const piece = fc.constantFrom('word', ' ', '. ', '`', '```\n', '\n', '[a](b)', '- ', '😀', '# ', 'https://a.b');
  fc.assert(
    fc.property(fc.array(piece), fc.nat(), (pieces, offset) => {
      const text = pieces.join('');
      const placed = placeCitations({ text, start: 0 }, [cited(offset % (text.length + 1))]);
      expect(marksOf(placed.text)).toHaveLength(placed.citations.length);
      expect(withoutMarks(placed.text).replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
    }),
    { numRuns: 1_000 },
  );
});

test('each remaining mark has a citation, whatever marks a model types', () => {
  const piece = fc.constantFrom('word', ' ', '[^1]', '[^', '1', ']', '`', '```\n', '\n');
  fc.assert(
    fc.property(fc.array(piece), fc.nat(), (pieces, offset) => {
      const text = pieces.join('');
      const placed = placeCitations({ text, start: 0 }, [cited(offset % (text.length + 1))]);
      expect(marksOf(placed.text)).toHaveLength(placed.citations.length);
    }),
    { numRuns: 1_000 },
  );
});
