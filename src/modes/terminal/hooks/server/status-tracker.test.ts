import { expect, onTestFinished, test } from 'vitest';

import type { ScreenText } from '../../screen/server/screen-messages.ts';
import { type Hook, readHook } from '../domain/read-hook.ts';
import type { PermissionRequest } from '../domain/status-of-hooks.ts';
import { type TrackedStatus, StatusTracker } from './status-tracker.ts';

const SESSION = '11111111-1111-4111-8111-111111111111';
const hook = (name: string, more: object = {}) =>
  readHook({ hook_event_name: name, session_id: SESSION, prompt_id: 'a', ...more }) as Hook;
const tool = { tool_name: 'Bash', tool_input: { command: 'npm test' }, tool_use_id: 'one' };

const RULE = '─'.repeat(60);

function keep(before: Pick<TrackedStatus, 'status' | 'detail'> | null = null) {
  const told: TrackedStatus[] = [];
  const keeper = new StatusTracker((status) => told.push(status), before);
  onTestFinished(() => keeper.close());
  const see = (...rows: string[]) => keeper.see({ rows, title: '' } as unknown as ScreenText);
  return { keeper, told, see, statuses: () => told.map(({ status }) => status) };
}

test('each change by a hook is reported at once, and an unchanged status is not reported again', () => {
  const { keeper, statuses, told } = keep();
  keeper.hear(hook('SessionStart', { source: 'startup' }));
  keeper.hear(hook('UserPromptSubmit', { prompt: 'Test it' }));
  keeper.hear(hook('PreToolUse', tool));
  keeper.hear(hook('PreToolUse', tool));
  keeper.hear(hook('PermissionRequest', tool));
  keeper.hear(hook('PostToolUse', tool));
  keeper.hear(hook('Stop', { last_assistant_message: 'It works.' }));
  expect(statuses()).toEqual(['idle', 'thinking', 'running-a-tool', 'needs-permission', 'thinking', 'idle']);
  expect(told.at(-1)).toEqual({ status: 'idle', detail: null, line: 'It works.' });
});

test('an answer of the chat is reported at once, before a hook reports its effect', () => {
  const { keeper, statuses } = keep();
  const request = hook('PermissionRequest', tool) as PermissionRequest;
  keeper.hear(hook('UserPromptSubmit', { prompt: 'Test it' }));
  keeper.hear(request);
  keeper.answered(request, 'deny');
  keeper.hear(request);
  keeper.answered(request, 'allow');
  keeper.answered(request, 'deny');
  expect(statuses()).toEqual(['thinking', 'needs-permission', 'thinking', 'needs-permission', 'running-a-tool']);
});

test('a late hook changes nothing, and is reported as late', () => {
  const { keeper, statuses } = keep();
  keeper.hear(hook('UserPromptSubmit', { prompt: 'Test it' }));
  keeper.hear(hook('PreToolUse', tool));
  keeper.hear(hook('PostToolUse', tool));
  expect(keeper.hear(hook('PreToolUse', tool))).toBe(false);
  expect(keeper.hear(hook('Stop', { prompt_id: 'earlier' }))).toBe(false);
  expect(statuses()).toEqual(['thinking', 'running-a-tool', 'thinking']);
});

test('changes without a hook come from the screen: trust at once, an interrupt once it has settled', async () => {
  const { keeper, statuses, see } = keep();
  see(RULE, ' Do you trust the files in this folder?', '', ' ❯ 1. Yes, I trust this folder', '   2. No, exit');
  expect(statuses()).toEqual(['waiting-for-trust']);
  see(RULE, '❯ ', RULE);
  keeper.hear(hook('UserPromptSubmit', { prompt: 'Test it' }));
  see('✻ Testing… (3s)', '', RULE, '❯ ', RULE, '  esc to interrupt');
  expect(statuses().at(-1)).toBe('thinking');
  see('  ⎿  Interrupted', '', RULE, '❯ ', RULE);
  expect(statuses().at(-1)).toBe('thinking');
  await expect.poll(() => statuses().at(-1)).toBe('idle');
});

test('a suspension is reported at once, and lasts while the turn continues, paints over the words, and ends', () => {
  const { keeper, statuses, see } = keep();
  keeper.hear(hook('UserPromptSubmit', { prompt: 'Test it' }));
  see(RULE, '❯ ', 'Claude Code has been suspended. Run `fg` to bring Claude Code back.');
  keeper.see({ rows: ['● It works.', RULE, '❯ ', RULE], title: '✳ Test', takesPaste: false } as unknown as ScreenText);
  keeper.hear(hook('Stop', { last_assistant_message: 'It works.' }));
  expect([...new Set(statuses())]).toEqual(['thinking', 'suspended']);
});

test('the first screen of a surviving program at once reports changes that the earlier server missed', () => {
  const field = [RULE, '❯ ', RULE];
  const ended = keep({ status: 'running-a-tool', detail: 'Bash: npm test' });
  ended.see(...field);
  expect(ended.told).toEqual([{ status: 'idle', detail: null, line: null }]);
  ended.keeper.hear(hook('UserPromptSubmit', { prompt: 'Again' }));
  expect(ended.statuses()).toEqual(['idle', 'thinking']);

  const same = keep({ status: 'running-a-tool', detail: 'Bash: npm test' });
  same.see('✻ Working… (3s · esc to interrupt)', '', ...field);
  expect(same.told).toEqual([]);
});
