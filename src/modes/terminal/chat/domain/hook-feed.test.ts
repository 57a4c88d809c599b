import { expect, test } from 'vitest';

import type { Hook } from '../../hooks/domain/read-hook.ts';
import { hearHook, NO_HOOKS } from './hook-feed.ts';

const base = { session_id: 's', prompt_id: 'one' };
const submit: Hook = { hook_event_name: 'UserPromptSubmit', ...base, prompt: 'go' };
const call = (id: string): Hook => ({
  hook_event_name: 'PreToolUse',
  ...base,
  tool_use_id: id,
  tool_name: 'Bash',
  tool_input: {},
});
const batch = (...ids: readonly (readonly [string, string])[]): Hook => ({
  hook_event_name: 'PostToolBatch',
  ...base,
  tool_calls: ids.map(([tool_use_id, tool_response]) => ({ tool_use_id, tool_response })),
});
const display = (id: string, index: number, { delta, final = false }: { delta: string; final?: boolean }): Hook => ({
  hook_event_name: 'MessageDisplay',
  ...base,
  message_id: id,
  index,
  delta,
  final,
});
const stop = (text: string, goesOn = false): Hook => ({
  hook_event_name: 'Stop',
  ...base,
  last_assistant_message: text,
  stop_hook_active: goesOn,
});
const heard = (...hooks: readonly Hook[]) =>
  hooks.reduce((reading, hook, index) => hearHook(reading, hook, index), NO_HOOKS).turns[0]!;
const said = (...hooks: readonly Hook[]) => heard(submit, ...hooks).prose.map(({ text, calls }) => [text, calls]);

test('prose precedes the calls of its message, even if a hook of a call arrives first', () => {
  expect(
    said(
      call('a'),
      call('b'),
      display('m1', 0, { delta: 'Two at once.', final: true }),
      batch(['a', 'one'], ['b', 'two']),
      call('c'),
      display('m2', 0, { delta: 'And another.', final: true }),
      batch(['c', 'three']),
      display('m3', 0, { delta: 'Done.', final: true }),
      stop('Done.'),
    ),
  ).toEqual([
    ['Two at once.', 0],
    ['And another.', 2],
    ['Done.', 3],
  ]);
});

test('pieces of a message are joined, and the last words appear once, whichever hook arrives first', () => {
  const pieces = [display('m', 0, { delta: 'One. ' }), display('m', 1, { delta: 'Two.', final: true })] as const;
  expect(said(...pieces, stop('One. Two.'))).toEqual([['One. Two.', 0]]);
  expect(said(pieces[0], stop('One. Two.'), pieces[1])).toEqual([['One. Two.', 0]]);
  expect(said(stop('Two.'), display('m', 0, { delta: 'Two.', final: true }))).toEqual([['Two.', 0]]);
  expect(heard(submit, stop('Two.'), display('m', 0, { delta: 'Two.', final: true })).isOver).toBe(true);
});

test('a piece that follows a missing one is not appended', () => {
  expect(said(display('m', 0, { delta: 'One. ' }), display('m', 2, { delta: 'Three.', final: true }))).toEqual([
    ['One. ', 0],
  ]);
});

test('a turn whose end a hook prevents continues, with the same words or others', () => {
  expect(said(stop('Hello.'), stop('Hello.', true))).toEqual([
    ['Hello.', 0],
    ['Hello.', 0],
  ]);
  expect(said(stop('Hello.'), display('m', 0, { delta: 'Again.', final: true }), stop('Again.', true))).toEqual([
    ['Hello.', 0],
    ['Again.', 0],
  ]);
  // A line for the shell, after the turn.
  expect(said(stop('Hello.'), stop('Of the shell.'))).toEqual([['Hello.', 0]]);
});

test('the end of a batch closes calls that no other hook closed', () => {
  const { tools } = heard(
    submit,
    call('a'),
    call('b'),
    {
      hook_event_name: 'PostToolUse',
      ...base,
      tool_use_id: 'a',
      tool_name: 'Bash',
      tool_input: {},
      tool_response: 'x',
    },
    batch(['a', 'other'], ['b', '<tool_use_error>No such tool.</tool_use_error>']),
  );
  expect(tools.map(({ output, isComplete, isError }) => [output, isComplete, isError])).toEqual([
    ['x', true, false],
    ['<tool_use_error>No such tool.</tool_use_error>', true, true],
  ]);
});
