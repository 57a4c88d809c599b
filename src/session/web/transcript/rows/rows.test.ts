import { expect, test } from 'vitest';

import type { Message, SessionState } from '../../../protocol.ts';
import { type Row, rowsOf, seqBefore } from './rows.ts';

const plain = { thread: 'trunk', at: 0, status: 'complete' } as const;
const opening: Message = {
  ...plain,
  id: 'm1',
  author: 'assistant',
  content: 'Begin.',
  seq: 1,
  agent: 'Built in',
};
const said: Message = { ...plain, id: 'm2', author: 'person', content: 'Tea', seq: 2 };

function rows(messages: Message[], change: Partial<Parameters<typeof rowsOf>[0]> = {}): readonly Row[] {
  const state = { messages, turn: null } as unknown as SessionState;
  return rowsOf({ state, older: [], pending: [], hasOlder: false, ...change });
}
const column = (found: readonly Row[], name: 'shares' | 'newAgent') =>
  found.map((row) => (name in row ? row[name as keyof Row] : undefined));

function problemNoted(message: string, reason?: string): Message {
  const problem = { message: `A message could not be checked. ${message}`, remedy: 'Wait.', ...(reason && { reason }) };
  return { ...plain, id: 'm3', author: 'notice', content: message, seq: 3, problem };
}
function failed(message: string, change: Partial<Message> & { because?: string } = {}): Message {
  const { because, ...rest } = change;
  const problem = { message, remedy: 'Wait.', ...(because && { reason: because }) };
  const reply = { ...plain, id: 'm4', author: 'assistant', content: '', seq: 4, status: 'interrupted' } as const;
  return { ...reply, reason: 'failed', problem, ...rest };
}

test('a line stands right before its message', () => {
  const line = { id: 'begins', seq: seqBefore(said), content: null };
  expect(rows([opening, said], { lines: [line] }).map(({ kind }) => kind)).toEqual(['message', 'line', 'message']);
});

test('one cause that affects both roles is shown once', () => {
  const limit = 'Paused: $1.00 was spent.';
  const found = rows([
    opening,
    said,
    problemNoted(limit, 'spending-limit'),
    failed(limit, { because: 'spending-limit' }),
  ]);
  expect(column(found, 'shares')).toEqual([null, null, 'first', 'second']);
  const key = (role: string) => `Anthropic rejected the key for the ${role}’s model.`;
  expect(column(rows([said, problemNoted(key('evaluator')), failed(key('tutor'))]), 'shares')).toEqual([
    null,
    'first',
    'second',
  ]);
});

test('two causes are both shown, and so is the cause of a reply that already had text', () => {
  const told = (...pair: Message[]) => column(rows(pair), 'shares');
  expect(told(problemNoted('The first is not known.'), failed('The second is not known.'))).toEqual([null, null]);
  expect(told(problemNoted('Slow.', 'stalled'), failed('Slow.', { because: 'overloaded' }))).toEqual([null, null]);
  expect(told(problemNoted('Slow.'), failed('Slow.', { content: 'So it' }))).toEqual([null, null]);
});

test('a streaming reply shows at once that another agent answers', () => {
  const coming: Message = { ...plain, id: 'm3', author: 'assistant', content: '', seq: 3, status: 'streaming' };
  const claude = 'Claude Opus 5.5';
  expect(column(rows([opening, said, coming]), 'newAgent')).toEqual([null, null, null]);
  expect(column(rows([opening, said, coming], { answering: claude }), 'newAgent')).toEqual([null, null, claude]);
  const whole: Message = { ...coming, status: 'complete', content: 'And?', agent: claude };
  expect(column(rows([opening, said, whole], { answering: claude }), 'newAgent')).toEqual([null, null, claude]);
  // The name of the agent in logs of earlier versions.
  expect(column(rows([opening, said, coming], { answering: 'Embedded tutor' }), 'newAgent')).toEqual([
    null,
    null,
    null,
  ]);
});

test('lines are placed among the messages by their seq', () => {
  const line = (id: string, seq: number) => ({ id, seq, content: null });
  const lines = [line('first', 0), line('between', 1), line('last', 9)];
  expect(rows([opening, said], { lines }).map(({ id }) => id)).toEqual(['first', 'm1', 'between', 'm2', 'last']);
});

test('a line older than the loaded messages is shown once older ones are loaded', () => {
  const lines = [{ id: 'early', seq: 0, content: null }];
  expect(rows([opening], { lines, hasOlder: true }).map(({ id }) => id)).toEqual(['m1']);
});

test('a reply is shown below its message, and above messages that wait for a reply', () => {
  const turn = { messageId: 'm2', thread: 'trunk', mode: 'recall', replyId: null };
  const waiting: Message = { ...said, id: 'm3', seq: 3 };
  const state = { messages: [opening, said, waiting], turn } as unknown as SessionState;
  expect(rows([], { state }).map(({ id }) => id)).toEqual(['m1', 'm2', 'awaiting', 'm3']);
  const reply: Message = { ...plain, id: 'm4', author: 'assistant', content: 'And?', seq: 4, replyTo: 'm2' };
  expect(rows([opening, said, waiting, reply]).map(({ id }) => id)).toEqual(['m1', 'm2', 'm4', 'm3']);
});

test('a reply after midnight to a message before it shows the new day once', () => {
  const day = 86_400_000;
  const late: Message = { ...said, at: day / 2 };
  const waiting: Message = { ...said, id: 'm3', seq: 3, at: day / 2 };
  const next: Message = {
    ...plain,
    id: 'm4',
    author: 'assistant',
    content: 'And?',
    seq: 4,
    replyTo: 'm2',
    at: 2 * day,
  };
  const days = rows([late, waiting, next]).map((row) => 'day' in row && row.day !== null);
  expect(days).toEqual([true, true, false]);
});
