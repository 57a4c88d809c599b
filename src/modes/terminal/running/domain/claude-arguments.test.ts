import { expect, test } from 'vitest';

import { claudeArguments, hasOwnSettings } from './claude-arguments.ts';

const again = (...own: readonly string[]) => claudeArguments({ own, isAgain: true }).args;

test('the first run gets the person’s arguments unchanged', () => {
  const own = ['--verbose', 'fix the test', '--', 'and this'];
  expect(claudeArguments({ own, isAgain: false })).toEqual({ args: own, choosesSession: false });
});

test.each([
  [['fix the test'], []],
  [
    ['--model', 'opus', 'fix the test'],
    ['--model', 'opus'],
  ],
  [
    ['fix the test', '--mcp-config', 'one.json', 'two.json', '--strict-mcp-config', 'fix the test'],
    ['--mcp-config', 'one.json', 'two.json', '--strict-mcp-config'],
  ],
  [['--verbose', 'fix the test'], ['--verbose']],
  [['--max-turns=3', 'fix the test'], ['--max-turns=3']],
  [
    ['--allowed-tools', 'Bash', '--', 'push it'],
    ['--allowed-tools', 'Bash'],
  ],
])('a later run drops the prompt: %j', (own, expected) => {
  expect(again(...own)).toEqual(expected);
});

test.each([['-c'], ['--continue'], ['--resume'], ['--resume=x'], ['-r'], ['--session-id'], ['--fork-session']])(
  '%s chooses the session',
  (option) => {
    expect(claudeArguments({ own: [option], isAgain: false }).choosesSession).toBe(true);
    expect(claudeArguments({ own: ['--', option], isAgain: false }).choosesSession).toBe(false);
  },
);

test('a --settings option of the person is detected', () => {
  expect([
    hasOwnSettings(['--settings', 'x']),
    hasOwnSettings(['--settings={}']),
    hasOwnSettings(['--verbose']),
  ]).toEqual([true, true, false]);
});
