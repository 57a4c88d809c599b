import { expect, test } from 'vitest';

import type { Message } from '#session/protocol.ts';

import { ShownMessages } from '../../chat/domain/shown/shown-messages.ts';
import type { AboutPart, ToolPart } from '../../chat/protocol.ts';
import { fittingSteps, stepsOfMessage } from './steps-of-chat.ts';

const KEY = `ghp_${'q7Vt3xKp9Lm2Zr8Ws4Yn6Bd1Hf5Jc0Gg7Ta3'}`;
const about = (more: Partial<AboutPart> = {}): AboutPart => ({
  id: 'about',
  type: 'about',
  standing: 'verified',
  at: 5,
  feeds: [],
  said: 'prompt',
  ...more,
});
let number = 0;
const tool = (name: string, input: object, more: Partial<ToolPart> = {}): ToolPart => ({
  id: `t${(number += 1)}`,
  type: 'tool',
  name,
  input,
  output: '',
  isError: false,
  isComplete: true,
  ...more,
});
const message = ([id, author]: [string, Message['author']], content: string, parts: Message['parts'] = [about()]) =>
  ({ id, author, content, thread: 'trunk', seq: 1, at: 1, status: 'complete', parts }) as Message;
const stepsOf = (...messages: Message[]) => new ShownMessages().of(messages).flatMap(stepsOfMessage);

test('words and tool calls are read in order, each with the message that shows it', () => {
  const patch = [{ oldStart: 1, newStart: 1, lines: [' same', '-old', '+new'] }];
  const steps = stepsOf(
    message(['m1', 'person'], 'Fix it.'),
    message(['m2', 'assistant'], 'I look.', [
      about(),
      tool('Bash', { command: 'npx x --y', description: 'Do y' }, { output: 'ok' }),
    ]),
    message(['m3', 'assistant'], '', [about(), tool('Edit', { file_path: 'src/a.ts' }, { patch })]),
    message(['m4', 'assistant'], '', [about(), tool('Read', { file_path: 'src/a.ts' }, { output: 'long' })]),
    message(['m5', 'assistant'], 'Left.', [about({ isAbandoned: true })]),
    message(['m6', 'person'], '/clear', [about({ said: 'command' })]),
  );
  expect(steps.map(({ messageId, author, kind, content }) => [messageId, author, kind, content])).toEqual([
    ['m1', 'person', 'said', 'Fix it.'],
    ['m2', 'assistant', 'said', 'I look.'],
    ['m2', 'tool', 'command', 'Do y\n$ npx x --y\nok'],
    ['m2', 'tool', 'change', 'src/a.ts\n-old\n+new'],
    ['m2', 'tool', 'look', 'Read src/a.ts'],
  ]);
  expect(steps.map(({ command }) => command).filter(Boolean)).toEqual([{ line: 'npx x --y', does: 'Do y' }]);
  expect(steps.every(({ at }) => at === 5)).toBe(true);
});

test('secrets are cut from words, commands, outputs and changes, and commands that print secrets are left out', () => {
  const patch = [{ oldStart: 1, newStart: 1, lines: ['+A=plain'] }];
  const steps = stepsOf(
    message(['m1', 'person'], `Use ${KEY}.`),
    message(['m2', 'assistant'], '', [
      about(),
      tool(
        'Bash',
        { command: `curl -H "Authorization: Bearer ${KEY}" x`, description: 'Ask x' },
        { output: `got ${KEY}` },
      ),
      tool('Bash', { command: 'cat .env', description: 'Show the settings' }, { output: 'NAME=plain words' }),
      tool('Write', { file_path: '/app/.env' }, { patch }),
      tool('Bash', { command: 'node big.js', description: 'Print much' }, { output: `${'x'.repeat(1_985)} ${KEY}` }),
    ]),
  );
  const written = JSON.stringify(steps);
  expect(written).not.toContain(KEY.slice(0, 12));
  expect(written).not.toContain('plain');
  expect(written).toContain('Use [secret].');
  expect(steps.filter(({ command }) => command).map(({ command }) => command?.does)).toEqual(['Ask x', 'Print much']);
});

test('a failed, denied or running command is not a step that teaches a command', () => {
  const bash = (more: Partial<ToolPart>) => tool('Bash', { command: 'npx x --y', description: 'Do y' }, more);
  const [failed, running, ...others] = stepsOf(
    message(['m1', 'assistant'], '', [
      about(),
      bash({ isError: true }),
      bash({ isComplete: false, output: null }),
      bash({ ending: 'denied' }),
    ]),
  );
  expect([failed?.command, running?.command, others]).toEqual([undefined, undefined, []]);
});

test('a long session drops steps that only look around first, and then the oldest', () => {
  const step = (content: string, kind: 'said' | 'look') =>
    ({ content, kind, author: 'assistant', messageId: content, at: 1 }) as const;
  const steps = [step('aaaa', 'said'), step('llll', 'look'), step('bbbb', 'said'), step('cccc', 'said')];
  const kept = (max: number) => {
    const { steps: some, leftOut } = fittingSteps(steps, max);
    return [some.map(({ content }) => content).join(' '), leftOut];
  };
  expect(kept(16)).toEqual(['aaaa llll bbbb cccc', 0]);
  expect(kept(12)).toEqual(['aaaa bbbb cccc', 1]);
  expect(kept(11)).toEqual(['bbbb cccc', 2]);
  expect(kept(3)).toEqual(['', 4]);
});
