import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import type { EventBody } from '#session/domain/event.ts';

import { type Hook, readHook } from '../../hooks/domain/read-hook.ts';
import type { ScreenReading } from '../domain/items.ts';
import { PendingPermissions, type PermissionAnswer } from './pending-permissions.ts';
import { digestOfPrompt } from './prompt-digest.ts';

const SUGGESTED = [
  { type: 'addRules', rules: [{ toolName: 'Bash', ruleContent: 'ls:*' }], behavior: 'allow', destination: 'session' },
  { type: 'setMode', mode: 'acceptEdits', destination: 'session' },
];
const NOTHING = { hasField: true, hasDialog: false, isWorking: true } as unknown as ScreenReading;
const ASKS = { hasField: false, hasDialog: true, isWorking: false };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Permissions with stored answers and events. The test fills the port of the hooks' listener. */
function start() {
  const events: EventBody[] = [];
  let count = 0;
  const permissions = new PendingPermissions({
    newId: () => String((count += 1)),
    onEvents: (told) => events.push(...told),
  });
  const hear = (hook: object) => permissions.hear(readHook({ session_id: 's', ...hook }) as Hook);
  return {
    permissions,
    events,
    hear,
    /** Calls a tool that asks. The request and its call share an id. */
    ask: (
      command: string,
      more: {
        readonly agent?: string;
        readonly tool?: string;
        readonly suggested?: unknown[];
        readonly id?: string;
      } = {},
    ) => {
      const { agent, tool = 'Bash', suggested = SUGGESTED } = more;
      const call = { tool_name: tool, tool_input: { command }, ...(agent !== undefined && { agent_id: agent }) };
      hear({ hook_event_name: 'PreToolUse', tool_use_id: `call ${command}`, ...call });
      const answers: (object | undefined)[] = [];
      const connection = { id: more.id ?? null, answer: (body?: object) => void answers.push(body) };
      const request = { hook_event_name: 'PermissionRequest', session_id: 's', ...call };
      const asked = readHook({ ...request, permission_suggestions: suggested });
      permissions.ask(asked as Extract<Hook, { hook_event_name: 'PermissionRequest' }>, connection);
      const permissionId = events.findLast((event) => event.type === 'permission_requested')?.permissionId ?? '';
      const answer = (given: Omit<PermissionAnswer, 'permissionId'>) => permissions.answer({ permissionId, ...given });
      /** The answerer of each report. */
      const told = () =>
        events.flatMap((event) =>
          event.type === 'permission_resolved' && event.permissionId === permissionId
            ? [`${event.by} ${String(event.behavior)}`]
            : [],
        );
      return { connection, answers, answer, told };
    },
    done: (command: string, event = 'PostToolUse') =>
      hear({ hook_event_name: event, tool_use_id: `call ${command}`, tool_name: 'Bash', tool_input: { command } }),
    shows: (command: string) =>
      permissions.see(ASKS as unknown as ScreenReading, [' Bash command', `   ${command}`, ' ❯ 1. Yes']),
    showsNone: () => permissions.see(NOTHING, []),
  };
}

test('an answer of the chat reaches Claude Code with the chosen suggestions', () => {
  const { ask, events } = start();
  const { answers, answer, told } = ask('ls');
  expect(events[0]).toMatchObject({ toolUseId: 'call ls', suggestions: [expect.any(String), expect.any(String)] });
  expect(() => answer({ behavior: 'allow', suggestions: [1, 2] })).toThrow(/suggested/u);
  expect(() => answer({ behavior: 'allow', answers: { 'Which?': 'This' } })).toThrow(/not a question/u);
  expect(answers).toEqual([]);
  answer({ behavior: 'allow', suggestions: [1] });
  expect(answers).toEqual([
    {
      hookSpecificOutput: {
        hookEventName: 'PermissionRequest',
        decision: { behavior: 'allow', updatedPermissions: [SUGGESTED[1]] },
      },
    },
  ]);
  expect(told()).toEqual(['chat allow']);
  expect(() => answer({ behavior: 'deny' })).toThrow(/answered already/u);
});

test('a question takes answers, and a denial takes words', () => {
  const { ask } = start();
  const question = ask('x', { tool: 'AskUserQuestion' });
  question.answer({ behavior: 'allow', answers: { 'Which?': 'This' } });
  expect(question.answers).toMatchObject([
    { hookSpecificOutput: { decision: { updatedInput: { command: 'x', answers: { 'Which?': 'This' } } } } },
  ]);
  const shell = ask('ls', { suggested: [] });
  shell.answer({ behavior: 'deny', message: 'Not now' });
  expect(shell.answers).toMatchObject([
    { hookSpecificOutput: { decision: { behavior: 'deny', message: expect.stringContaining('Not now') } } },
  ]);
});

