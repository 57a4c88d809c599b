import { expect, test } from 'vitest';

import { selectedRange } from './selected-range.ts';

const rangeOf = (source: string, before: string, words: string) => {
  const range = selectedRange({ source, before, words });
  return range && { at: range.start, words: source.slice(range.start, range.end) };
};

test.each([
  ['plain words', 'Coal was cheap.', 'Coal ', 'was', 'was'],
  ['emphasis', 'Coal was **very** *cheap*.', 'Coal ', 'was very cheap', 'was **very** *cheap'],
  [
    'a link',
    'See [the coal](https://a.example/b_(c)) now.',
    'See ',
    'the coal now',
    'the coal](https://a.example/b_(c)) now',
  ],
  ['a list', '- one fact\n- another fact', '', 'one fact\nanother fact', 'one fact\n- another fact'],
  ['a heading', '## On coal\n\nIt burns.', '', 'On coal\n\nIt burns.', 'On coal\n\nIt burns.'],
  ['a table', '| a | b |\n|---|---|\n| one | two |', 'a b ', 'one\ttwo', 'one | two'],
  ['escapes', String.raw`Two \* three\_x`, '', 'Two * three_x', String.raw`Two \* three\_x`],
  ['code', 'Run `npm  start` first', 'Run ', 'npm start first', 'npm  start` first'],
  [
    'a note link',
    'As [[Coal|the note]] says it clearly here.',
    'As ',
    'the note says it clearly',
    'the note]] says it clearly',
  ],
  ['other scripts', '咖啡来自埃塞俄比亚。茶来自中国。', '咖啡来自埃塞俄比亚。', '茶来自中国', '茶来自中国'],
])('words with %s have their range in the Markdown', (...[, source, before, words, expected]) => {
  expect(rangeOf(source, before, words)?.words).toBe(expected);
});

test('among repeated words, the selected occurrence is found', () => {
  const source = 'Yes. No. **Yes.** No. Yes.';
  expect(rangeOf(source, '', 'Yes.')?.at).toBe(0);
  expect(rangeOf(source, 'Yes. No. ', 'Yes.')?.at).toBe(11);
  expect(rangeOf(source, 'Yes. No. Yes. No. ', 'Yes.')?.at).toBe(22);
});

test('missing words, and an empty selection, have no range', () => {
  expect(selectedRange({ source: 'Coal.', before: '', words: 'Gas' })).toBeNull();
  expect(selectedRange({ source: 'Coal.', before: '', words: ' … ' })).toBeNull();
});
