import { expect, test } from 'vitest';

import { readBlocks } from './read-blocks.ts';

const COLS = 100;

test('a call whose bullet is not painted for a moment is no part of the prose above it', () => {
  const call = ['  Write(made-it.md)', '  ⎿  Waiting for permission…'];
  const prose = { type: 'text', text: 'I will ask first.', isCut: false };
  const tool = { type: 'tool', head: 'Write(made-it.md)' };
  expect(readBlocks(['● I will ask first.', '   ', ...call, ''], COLS).blocks).toEqual([prose, tool]);
  expect(readBlocks(call, COLS).blocks).toEqual([tool]);
});

test('prose that quotes a call stays prose', () => {
  const rows = ['● I call it so:', '', '  Write(made-it.md)', '', '  and then it is made.'];
  expect(readBlocks(rows, COLS).blocks).toMatchObject([{ type: 'text', text: expect.stringContaining('Write') }]);
  const cutOff = ['● I call it so:', '', '  Write(made-it.md)', '  ⎿  Interrupted · What should Claude do instead?'];
  expect(readBlocks(cutOff, COLS).blocks).toMatchObject([{ type: 'text', text: expect.stringContaining('Write') }]);
});
