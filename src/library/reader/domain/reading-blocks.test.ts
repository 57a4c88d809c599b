import fc from 'fast-check';
import { expect, test } from 'vitest';

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

test('blocks cover a source in order, and each holds the passages that begin in it', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(paragraph, '```', '\n', '\n\n', '- one', 'x')), (parts) => {
      const content = parts.join('\n');
      const passages = passagesOf(content);
      const blocks = readingBlocks(content, passages);
      expect(blocks.map(({ start, end }) => content.slice(start, end)).join('')).toBe(content);
      expect(blocks.flatMap((block) => block.passages)).toEqual(passages);
      for (const { start, end, passages: held } of blocks)
        for (const passage of held) expect(passage.start >= start && passage.start < end).toBe(true);
    }),
  );
});

test('an offset maps to the block that contains it', () => {
  const content = `${paragraph}\n\n`.repeat(20);
  const blocks = readingBlocks(content, []);
  const second = blocks[1]?.start ?? 0;
  expect([0, second - 1, second, second + 1].map((offset) => blockAt(blocks, offset))).toEqual([0, 0, 1, 1]);
  expect(blockAt([], 5)).toBe(0);
});
