import fc from 'fast-check';
import { expect, test } from 'vitest';

import { splitPassages } from '../../passages/domain/split-passages.ts';
import type { Passage } from '../../storage/protocol.ts';
import { blockAt, readingBlocks } from './reading-blocks.ts';

function passagesOf(content: string): readonly Passage[] {
  return [...content.matchAll(/\S[^\n]*/g)].map((match, index) => ({
    id: `p${index}`,
    number: index + 1,
    start: match.index,
    end: match.index + match[0].length,
  }));
}

const paragraph = 'Pumping was the first use of coal that anybody had known of. '.repeat(30);

test('blocks cover a source in order and hold every passage once', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(paragraph, '```', '\n', '\n\n', '- one', 'x')), (parts) => {
      const content = parts.join('\n');
      const passages = passagesOf(content);
      const blocks = readingBlocks(content, passages);
      expect(blocks.map(({ start, end }) => content.slice(start, end)).join('')).toBe(
        content.trim() === '' ? '' : content,
      );
      expect(blocks.flatMap((block) => block.passages)).toEqual(passages);
      for (const { start, end, passages: held } of blocks)
        for (const passage of held) expect(passage.start >= start && passage.end <= end).toBe(true);
    }),
  );
});

test('a block ends at a blank line', () => {
  const content = Array.from({ length: 20 }, () => paragraph).join('\n\n');
  const blocks = readingBlocks(content, passagesOf(content));
  expect(blocks.length).toBeGreaterThan(3);
  for (const { start } of blocks.slice(1)) expect(content.slice(start - 2, start)).toBe('\n\n');
});

test('a code block is not divided', () => {
  const code = `\`\`\`js\n${Array.from({ length: 12 }, () => paragraph).join('\n\n')}\n\`\`\``;
  const content = `${code}\n\n${paragraph}`;
  const blocks = readingBlocks(content, passagesOf(content));
  expect(blocks.map(({ start, end }) => content.slice(start, end))).toEqual([`${code}\n\n`, paragraph]);
});

test('a paragraph without end is divided between passages', () => {
  const content = Array.from({ length: 50 }, () => paragraph).join('\n');
  expect(readingBlocks(content, passagesOf(content)).length).toBeGreaterThan(2);
});

test('an offset has the block that it is in', () => {
  const blocks = [
    { start: 0, end: 10, passages: [] },
    { start: 10, end: 20, passages: [] },
  ];
  expect([0, 9, 10, 19].map((offset) => blockAt(blocks, offset))).toEqual([0, 0, 1, 1]);
  expect(blockAt([], 5)).toBe(0);
});

test.each(['- a\n', '[^1]: a\n', '](', '*a* ', 'a\n', '- a\n\n'])(
  '60,000 characters of %j are divided into small blocks',
  (signs) => {
    const content = signs.repeat(60_000 / signs.length);
    const blocks = readingBlocks(
      content,
      splitPassages(content).map((range, index) => ({ ...range, id: `p${index}`, number: index })),
    );
    for (const { start, end } of blocks) expect(content.slice(start, end).split(signs.trim()).length).toBeLessThan(700);
  },
);

test('a table and code stay whole as long as before', () => {
  const table = `| a | b |\n|---|---|\n${'| Paris | the capital of France, on the Seine |\n'.repeat(300)}`;
  const code = `\`\`\`\n${'if (a[0] < b[0]) { c = `d`; }\n'.repeat(400)}\`\`\``;
  for (const content of [table, code])
    expect(readingBlocks(content, passagesOf(content)).map(({ start }) => start)).toEqual([0]);
});

test.each([
  ['one line', 'word '.repeat(100_000)],
  ['one word', '🙂'.repeat(50_000)],
  ['paragraphs', `${paragraph}\n\n`.repeat(100)],
])('a text that has no passages yet is divided too: %s', (_, content) => {
  const blocks = readingBlocks(content, []);
  expect(blocks.map(({ start, end }) => content.slice(start, end)).join('')).toBe(content);
  for (const { start, end } of blocks) {
    expect(end - start).toBeLessThan(40_000);
    expect(content.slice(start, end).isWellFormed()).toBe(true);
  }
});
