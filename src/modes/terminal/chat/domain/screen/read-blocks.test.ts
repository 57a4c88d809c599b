import { expect, test } from 'vitest';

import { readBlocks } from './read-blocks.ts';

const COLS = 100;

test('a call whose bullet is hidden for a moment is not part of the prose above it', () => {
  const call = ['  Write(made-it.md)', '  ⎿  Running…'];
  const prose = { type: 'text', text: 'I will ask first.', isCut: false };
  const tool = { type: 'tool' };
  expect(readBlocks(['● I will ask first.', '   ', ...call, ''], COLS)).toEqual([prose, tool]);
  expect(readBlocks(call, COLS)).toEqual([tool]);
  const alone = ['● I will ask first.', '   ', '  Write(made-it.md)', '', '· Architecting… (1s)', ''];
  expect(readBlocks(alone, COLS)).toEqual([prose, tool]);
});

test('a call that waits for a permission is a call', () => {
  const rows = ['● Update(notes.md)', '', '', '  Waiting for permission…'];
  expect(readBlocks(rows, COLS)).toEqual([{ type: 'tool' }]);
});

test('prose that quotes a call stays prose', () => {
  const rows = ['● I call it so:', '', '  Write(made-it.md)', '', '  and then it is made.'];
  expect(readBlocks(rows, COLS)).toMatchObject([{ type: 'text', text: expect.stringContaining('Write') }]);
  const cutOff = ['● I call it so:', '', '  Write(made-it.md)', '  ⎿  Interrupted · What should Claude do instead?'];
  expect(readBlocks(cutOff, COLS)).toMatchObject([{ type: 'text', text: expect.stringContaining('Write') }]);
});

test.each([
  '  Thought for 7s (ctrl+o to expand)',
  '● Thinking for 5s… (ctrl+o to expand)',
  '∴ Thought for 1m 2s (ctrl+o to expand)',
])('a line of thinking is neither prompt, prose nor call: %s', (thought) => {
  const prompt = { type: 'prompt', text: 'think' };
  const prose = { type: 'text', text: 'It is so.', isCut: false };
  expect(readBlocks(['❯ think', '', thought, '', '●', '', '✽ Swooping… (7s)'], COLS)).toEqual([prompt]);
  expect(readBlocks(['❯ think', '', thought, '', '● It is so.', '', '✽ Swooping… (7s)'], COLS)).toEqual([
    prompt,
    prose,
  ]);
  const call = ['  Bash(ls)', '  ⎿  Running…'];
  expect(readBlocks(['❯ think', '', thought, '', ...call], COLS)).toEqual([prompt, { type: 'tool' }]);
});

test('an answer that quotes a line of thinking stays whole', () => {
  const rows = ['● It says:', '', '  Thought for 7s (ctrl+o to expand)', '', '  and goes on.'];
  expect(readBlocks(rows, COLS)).toMatchObject([{ type: 'text', text: expect.stringMatching(/Thought[^]*goes on/u) }]);
});

test('a line about the end of a task is not prose', () => {
  const news = 'Background command "Builds it all" completed (exit code 0)';
  expect(readBlocks([`● ${news}`, '', '● So it ended.'], COLS)).toMatchObject([
    { type: 'notice', text: news },
    { type: 'text', text: 'So it ended.' },
  ]);
  const narrow = ['● Background command "Builds it all"', 'completed (exit code 0)', '', '● So it ended.'];
  expect(readBlocks(narrow, 42)).toMatchObject([{ type: 'notice', text: news }, { type: 'text' }]);
});

test('text in the first column below an answer is not part of it', () => {
  for (const below of ['✻ Baked for 8s', '? for shortcuts', 'Press up'])
    expect(readBlocks(['● Task "one" is', below], 60)).toMatchObject([{ type: 'text', text: 'Task "one" is' }]);
});
