import { expect, test } from 'vitest';

import { wholeWords } from './prompt-words.ts';

test('the words of a prompt include everything that it asks for', () => {
  const command = { command: 'npm test', description: 'Runs tests', timeout: 5_000 };
  expect(wholeWords('Bash', command)).toBe('npm test');
  const edit = { file_path: '/a.md', old_string: 'one\ntwo', new_string: 'one\nthree', replace_all: false };
  expect(wholeWords('Edit', edit)).toBe('/a.md\n one\n-two\n+three');
  expect(wholeWords('Write', { file_path: '/a.md', content: 'Hello\n' })).toBe('/a.md\n+Hello');
  const options = [{ label: 'Red', description: 'Warm' }, { label: 'Blue' }];
  expect(wholeWords('AskUserQuestion', { questions: [{ question: 'Which?', options }] })).toBe(
    'Which?\nRed: Warm\nBlue',
  );
  expect(wholeWords('mcp__post__send', { to: 'ada', count: 2 })).toBe('post: send\nto: ada\ncount: 2');
});

test('a prompt that words would not cover has none', () => {
  expect(wholeWords('Bash', { command: 'ls', dangerouslyDisableSandbox: true })).toBeNull();
  expect(wholeWords('Edit', { file_path: '/a', old_string: 'a', new_string: 'b', replace_all: true })).toBeNull();
  expect(wholeWords('Edit', { file_path: '/a', old_string: 'x', new_string: 'x\n' })).toBeNull();
  expect(wholeWords('Edit', { file_path: '/a', old_string: 'x\n', new_string: 'y' })).toBeNull();
  expect(wholeWords('ExitPlanMode', { plan: 'Do it.' })).toBeNull();
  expect(wholeWords('Write', { file_path: '/a', content: 'a'.repeat(2_000) })).toBeNull();
  expect(wholeWords('Bash', 'no input')).toBeNull();
});
