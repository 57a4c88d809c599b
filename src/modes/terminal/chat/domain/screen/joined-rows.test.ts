import { expect, test } from 'vitest';

import { markdownOf } from './joined-rows.ts';

const WIDTH = 24;
const row = (text: string, marked?: string | null) => ({ text, marked });

test('a mark that continues over the end of a row appears once', () => {
  const rows = [row('It is very important to', 'It is **very important to**'), row('know it.', '**know** it.')];
  expect(markdownOf(rows, WIDTH)).toBe('It is **very important to know** it.');
});

test('a cell over several rows is one cell, and a frame that is not a table stays unchanged', () => {
  const table = ['┌──────┬─────┐', '│ name │ one │', '│ here │     │', '├──────┼─────┤', '│ a    │ b   │'];
  expect(
    markdownOf(
      table.map((text) => row(text)),
      WIDTH,
    ),
  ).toBe('| name here | one |\n| --- | --- |\n| a | b |');
  const frame = ['┌──────┐', '│ name │', '└──────┘'];
  expect(
    markdownOf(
      frame.map((text) => row(text)),
      WIDTH,
    ),
  ).toBe(frame.join('\n'));
});

test('code keeps its empty lines in one block, and text that may be a list is not code', () => {
  const rows = [
    row('Look:'),
    row(''),
    row('let a = 1;', null),
    row(''),
    row('  let b = 2;', null),
    row(''),
    row('So.'),
  ];
  expect(markdownOf(rows, WIDTH)).toBe('Look:\n\n```\nlet a = 1;\n\n  let b = 2;\n```\n\nSo.');
  expect(markdownOf([row('- name: 1', null), row('- name: 2', null)], WIDTH)).toBe('- name: 1\n- name: 2');
});
