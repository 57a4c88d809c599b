import { expect, test } from 'vitest';

import type { SessionState } from '../../protocol.ts';
import { emptyReplica, receiveChunk, receiveWait } from './replica.ts';

const wait = { messageId: 'm1', retryInMs: 4_000, reason: 'Anthropic is overloaded.' };

test('a wait is shown with its reply, until the next words', () => {
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
