import { expect, test } from 'vitest';

import { changedLines, changeOf, lineDiff } from './file-change.ts';
import { countedNames, toolName, toolSubject } from './tool-title.ts';

test('a diff keeps the common lines of both texts', () => {
  expect(lineDiff('a\nb\nc\nd', 'a\nx\nc\ny\nd')).toEqual([' a', '-b', '+x', ' c', '+y', ' d']);
  expect(lineDiff('', 'a\n')).toEqual(['+a']);
  expect(lineDiff('a', '')).toEqual(['-a']);
  expect(lineDiff('a\na', 'a')).toEqual([' a', '-a']);
});

test('a diff of random texts leads from one to the other', () => {
  let seed = 7;
  const next = () => (seed = (seed * 16_807) % 2_147_483_647);
  for (let run = 0; run < 200; run++) {
    const text = () => Array.from({ length: 1 + (next() % 12) }, () => 'abcd'[next() % 4] ?? '').join('\n');
    const [before, after] = [text(), text()];
    const lines = lineDiff(before, after);
    const kept = (sign: string) =>
      lines
        .filter((line) => line[0] !== sign)
        .map((line) => line.slice(1))
        .join('\n');
    expect([kept('+'), kept('-')]).toEqual([before, after]);
  }
});

test('a change is read from the patch, or without one from the input', () => {
  const input = { file_path: '/a', old_string: 'one\ntwo', new_string: 'one\n2\n3' };
  expect(changedLines(changeOf({ name: 'Edit', input }))).toEqual({ added: 2, removed: 1 });
  const patch = [{ oldStart: 4, newStart: 4, lines: ['+x'] }];
  expect(changeOf({ name: 'Edit', input, patch })).toBe(patch);
  expect(changedLines(changeOf({ name: 'Write', input: { content: 'a\nb' } }))).toEqual({ added: 2, removed: 0 });
  expect(changeOf({ name: 'Bash', input: { command: 'ls' } })).toEqual([]);
  expect(changeOf({ name: 'MultiEdit', input: { edits: 'none' } })).toEqual([]);
});

test('a call is named by the most telling field of its input', () => {
  expect(toolSubject({ description: 'List files', command: 'ls\ncd' })).toBe('ls …');
  expect(toolSubject({ file_path: '/home/me/a.ts' })).toBe('/home/me/a.ts');
  expect(toolSubject('not an object')).toBe('');
  expect(toolName('mcp__github__list_issues')).toBe('github: list_issues');
  expect(toolName('mcp__warren__search_library')).toBe('Warren: search_library');
  expect(countedNames(['Read', 'Bash', 'Read'])).toBe('Read 2, Bash');
});
