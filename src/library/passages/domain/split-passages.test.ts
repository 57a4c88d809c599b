import fc from 'fast-check';
import { expect, test } from 'vitest';

import { MAX_PASSAGE_WORDS, splitPassages, weightOf } from './split-passages.ts';

const sentence = 'Pumping was the first use of coal that anybody had known of before the engine.';
const paragraph = (sentences: number) => Array.from({ length: sentences }, () => sentence).join(' ');
const texts = (content: string) => splitPassages(content).map(({ start, end }) => content.slice(start, end));

const markdown = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '# Heading',
        '## Another',
        '- item',
        '1. one',
        '| a | b |',
        '```',
        '',
        '',
        '   ',
        paragraph(2),
        paragraph(20),
      ),
      fc.string({ unit: 'grapheme', maxLength: 80 }),
      fc.constantFrom('x'.repeat(3_000), '石炭'.repeat(400), '👩‍👩‍👧‍👦'.repeat(100), `e${'\u0301'.repeat(2_000)}`),
    ),
    { maxLength: 30 },
  )
  .map((lines) => lines.join('\n'));

test('passages are in order, do not overlap, and cover everything visible', () => {
  fc.assert(
    fc.property(markdown, (content) => {
      const passages = splitPassages(content);
      let from = 0;
      let between = '';
      for (const { start, end } of passages) {
        expect(start).toBeGreaterThanOrEqual(from);
        expect(end).toBeGreaterThan(start);
        between += content.slice(from, start);
        from = end;
      }
      expect((between + content.slice(from)).trim()).toBe('');
    }),
  );
});

test('no passage is longer than the model reads, and none splits a character', () => {
  fc.assert(
    fc.property(markdown, (content) => {
      for (const text of texts(content.toWellFormed())) {
        expect(weightOf(text)).toBeLessThanOrEqual(MAX_PASSAGE_WORDS * 1.1);
        expect(text.split(/\s+/u).length).toBeLessThanOrEqual(MAX_PASSAGE_WORDS);
        expect(text.isWellFormed()).toBe(true);
      }
    }),
  );
});

test('a heading begins a passage and stays with the text below it', () => {
  expect(texts(`${paragraph(2)}\n\n# Coal\n\n${paragraph(7)}`)).toEqual([paragraph(2), `# Coal\n\n${paragraph(7)}`]);
});

test('short paragraphs and items share a passage, long ones have their own', () => {
  expect(texts('- one\n- two\n- three')).toEqual(['- one\n- two\n- three']);
  expect(texts(`${paragraph(6)}\n\n${paragraph(6)}`)).toEqual([paragraph(6), paragraph(6)]);
});

test('a long paragraph is split between sentences', () => {
  const passages = texts(paragraph(40));
  expect(passages.length).toBeGreaterThan(3);
  for (const text of passages) expect(text.endsWith('engine.')).toBe(true);
});

test('code that fits is not split', () => {
  const code = `\`\`\`\nlet coal = 1;\n\nlet steam = 2;\n\`\`\``;
  expect(texts(`Look:\n\n${code}`)).toEqual([`Look:\n\n${code}`]);
});

test('an edit changes only passages near it', () => {
  const lines = Array.from({ length: 400 }, (_, index) => `- item ${index * 7919} about ${sentence.slice(index % 40)}`);
  const before = new Set(texts(lines.join('\n')));
  const edited = lines
    .with(3, '- something else entirely, in a few more words than there were')
    .toSpliced(5, 0, '- new');
  const changed = texts(edited.join('\n')).filter((text) => !before.has(text));
  expect(before.size).toBeGreaterThan(30);
  expect(changed.length).toBeLessThanOrEqual(5);
});

test('texts of millions of characters are split, with and without spaces', () => {
  const spaced = (length: number) => `${sentence} `.repeat(length / sentence.length);
  expect(splitPassages(spaced(5_000_000)).length).toBeGreaterThan(splitPassages(spaced(50_000)).length * 90);
  expect(splitPassages('x'.repeat(2_000_000)).length).toBeGreaterThan(1_000);
  expect(splitPassages(`${'石炭'.repeat(500_000)}`).length).toBeGreaterThan(1_000);
});

test.each(['\u0301', '👍🏽\u200d'])('an endless single character (%j) is split into long parts', (part) => {
  const passages = splitPassages(`e${part.repeat(30_000 / part.length)}`);
  expect(passages.length).toBeLessThan(100);
});

test('a very long text of headings only has passages of a minimum length', () => {
  expect(texts('# a\n\nb\n\n'.repeat(10))).toHaveLength(10);
  const passages = texts('# a\n\nb\n\n'.repeat(200_000));
  expect(passages.length).toBeLessThan(20_000);
  expect(passages.slice(0, -1).every((text) => weightOf(text) >= 50)).toBe(true);
});