test('a call that runs or fails was allowed in the terminal', () => {
  const { ask, done } = start();
  const [one, two, three] = [ask('one'), ask('two'), ask('three')];
  done('one');
  done('two', 'PostToolUseFailure');
  done('three', 'PermissionDenied');
  expect([one, two, three].map(({ told }) => told())).toEqual([
    ['terminal allow'],
    ['terminal allow'],
    ['terminal deny'],
  ]);
  expect(one.answers).toEqual([undefined]);
});

test('a dialog that the next one replaced was answered in the terminal, though its tool still runs', () => {
  const { ask, shows, done, permissions } = start();
  const [a, b] = [ask('sleep 8', { agent: 'a' }), ask('sleep 1', { agent: 'b' })];
  shows('sleep 1');
  shows('sleep 1');
  expect(b.told()).toEqual([]);
  permissions.typed('1');
  shows('sleep 8');
  expect(b.told()).toEqual(['terminal null']);
  expect(() => b.answer({ behavior: 'deny' })).toThrow(/answered already/u);
  done('sleep 1');
  expect(b.told()).toEqual(['terminal null', 'terminal allow']);
  expect(a.told()).toEqual([]);
  a.answer({ behavior: 'allow' });
  done('sleep 8');
  expect(a.told()).toEqual(['chat allow']);
});

test('a dialog that Claude Code itself replaced by another one still waits', () => {
  const { ask, shows, permissions } = start();
  const [a, b] = [ask('sleep 8', { agent: 'a' }), ask('sleep 1', { agent: 'b' })];
  shows('sleep 8');
  permissions.typed('\u001B[B');
  shows('sleep 1');
  expect([a.told(), b.told()]).toEqual([[], []]);
  permissions.typed('\r');
  shows('sleep 8');
  expect([a.told(), b.told()]).toEqual([[], ['terminal null']]);
});

test('an answer to another prompt than the shown one is refused, an accepted one is reported with its device', () => {
  const { ask, events } = start();
  const { answer, answers } = ask('ls');
  const asked = events[0] as (typeof events)[0] & { type: 'permission_requested' };
  for (const changed of [
    { toolInput: { command: 'rm' } },
    { suggestions: [] },
    { suggestions: asked.suggestions.toReversed() },
  ])
    expect(() => answer({ behavior: 'allow', shown: digestOfPrompt({ ...asked, ...changed }) })).toThrow(
      /has changed/u,
    );
  expect(answers).toEqual([]);
  answer({ behavior: 'allow', shown: digestOfPrompt(asked), device: 'Safari on iPhone' });
  expect(events.at(-1)).toMatchObject({ by: 'chat', behavior: 'allow', device: 'Safari on iPhone' });
  expect(() => answer({ behavior: 'deny' })).toThrow(/answered already/u);
});

test('a denial or an allowance of the chat that came too late is corrected', () => {
  const { ask, done, permissions } = start();
  const [late, other] = [ask('late'), ask('other')];
  late.answer({ behavior: 'deny' });
  done('late');
  expect(late.told()).toEqual(['chat deny', 'terminal allow']);
  other.answer({ behavior: 'allow' });
  permissions.settle('call other', 'deny');
  expect(other.told()).toEqual(['chat allow', 'terminal deny']);
});

test('a dialog that fits two requests resolves neither until no dialog is shown', () => {
  const { ask, shows, showsNone } = start();
  const [one, two] = [ask('ls', { agent: 'a' }), ask('ls', { agent: 'b' })];
  shows('ls');
  shows('rm');
  expect([one.told(), two.told()]).toEqual([[], []]);
  showsNone();
  vi.advanceTimersByTime(1_000);
  expect([one.told(), two.told()]).toEqual([['terminal null'], ['terminal null']]);
});

test('a request stays open before its dialog is shown', () => {
  const [early, other] = [start(), start()];
  const unseen = early.ask('ls');
  early.showsNone();
  const seen = other.ask('ls');
  other.shows('ls');
  other.showsNone();
  vi.advanceTimersByTime(1_000);
  expect(seen.told()).toEqual(['terminal null']);
  expect(unseen.told()).toEqual([]);
});

