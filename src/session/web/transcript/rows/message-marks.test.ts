import { expect, test } from 'vitest';

import { segments } from './message-marks.ts';

const marked = (text: string, ...quotes: string[]) =>
  segments(text, quotes)
    .map((segment) => (segment.isMarked ? `[${segment.text}]` : segment.text))
    .join('');

test('quotes are marked where they stand, whatever their case and white space', () => {
  expect(marked('So  Adenosine\nbuilds up all day.', 'adenosine builds up')).toBe(
    'So  [Adenosine\nbuilds up] all day.',
  );
});

test('quotes that overlap are one mark, and one that is not there is none', () => {
  expect(marked('one two three', 'one two', 'two three', 'four')).toBe('[one two three]');
  expect(marked('one two', ' ')).toBe('one two');
});

test('letters that change their length keep their place', () => {
  expect(marked('İstanbul liegt am Bosporus 🌉 hier', 'am bosporus 🌉')).toBe('İstanbul liegt [am Bosporus 🌉] hier');
});

test('the segments together are the text', () => {
  const text = '  a b\t\tc  ';
  expect(
    segments(text, ['b c'])
      .map((segment) => segment.text)
      .join(''),
  ).toBe(text);
});
