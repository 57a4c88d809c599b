import { expect, test } from 'vitest';

import { readingBlocks } from './reading-blocks.ts';
import { sentenceFrom, withWord } from './sentence-steps.ts';

const TEXT = '# On coal\n\nIt was\ncheap. Nobody knew.\n\n- one use\n- two uses\n\n---\n\n> It glowed.\n';
const blocks = readingBlocks(TEXT, []);

/** Steps through all sentences. */
function walk(by: 1 | -1): string[] {
  const walked: string[] = [];
  for (let offset = by > 0 ? 0 : TEXT.length; ;) {
    const found = sentenceFrom(TEXT, blocks, { offset, by });
    if (!found) return walked;
    walked.push(TEXT.slice(found.start, found.end));
    offset = by > 0 ? found.end : found.start;
  }
}

test('steps move from sentence to sentence, forward and back', () => {
  const all = ['On coal', 'It was\ncheap.', 'Nobody knew.', 'one use', 'two uses', 'It glowed.'];
  expect(walk(1)).toEqual(all);
  expect(walk(-1)).toEqual(all.toReversed());
});

test('a range grows and shrinks by words, and is never empty', () => {
  const range = { start: 11, end: 13 };
  const words = (by: 1 | -1, of = range) => {
    const { start, end } = withWord(TEXT, of, by);
    return TEXT.slice(start, end);
  };
  expect(words(1)).toBe('It was');
  expect(words(-1, { start: 11, end: 17 })).toBe('It');
  expect(words(-1)).toBe('It');
});
