import { expect, test } from 'vitest';

import { segments } from './message-marks.ts';

const marked = (text: string, ...quotes: string[]) =>
  segments(text, quotes)
    .map((segment) => (segment.isMarked ? `[${segment.text}]` : segment.text))
    .join('');

test('quotes are marked regardless of case and white space', () => {
  expect(marked('So  Adenosine\nbuilds up all day.', 'adenosine builds up')).toBe(
    'So  [Adenosine\nbuilds up] all day.',
  );
});

test('overlapping quotes become one mark, and a quote outside the text is not marked', () => {
  expect(marked('one two three', 'one two', 'two three', 'four')).toBe('[one two three]');
  expect(marked('one two', ' ')).toBe('one two');
});

test('letters with a longer lower case do not shift the marks', () => {
  expect(marked('İstanbul liegt am Bosporus 🌉 hier', 'am bosporus 🌉')).toBe('İstanbul liegt [am Bosporus 🌉] hier');
});

test('the segments joined are the text', () => {
  const text = '  a b\t\tc  ';
  expect(
    segments(text, ['b c'])
      .map((segment) => segment.text)
      .join(''),
  ).toBe(text);
});
