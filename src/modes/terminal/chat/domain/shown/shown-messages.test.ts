import { expect, test } from 'vitest';

import type { Message, MessagePart } from '#session/protocol.ts';

import { ShownMessages, type ToolsPart } from './shown-messages.ts';
import type { Task } from './task-list.ts';

const about = (standing = 'verified'): MessagePart =>
  ({ id: 'about', type: 'about', standing, feeds: ['transcript'], at: 5 }) as MessagePart;
const tool = (id: string): MessagePart =>
  ({ id, type: 'tool', name: 'Bash', input: {}, output: '', isError: false, isComplete: true }) as MessagePart;

function message(seq: number, change: Partial<Message>): Message {
  const base = {
    id: `terminal_${seq}`,
    thread: 'trunk',
    author: 'assistant',
    content: '',
    seq,
    at: 100 + seq,
  } as const;
  return { ...base, status: 'complete', parts: [about()], ...change };
}

const toolIds = ({ parts }: Message) =>
  (parts?.find((part) => part.type === 'tools') as ToolsPart | undefined)?.tools.map(({ id }) => id);

test('consecutive calls are shown together in the first of their messages', () => {
  const shown = new ShownMessages().of([
    message(1, { content: 'I look.', parts: [tool('a'), about()] }),
    message(2, { parts: [tool('b'), tool('c'), about('live')] }),
    message(3, { content: 'Found.', parts: [about()] }),
    message(4, { parts: [tool('d'), about()] }),
  ]);
  expect(shown.map(({ id }) => id)).toEqual(['terminal_1', 'terminal_3']);
  expect(shown.map(toolIds)).toEqual([['a', 'b', 'c'], ['d']]);
  expect(shown[0]?.parts?.find(({ id }) => id === 'about')).toMatchObject({ standing: 'live' });
});

test('a message of the person, or a notice, separates groups', () => {
  const shown = new ShownMessages().of([
    message(1, { parts: [tool('a'), about()] }),
    message(2, { author: 'person', content: 'Go on' }),
    message(3, { parts: [tool('b'), about()] }),
    message(4, { author: 'notice', content: '' }),
    message(5, { parts: [tool('c'), about()] }),
  ]);
  expect(shown.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5].map((each) => `terminal_${each}`));
});

test('messages that were taken back are left out, and unchanged messages stay the same object', () => {
  const messages = [
    message(1, { content: 'One' }),
    message(2, { parts: [] }),
    message(3, { author: 'notice', parts: [] }),
    message(4, { author: 'person', content: 'Two' }),
  ];
  const shown = new ShownMessages();
  const before = shown.of(messages);
  expect(before).toHaveLength(2);
  const after = shown.of([...messages, message(5, { content: 'Three' })]);
  expect(after[0]).toBe(before[0]);
  expect(after[1]).toBe(before[1]);
});

test('a running call has no caret, and the time is that of the message', () => {
  const [shown] = new ShownMessages().of([message(1, { status: 'streaming', parts: [tool('a'), about()] })]);
  expect(shown).toMatchObject({ status: 'complete', at: 5 });
});

test('calls that change tasks show the list after them', () => {
  const call = (id: string, name: string, change: object) =>
    ({ id, type: 'tool', name, output: '', isError: false, isComplete: true, ...change }) as unknown as MessagePart;
  const created = (id: number, subject: string) =>
    call(`c${id}`, 'TaskCreate', { input: { subject }, output: `Task #${id} created successfully: ${subject}` });
  const messages = [
    message(1, { parts: [created(1, 'Read'), created(2, 'Write'), about()] }),
    message(2, { content: 'Then', parts: [tool('a'), about()] }),
    message(3, {
      content: 'Done',
      parts: [call('u', 'TaskUpdate', { input: { taskId: '1', status: 'completed' } }), about()],
    }),
  ];
  const shown = new ShownMessages();
  const tasksOf = ({ parts = [] }: Message): readonly Task[] | undefined =>
    parts.flatMap((part) => (part.type === 'tools' ? [(part as ToolsPart).tasks] : []))[0];
  const before = shown.of(messages);
  expect(before.map((each) => tasksOf(each)?.map(({ words, status }) => `${words} ${status}`))).toEqual([
    ['Read pending', 'Write pending'],
    undefined,
    ['Read completed', 'Write pending'],
  ]);
  expect(shown.of(messages)).toEqual(before);
  expect(shown.of([...messages, message(4, { content: 'More' })])[2]).toBe(before[2]);
});
