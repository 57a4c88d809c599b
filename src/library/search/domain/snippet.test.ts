import fc from 'fast-check';
import { expect, test } from 'vitest';

import { queryTermsOf } from '#text/domain/terms.ts';

import { snippetOf } from './snippet.ts';

function snippet(passage: string, query: string, language: string | null = null) {
  const { text, marks } = snippetOf(passage, language, queryTermsOf(query, true));
  return { text, marked: marks.map(({ start, end }) => text.slice(start, end)) };
}

test('a short passage is shown whole with the matching words marked', () => {
  expect(snippet('Engines burn coal. An **engine** is [cheap](https://example.com).', 'engines cheap')).toEqual({
    text: 'Engines burn coal. An engine is cheap.',
    marked: ['Engines', 'engine', 'cheap'],
  });
});

test('an incomplete typed word is marked', () => {
  expect(snippet('Relativity bends light.', 'relativi').marked).toEqual(['Relativity']);
});

test('a long passage is shown where it contains most words of the query', () => {
  const filler = 'Nothing is said about coal in this sentence. '.repeat(12);
  const { text, marked } = snippet(`${filler}Steam engines need coal and water. ${filler}`, 'engines coal');
  expect(text.length).toBeLessThanOrEqual(250);
  expect(text).toContain('Steam engines need coal and water.');
  expect(text.startsWith('… Nothing is said')).toBe(true);
  expect(text.endsWith(' …')).toBe(true);
  expect(marked).toContain('engines');
});

test('a passage without any of the words is shown from its beginning', () => {
  const { text, marked } = snippet('A different matter. '.repeat(40), 'coal');
  expect(text.startsWith('A different matter.')).toBe(true);
  expect(marked).toEqual([]);
});

test('runs without spaces are marked as one', () => {
  expect(snippet('これは東京都です。', '東京都').marked).toEqual(['東京都']);
});

test('markup is left out', () => {
  const passage =
    '# Coal\n\n> It *burns*.\n\n- one\n2. two\n\n| a | b |\n|---|---|\n\n```js\nlet x_1 = [[Page|name]];\n```';
  expect(snippet(passage, 'burns').text).toBe('Coal It burns. one 2. two a, b let x_1 = [[Page|name]];');
});

test('marks are inside the snippet for every passage and query', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 600 }),
      fc.string({ unit: 'grapheme', maxLength: 20 }),
      (passage, query) => {
        const { text, marks } = snippetOf(`${passage} ${query} ${passage}`, null, queryTermsOf(query, true));
        for (const { start, end } of marks) {
          expect(start).toBeGreaterThanOrEqual(0);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(text.length);
        }
      },
    ),
  );
});
