import fc from 'fast-check';
import { expect, test } from 'vitest';

import { isSameOutside, paragraphAt, paragraphsOf, replaceRange } from './paragraphs.ts';

const text = '# Title\nOne\ntwo.\n- a\n  more\n- b\n\n```\nx\n\ny\n```\nThree.\n---\n\nFour.';

test('code, lists, headings and rules are separate paragraphs', () => {
  expect(paragraphsOf(text).map(({ kind, start, end }) => [kind, text.slice(start, end)])).toEqual([
    ['heading', '# Title'],
    ['text', 'One\ntwo.'],
    ['list', '- a\n  more\n- b'],
    ['code', '```\nx\n\ny\n```'],
    ['text', 'Three.'],
    ['rule', '---'],
    ['text', 'Four.'],
  ]);
});

test('a selection is extended to the whole paragraphs that it touches', () => {
  const selected = (words: string) => {
    const start = text.indexOf(words);
    const range = paragraphAt(text, { start, end: start + words.length });
    return text.slice(range.start, range.end);
  };
  expect(selected('two')).toBe('One\ntwo.');
  expect(selected('two.\n- a')).toBe('One\ntwo.\n- a\n  more\n- b');
  expect(selected('\n\ny')).toBe('```\nx\n\ny\n```');
  expect(paragraphAt('a\n\n\n\nb', { start: 3, end: 3 })).toEqual({ start: 3, end: 3 });
  expect(paragraphAt('abc', { start: 3, end: 3 })).toEqual({ start: 0, end: 3 });
});

const range = fc.tuple(fc.string(), fc.nat(), fc.nat()).map(([before, one, other]) => {
  const [start = 0, end = 0] = [one, other].map((at) => at % (before.length + 1)).toSorted((a, b) => a - b);
  return { before, start, end };
});

test('a replaced range leaves the rest unchanged, and any other change does not', () => {
  fc.assert(
    fc.property(range, fc.string(), ({ before, start, end }, replacement) => {
      expect(isSameOutside(before, replaceRange(before, { start, end }, replacement), { start, end })).toBe(true);
      if (start > 0)
        expect(isSameOutside(before, `\u0000${before.slice(1)}`, { start, end })).toBe(before[0] === '\u0000');
      if (end < before.length)
        expect(isSameOutside(before, `${before.slice(0, -1)}\u0000`, { start, end })).toBe(before.endsWith('\u0000'));
      expect(isSameOutside(before, '', { start, end })).toBe(start === 0 && end === before.length);
    }),
  );
});

test('every character except white space is in exactly one paragraph', () => {
  const lines = fc
    .array(fc.constantFrom('', '# a', 'b', '- c', '```', '~~~', '  d', '---', '1. e'))
    .map((all) => all.join('\n'));
  fc.assert(
    fc.property(lines, (markdown) => {
      const words = paragraphsOf(markdown).map(({ start, end }) => markdown.slice(start, end));
      expect(words.join('').replace(/\s/g, '')).toBe(markdown.replace(/\s/g, ''));
    }),
  );
});