test('a connection that ends with its dialog was denied in the terminal', () => {
  const { ask, shows, showsNone, permissions } = start();
  const { connection, told, answer } = ask('ls');
  shows('ls');
  permissions.leave(connection);
  expect(told()).toEqual([]);
  expect(() => answer({ behavior: 'allow' })).toThrow(/in the terminal/u);
  showsNone();
  vi.advanceTimersByTime(1_000);
  expect(told()).toEqual(['terminal deny']);
});

test('a connection that ends with its process is answered by nobody', () => {
  const { ask, shows, permissions } = start();
  const { connection, told } = ask('ls');
  shows('ls');
  permissions.leave(connection);
  permissions.close();
  expect(told()).toEqual(['nobody null']);
  expect(permissions.isWaiting).toBe(false);
});

test('a connection that ends while its dialog stays is withdrawn, and answered in the terminal later', () => {
  const { ask, shows, showsNone, permissions } = start();
  const { connection, told } = ask('ls');
  shows('ls');
  permissions.leave(connection);
  vi.advanceTimersByTime(2_000);
  expect(told()).toEqual(['nobody null']);
  expect(permissions.isWaiting).toBe(true);
  showsNone();
  vi.advanceTimersByTime(1_000);
  expect(told()).toEqual(['nobody null', 'terminal deny']);
});

test('an interruption of the chat answers waiting requests, and no later ones', () => {
  const { ask, shows, showsNone, permissions } = start();
  const first = ask('first');
  shows('first');
  permissions.interrupted();
  permissions.leave(first.connection);
  showsNone();
  vi.advanceTimersByTime(1_000);
  expect(first.told()).toEqual(['nobody null']);
  permissions.settle('call first', 'deny');
  const second = ask('second');
  shows('second');
  permissions.leave(second.connection);
  showsNone();
  vi.advanceTimersByTime(1_000);
  expect(second.told()).toEqual(['terminal deny']);
  expect(first.told()).toEqual(['nobody null']);
});

test('an interruption of the chat that the transcript reports first is also answered by nobody', () => {
  const { ask, shows, permissions } = start();
  const { told } = ask('ls');
  shows('ls');
  permissions.interrupted();
  permissions.settle('call ls', 'deny');
  expect(told()).toEqual(['nobody null']);
});

test('the end of a turn withdraws the requests of its own agent', () => {
  const { ask, hear } = start();
  const [main, inside] = [ask('main'), ask('inside', { agent: 'a' })];
  hear({ hook_event_name: 'Stop' });
  expect([main.told(), inside.told()]).toEqual([['nobody null'], []]);
});

describe('requests to an earlier server', () => {
  const open = { toolName: 'Bash', toolInput: { command: 'ls' }, toolUseId: 'call ls', agentId: null };
  const restored = () => {
    const begun = start();
    const { permissions, events } = begun;
    permissions.restore([{ ...open, permissionId: 'permission-one', suggestions: [], at: 1, resolved: null }]);
    const answer = () => permissions.answer({ permissionId: 'permission-one', behavior: 'allow' });
    const told = () =>
      events.map((event) => [event.type, 'by' in event && event.by, 'behavior' in event && event.behavior]);
    return { ...begun, answer, told };
  };

  test('is answered once in the chat when it is asked again, under the same id', () => {
    const { ask, shows, answer, told, permissions } = restored();
    shows('ls');
    expect(answer).toThrow(/in the terminal/u);
    const again = ask('ls', { id: 'one' });
    vi.advanceTimersByTime(20_000);
    expect(told()).toEqual([]);
    answer();
    expect(again.answers).toMatchObject([{ hookSpecificOutput: { decision: { behavior: 'allow' } } }]);
    expect(answer).toThrow(/answered already/u);
    // Its program asks once more, because its answer was lost.
    expect(ask('ls', { id: 'one' }).answers).toEqual([undefined]);
    expect(told()).toEqual([['permission_resolved', 'chat', 'allow']]);
    expect(permissions.isWaiting).toBe(false);
  });

  test('is left to the terminal when nothing asks again, and was answered there once its dialog is gone', () => {
    const { shows, showsNone, told, permissions } = restored();
    shows('ls');
    vi.advanceTimersByTime(20_000);
    expect(told()).toEqual([['permission_resolved', 'nobody', null]]);
    showsNone();
    vi.advanceTimersByTime(1_000);
    permissions.settle('call ls', 'allow');
    expect(told().slice(1)).toEqual([
      ['permission_resolved', 'terminal', null],
      ['permission_resolved', 'terminal', 'allow'],
    ]);
  });
});
