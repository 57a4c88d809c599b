import fc from 'fast-check';
import { expect, test } from 'vitest';

import { pumpedTexts } from '../../../fixtures/text/pumps.ts';
import { markdownParts, markdownPartsInSteps } from './markdown-parts.ts';

const sentence = 'Pumping was the first use of coal that anybody had known of. ';
const shownOf = (text: string) => markdownParts(text).map(({ start, end, before }) => before + text.slice(start, end));

test('parts cover a text in order, and those before the last remain when text is appended', () => {
  const line = fc.constantFrom(
    sentence.repeat(40),
    '```',
    '',
    '- one',
    '  - two',
    '| a | b |',
    '|---|---|',
    '> x',
    '    y',
    '🙂'.repeat(4_000),
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 40 }), fc.nat(), (lines, cut) => {
      const text = lines.join('\n');
      const parts = markdownParts(text);
      expect(parts.map(({ start, end }) => text.slice(start, end)).join('')).toBe(text);
      for (const { start, end } of parts) expect(text.slice(start, end).isWellFormed()).toBe(true);
      const earlier = markdownParts(text.slice(0, text.lastIndexOf('\n', cut % (text.length + 1))));
      expect(parts.slice(0, earlier.length - 1)).toEqual(earlier.slice(0, -1));
    }),
  );
});

test.each([
  ['bullets', '- a\n', 0],
  ['a loose list', '- a\n\n', 0],
  ['footnotes', '[^1]: a\n', 0],
  ['brackets', '](', 0],
  ['emphasis', '*a* ', 0],
  ['lines', 'a\n', 0],
  ['formulas', '$x$ ', 0],
  ['one line', sentence, 4_000],
  ['one word', 'wordwordwo', 4_000],
  ['code', '    if (a[0] < b[0]) { c = `d`; }\n', 4_000],
  ['cells', `|${' a |'.repeat(60)}\n`, 0],
])('60,000 characters of %s are many small parts', (_, unit, atLeast) => {
  const text = unit.repeat(60_000 / unit.length);
  const lengths = markdownParts(text).map(({ start, end }) => end - start);
  expect(Math.max(...lengths)).toBeLessThan(14_000);
  expect(Math.max(...lengths)).toBeGreaterThan(atLeast);
  for (const length of lengths) expect(length / unit.length).toBeLessThan(700);
});

test('a part ends at a blank line if it can', () => {
  const paragraphs = `${sentence.repeat(30)}\n\n`.repeat(20);
  expect(shownOf(paragraphs).length).toBeGreaterThan(3);
  for (const part of shownOf(paragraphs)) expect(part.endsWith('\n\n')).toBe(true);
});

test('code is split between its lines, and each part is read as code', () => {
  const parts = shownOf(`Look:\n\n~~~js\n${'let a = 1;\n'.repeat(2_000)}~~~\n\nend`);
  expect(parts.length).toBeGreaterThan(3);
  for (const part of parts.slice(1)) expect(part.startsWith('~~~\nlet a = 1;\n')).toBe(true);
  expect(parts.at(-1)?.endsWith('\n~~~\n\nend')).toBe(true);
});

test('a table is split between its rows, and each part has its head', () => {
  const head = '| name | city |\n| --- | :-: |\n';
  const text = `${head}${'| a | Paris |\n'.repeat(400)}\nend`;
  const parts = markdownParts(text);
  expect(parts.length).toBeGreaterThan(2);
  expect(new Set(parts.slice(1).map(({ before, inside }) => before + String(inside)))).toEqual(
    new Set([`${head}table`]),
  );
});

test('text that only looks like a table repeats no head', () => {
  const text = `a | b\n---\n${'word | word\n'.repeat(900)}`;
  expect(new Set(markdownParts(text).map(({ before }) => before))).toEqual(new Set(['']));
});

test('a list is split between its items, and each part has the enclosing items', () => {
  const child = `    - ${sentence}\n`;
  const parts = markdownParts(`1. one\n   > quoted\n2. two\n   - root\n${child.replace('    ', '     ').repeat(300)}`);
  expect(parts.length).toBeGreaterThan(2);
  expect(new Set(parts.slice(1).map(({ before }) => before))).toEqual(new Set(['2.\n   -\n']));
  expect(new Set(parts.slice(1).map(({ inside }) => inside))).toEqual(new Set(['list']));
});

test('the numbers of an ordered list continue', () => {
  const text = Array.from({ length: 300 }, (_, index) => `${index + 1}. ${sentence}`).join('\n');
  for (const part of shownOf(text).slice(1)) expect(part).toMatch(/^\d+\. /);
});

test('a list in a quote is split inside the quote', () => {
  const text = `> - root\n${`>   - ${sentence}\n`.repeat(300)}`;
  expect(
    new Set(
      markdownParts(text)
        .slice(1)
        .map(({ before }) => before),
    ),
  ).toEqual(new Set(['> -\n']));
});

test('the text in front of a part is always short', () => {
  for (const { name, text } of pumpedTexts('one')) {
    const whole = text(20_000);
    const before = markdownParts(whole).reduce((sum, part) => sum + part.before.length, 0);
    expect(before, name).toBeLessThan(whole.length);
  }
  for (const whole of [
    '```'.padEnd(9_000, 'x') + '\na'.repeat(9_000),
    `- a\n${' '.repeat(9_000)}- b\n${'  - c\n'.repeat(900)}`,
  ])
    for (const { before } of markdownParts(whole)) expect(before.length).toBeLessThan(100);
});

test('no formula is split', () => {
  const formula = `$$\n${'- b &= c \\\\\n'.repeat(100)}$$\n\n`;
  const inline = `so $${'{a}_{b} & '.repeat(100)}x$ `;
  for (const text of [formula.repeat(20), inline.repeat(20)]) {
    const parts = shownOf(text);
    expect(parts.length).toBeGreaterThan(3);
    for (const part of parts) expect(part.split('$').length % 2).toBe(1);
  }
});

test('formulas are found, and a long line is split, in steps', () => {
  // 200,000 formula characters: a step reads 10,000 of them.
  expect([...markdownPartsInSteps('$x$ '.repeat(100_000))].length).toBeGreaterThan(30);
  expect([...markdownPartsInSteps('word '.repeat(400_000))].length).toBeGreaterThan(2);
});
