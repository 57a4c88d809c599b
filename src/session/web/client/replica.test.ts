import { expect, test } from 'vitest';

import { chatMessages } from '#modes/terminal/chat/domain/chat-messages.ts';

import { saidMessage } from '../../../../fixtures/spine/said-message.ts';
import type { SessionState } from '../../protocol.ts';
import { emptyReplica, receiveChunk, receiveEvent, receiveOlder, receiveWait } from './replica.ts';

const wait = { messageId: 'm1', retryInMs: 4_000, reason: 'Anthropic is overloaded.' };

test('a wait is shown with its reply, until the next text', () => {
  const replica = { ...emptyReplica, streaming: { messageId: 'm1', text: '' } };
  const waiting = receiveWait(replica, wait);
  expect(waiting.streaming?.wait).toEqual({ retryInMs: 4_000, reason: 'Anthropic is overloaded.' });
  const chunk = receiveChunk(waiting, { messageId: 'm1', offset: 0, text: 'So' });
  expect(chunk.replica.streaming).toEqual({ messageId: 'm1', text: 'So' });
});

test('a wait of a finished reply, or of another one, changes nothing', () => {
  expect(receiveWait(emptyReplica, wait)).toBe(emptyReplica);
  const other = { ...emptyReplica, streaming: { messageId: 'm2', text: 'So' } };
  expect(receiveWait(other, wait)).toBe(other);
});

test('a wait before the reply begins belongs to the message that is being prepared', () => {
  const turn = { messageId: 'm1', replyId: null, thread: 'trunk', mode: 'recall' } as const;
  const replica = { ...emptyReplica, state: { turn } as unknown as SessionState };
  expect(receiveWait(replica, wait).preparing).toEqual({
    messageId: 'm1',
    wait: { retryInMs: 4_000, reason: 'Anthropic is overloaded.' },
  });
  expect(receiveWait(replica, { ...wait, messageId: 'm0' })).toBe(replica);
});

test('parts of a chunk are added by id, with or without text', () => {
  const replica = { ...emptyReplica, streaming: { messageId: 'm1', text: '' } };
  const part = (id: string, n: number) => ({ id, type: 'citation', n });
  const first = receiveChunk(replica, { messageId: 'm1', offset: 0, text: 'So', parts: [part('a', 1), part('b', 2)] });
  const second = receiveChunk(first.replica, { messageId: 'm1', offset: 2, text: '', parts: [part('a', 3)] });
  expect(second.replica.streaming).toEqual({ messageId: 'm1', text: 'So', parts: [part('a', 3), part('b', 2)] });
  const third = receiveChunk(second.replica, { messageId: 'm1', offset: 2, text: ' on' });
  expect(third.replica.streaming).toEqual({ messageId: 'm1', text: 'So on', parts: [part('a', 3), part('b', 2)] });
});

test('a message that only the page still holds is replaced there', () => {
  const old = saidMessage(2, { id: 'c1', author: 'notice', content: 'old', at: 2 });
  const state = { head: 9, messages: [] } as unknown as SessionState;
  const message = { id: 'c1', thread: 'trunk', author: 'notice', content: 'new', status: 'complete' } as const;
  const event = { type: 'chat_message', session: 's', seq: 10, at: 10, message, isReplacement: true } as const;
  const { replica } = receiveEvent({ ...emptyReplica, state, older: [old] }, event, {
    fold: () => ({ ...state, head: 10 }),
    ofModes: chatMessages,
  });
  expect(replica.older).toEqual([{ ...old, content: 'new' }]);
});

test('a page of older events shows the later version of a message that was replaced since', () => {
  const body = { id: 'echo_1', thread: 'trunk', author: 'notice' } as const;
  const event = (seq: number, content: string, status: 'open' | 'complete') =>
    ({ type: 'chat_message', session: 's', seq, at: seq, message: { ...body, content, status } }) as const;
  const page = { events: [event(2, 'running', 'open')], replacements: [event(9, 'done', 'complete')], hasMore: false };
  const { older } = receiveOlder(emptyReplica, page, chatMessages);
  expect(older).toEqual([{ ...body, content: 'done', seq: 2, at: 2, status: 'complete' }]);
});
