import { expect, test } from 'vitest';

import { combinedStatus } from './combined-status.ts';
import { BEFORE_HOOKS, type HookState } from './status-of-hooks.ts';
import { type ScreenStatus, statusOfScreen } from './status-of-screen.ts';

const RULE = '─'.repeat(60);
const prompt = ['', RULE, '❯  ', RULE, '  ? for shortcuts'];

test.each<[string, readonly string[], string, ScreenStatus]>([
  ['nothing', ['', ''], '', null],
  ['the prompt', ['● Done.', ...prompt], '✳ A test', 'idle'],
  ['work', ['✢ Transfiguring… (0s · ↓ 6 tokens)', '', RULE, '❯  ', RULE, '  esc to interrupt'], '⠂ A test', 'busy'],
  ['work, by its title alone', ['● Half a', ...prompt], '⠐ A test', 'busy'],
  [
    'a permission',
    [' Bash command', '', '   npm test', '', ' Do you want to proceed?', ' ❯ 1. Yes', '   2. No', '', ' Esc to cancel'],
    '✳ A test',
    'asks',
  ],
  [
    'a trust dialog',
    [
      RULE,
      ' Accessing workspace:',
      ' Quick safety check: Is this a project you created or one you trust?',
      ' ❯ 1. Yes, I trust this folder',
      '   2. No, exit',
    ],
    '',
    'waiting-for-trust',
  ],
  [
    'the choice of a theme',
    [' Choose the text style that looks best', ' ❯ 1. Dark mode', '   2. Light mode'],
    '',
    'set-up',
  ],
  ['another try', ['✻ API error · Retrying in 4s · attempt 2/10', ...prompt], '⠂ A', 'retrying'],
  ['a compaction', ['✢ Compacting conversation…', ...prompt], '⠂ A', 'compacting'],
  ['a menu that was talked about', ['● Type:', '❯ 1. Yes', ...prompt], '✳ A', 'idle'],
])('the screen shows %s', (...[, rows, title, expected]) => {
  expect(statusOfScreen({ rows: [...rows, '', ''], title })).toBe(expected);
});

const hooks = (more: Partial<HookState>): HookState => ({ ...BEFORE_HOOKS, ...more });
const asking = hooks({
  status: 'needs-permission',
  detail: 'Bash: npm test',
  tools: [{ id: 't', detail: 'Bash: npm test' }],
});
const later = { sinceHook: 5_000, sinceScreen: 5_000 };

test.each([
  ['hooks alone', { hooks: asking, screen: null, ...later }, 'needs-permission', 'Bash: npm test'],
  ['the question on the screen', { hooks: asking, screen: 'asks', ...later }, 'needs-permission', 'Bash: npm test'],
  ['an answer in the terminal', { hooks: asking, screen: 'busy', ...later }, 'running-a-tool', 'Bash: npm test'],
  [
    'a screen that lags behind',
    { hooks: asking, screen: 'busy', sinceHook: 300, sinceScreen: 9_000 },
    'needs-permission',
    'Bash: npm test',
  ],
  ['an interrupt', { hooks: hooks({ status: 'thinking' }), screen: 'idle', ...later }, 'idle', null],
  [
    'a prompt in passing',
    { hooks: hooks({ status: 'thinking' }), screen: 'idle', sinceHook: 9_000, sinceScreen: 200 },
    'thinking',
    null,
  ],
  ['work that no hook told of', { hooks: hooks({ status: 'idle' }), screen: 'busy', ...later }, 'thinking', null],
  [
    'a dialog that no hook told of',
    { hooks: hooks({ status: 'idle' }), screen: 'asks', ...later },
    'asks-a-question',
    null,
  ],
  [
    'a dialog of a tool whose hook is late',
    {
      hooks: hooks({ status: 'running-a-tool', detail: 'Bash: ls' }),
      screen: 'asks',
      sinceHook: 2_900,
      sinceScreen: 2_900,
    },
    'running-a-tool',
    'Bash: ls',
  ],
  [
    'the trust dialog at once',
    { hooks: BEFORE_HOOKS, screen: 'waiting-for-trust', sinceHook: 0, sinceScreen: 0 },
    'waiting-for-trust',
    null,
  ],
  ['a suspension', { hooks: asking, screen: 'suspended', sinceHook: 0, sinceScreen: 0 }, 'suspended', null],
  ['a released terminal', { hooks: asking, screen: 'released', sinceHook: 0, sinceScreen: 1_500 }, 'suspended', null],
  [
    'an end that is under way',
    { hooks: hooks({ status: 'idle' }), screen: 'released', sinceHook: 5_000, sinceScreen: 300 },
    'idle',
    null,
  ],
  ['a start without hooks', { hooks: BEFORE_HOOKS, screen: 'idle', ...later }, 'idle', null],
  [
    'a failure',
    { hooks: hooks({ status: 'idle', detail: 'rate_limit' }), screen: 'idle', ...later },
    'idle',
    'rate_limit',
  ],
] as const)('%s', (...[, seen, status, detail]) => {
  expect(combinedStatus(seen)).toEqual({ status, detail });
});
