import fc from 'fast-check';
import { expect, test } from 'vitest';

import { type Hook, readHook } from './read-hook.ts';
import { BEFORE_HOOKS, foldHook, type HookState } from './status-of-hooks.ts';

const SESSION = '11111111-1111-4111-8111-111111111111';
const hook = (name: string, more: object = {}) => readHook({ hook_event_name: name, session_id: SESSION, ...more })!;
const after = (...hooks: readonly Hook[]) => hooks.reduce<HookState>(foldHook, BEFORE_HOOKS);
const start = hook('SessionStart', { source: 'startup' });
const prompt = (id: string) => hook('UserPromptSubmit', { prompt: `Prompt ${id}`, prompt_id: id });
const bash = { tool_name: 'Bash', tool_input: { command: 'npm test' } };
const before = (id: string, more: object = {}) => hook('PreToolUse', { ...bash, tool_use_id: id, ...more });
const done = (id: string, more: object = {}) =>
  hook('PostToolUse', { ...bash, tool_use_id: id, tool_response: {}, ...more });
const stop = (id: string) => hook('Stop', { prompt_id: id, last_assistant_message: 'All\ngreen.' });

test.each([
  ['it begins', [], 'starting', null],
  ['it is ready', [start], 'idle', null],
  ['it thinks', [start, prompt('a')], 'thinking', null],
  ['it runs a tool', [start, prompt('a'), before('t')], 'running-a-tool', 'Bash: npm test'],
  [
    'it asks for permission',
    [start, prompt('a'), before('t'), hook('PermissionRequest', bash)],
    'needs-permission',
    'Bash: npm test',
  ],
  [
    'it asks a question',
    [
      start,
      prompt('a'),
      hook('PermissionRequest', {
        tool_name: 'AskUserQuestion',
        tool_input: { questions: [{ question: 'Which one?' }] },
      }),
    ],
    'asks-a-question',
    'AskUserQuestion: Which one?',
  ],
  ['a tool has ended', [start, prompt('a'), before('t'), done('t')], 'thinking', null],
  [
    'one of two tools has ended',
    [start, prompt('a'), before('t'), before('u'), done('u')],
    'running-a-tool',
    'Bash: npm test',
  ],
  [
    'a tool was denied',
    [start, prompt('a'), before('t'), hook('PermissionDenied', { ...bash, tool_use_id: 't' })],
    'thinking',
    null,
  ],
  ['it has finished', [start, prompt('a'), before('t'), done('t'), stop('a')], 'idle', null],
  [
    'it has failed',
    [start, prompt('a'), hook('StopFailure', { prompt_id: 'a', error: 'rate_limit' })],
    'idle',
    'rate_limit',
  ],
  ['it compacts', [start, prompt('a'), hook('PreCompact', { trigger: 'auto' })], 'compacting', null],
  [
    'it goes on after compacting',
    [start, prompt('a'), hook('PreCompact'), hook('PostCompact', { trigger: 'auto' })],
    'thinking',
    null,
  ],
  ['an end of an earlier turn comes late', [start, prompt('a'), prompt('b'), stop('a')], 'thinking', null],
  ['the end of a tool comes before its beginning', [start, prompt('a'), done('t'), before('t')], 'thinking', null],
  [
    'the end of a tool comes after that of its turn',
    [start, prompt('a'), before('t'), stop('a'), done('t')],
    'idle',
    null,
  ],
  [
    'a subagent works and stops',
    [start, prompt('a'), before('t'), before('s', { agent_id: 'x' }), hook('Stop', { agent_id: 'x' })],
    'running-a-tool',
    'Bash: npm test',
  ],
  [
    'a subagent asks',
    [start, prompt('a'), before('t'), hook('PermissionRequest', { ...bash, agent_id: 'x' })],
    'needs-permission',
    'Bash: npm test',
  ],
  [
    'it waits for an elicitation',
    [start, prompt('a'), hook('Notification', { notification_type: 'elicitation_dialog', message: 'Sign in' })],
    'asks-a-question',
    'Sign in',
  ],
  ['something new is heard', [start, prompt('a'), hook('MoonRise')], 'thinking', null],
] as const)('%s', (...[, hooks, status, detail]) => {
  expect(after(...hooks)).toMatchObject({ status, detail });
});

test('the latest line is the last text of the conversation', () => {
  expect(after(start, prompt('a')).line).toBe('Prompt a');
  expect(after(start, prompt('a'), stop('a')).line).toBe('All green.');
});

const anyHook = fc.constantFrom(
  ...['a', 'b'].flatMap((id) => [
    prompt(id),
    stop(id),
    before(`t${id}`, { prompt_id: id }),
    done(`t${id}`, { prompt_id: id }),
  ]),
  hook('PermissionRequest', bash),
);

test('a repeated hook changes nothing', () => {
  fc.assert(
    fc.property(fc.array(anyHook), anyHook, (hooks, twice) => {
      const once = foldHook(after(start, ...hooks), twice);
      expect(foldHook(once, twice)).toEqual(once);
    }),
  );
});

test('after any hooks, the end of the latest turn leaves the status idle', () => {
  fc.assert(
    fc.property(fc.array(anyHook), (hooks) => {
      expect(after(start, ...hooks, prompt('z'), stop('z')).status).toBe('idle');
    }),
  );
});

test.each([
  undefined,
  null,
  3,
  [],
  {},
  { hook_event_name: 'Stop' },
  { hook_event_name: 'PreToolUse', session_id: SESSION },
])('%j is not a hook', (body) => {
  expect(readHook(body)).toBeUndefined();
});

test('a request keeps asking while other tools begin and end, until its own answer', () => {
  const other = { tool_name: 'Read', tool_input: { file_path: 'a.ts' } };
  const reading = hook('PreToolUse', { ...other, tool_use_id: 'r' });
  const read = hook('PostToolUse', { ...other, tool_use_id: 'r', tool_response: {} });
  const asked = after(start, prompt('a'), reading, before('t'), hook('PermissionRequest', bash));
  const asking = { status: 'needs-permission', detail: 'Bash: npm test' };
  expect(asked).toMatchObject(asking);
  const later = [
    read,
    hook('PreToolUse', { ...other, tool_use_id: 's' }),
    hook('Notification', { notification_type: 'idle_prompt' }),
  ];
  for (const each of later) expect(foldHook(asked, each)).toMatchObject(asking);
  expect(foldHook(asked, done('t'))).toMatchObject({ status: 'running-a-tool', detail: 'Read: a.ts', asked: null });
  expect(foldHook(asked, stop('a'))).toMatchObject({ status: 'idle', asked: null });
});

test('a subagent of an earlier prompt can ask', () => {
  const asks = hook('PermissionRequest', { ...bash, prompt_id: 'a', agent_id: 'agent' });
  expect(after(start, prompt('a'), prompt('b'), asks)).toMatchObject({ status: 'needs-permission' });
});

test('the notification of a request replaces a lost hook', () => {
  const notified = hook('Notification', {
    notification_type: 'permission_prompt',
    message: 'Claude needs your permission',
  });
  expect(after(start, prompt('a'), before('t'), notified)).toMatchObject({ status: 'needs-permission' });
});
