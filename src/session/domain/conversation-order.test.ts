import fc from 'fast-check';
import { expect, test } from 'vitest';

import type { Message } from '../protocol.ts';
import { conversationBefore, inConversationOrder, lastSpoken } from './conversation-order.ts';

const plain = { thread: 'trunk', at: 0, status: 'complete' } as const;

/** Messages named by kind: `m1` of the person, `r1` its reply, `own` a reply to no message, `n` a notice. */
function said(names: string): readonly Message[] {
  return names.split(' ').map((name, index): Message => {
    const author = name.startsWith('m') ? 'person' : name.startsWith('n') ? 'notice' : 'assistant';
    const replyTo =
      name === 'own' ? { replyTo: 'return-1' } : name.startsWith('r') && { replyTo: `m${name.slice(1, 2)}` };
    return { ...plain, id: name, author, content: name, seq: index + 1, ...replyTo };
  });
}
const namesOf = (messages: readonly Message[]) => messages.map(({ id }) => id).join(' ');
const ordered = (names: string) => namesOf(inConversationOrder(said(names)));

test('a message is directly before its reply, and messages that wait follow in their order', () => {
  expect(ordered('m1 r1 m2 m3 r2')).toBe('m1 r1 m2 r2 m3');
  expect(ordered('m1 r1 m2 m3 r2 m4 r3 r4')).toBe('m1 r1 m2 r2 m3 r3 m4 r4');
});

test('a reply to no message is before the messages that arrived while it was prepared', () => {
  expect(ordered('m1 m2 own r1 r2')).toBe('own m1 r1 m2 r2');
  expect(ordered('m1 r1 own m2')).toBe('m1 r1 own m2');
});

test('a message whose turn ended without a reply keeps its place before the next reply', () => {
  const messages = said('m1 r1 m2 own m3 r3').map((message) =>
    message.id === 'm2' ? { ...message, hasNoReply: true as const } : message,
  );
  expect(namesOf(inConversationOrder(messages))).toBe('m1 r1 m2 own m3 r3');
  expect(lastSpoken(messages.slice(0, 3))?.id).toBe('m2');
});

test('a reply that continues an earlier one follows it, before the messages that wait', () => {
  expect(ordered('m1 r1 m2 r1b r2')).toBe('m1 r1 r1b m2 r2');
});

test('a message that was never answered keeps its place among the messages', () => {
  expect(ordered('m1 r1 m2 m3 r3 m4')).toBe('m1 r1 m2 m3 r3 m4');
});

test('a notice is before the reply that begins with it, and other messages follow the reply', () => {
  expect(ordered('m1 r1 m2 m3 n1 r2')).toBe('m1 r1 m2 n1 r2 m3');
  expect(ordered('m1 chat r1 m2')).toBe('m1 r1 chat m2');
});

test('the conversation for a reply ends with the message that it answers', () => {
  expect(namesOf(conversationBefore(said('m1 r1 m2 m3 r2'), 'r2'))).toBe('m1 r1 m2');
  expect(namesOf(conversationBefore(said('m1 r1 m2 r1b'), 'r1b'))).toBe('m1 r1');
});

test('the last message is the last one of the conversation, not the last to arrive', () => {
  expect(lastSpoken(said('m1 r1 m2 r1b n1'))?.id).toBe('m2');
});

/** A thread on which messages are answered in the order in which they arrived. */
const arrivals = fc.array(fc.constantFrom('says', 'answers', 'speaks', 'notes'), { maxLength: 30 }).map((steps) => {
  const waiting: string[] = [];
  const messages: Message[] = [];
  for (const [index, step] of steps.entries()) {
    const id = `${step}-${index}`;
    const replyTo = step === 'answers' ? waiting.shift() : step === 'speaks' ? 'nobody' : undefined;
    if (step === 'answers' && replyTo === undefined) continue;
    if (step === 'says') waiting.push(id);
    const author = step === 'says' ? 'person' : step === 'notes' ? 'notice' : 'assistant';
    messages.push({ ...plain, id, author, content: id, seq: index + 1, ...(replyTo !== undefined && { replyTo }) });
  }
  return messages;
});

test('the conversation for each reply begins with the one for the reply before, and that reply', () => {
  fc.assert(
    fc.property(arrivals, (messages) => {
      let before: readonly string[] = [];
      for (const [index, { id, author }] of messages.entries()) {
        if (author !== 'assistant') continue;
        const read = conversationBefore(messages.slice(0, index + 1), id).filter((other) => other.author !== 'notice');
        const ids = read.map((message) => message.id);
        expect(ids.slice(0, before.length)).toEqual(before);
        before = [...ids, id];
      }
    }),
  );
});

test('a message or a reply is inserted without moving any other but notices', () => {
  fc.assert(
    fc.property(arrivals, (messages) => {
      const shown = messages.filter(({ author }) => author !== 'notice');
      for (let count = 1; count < shown.length; count += 1) {
        const before = inConversationOrder(shown.slice(0, count));
        const next = shown[count];
        expect(inConversationOrder(shown.slice(0, count + 1)).filter((message) => message !== next)).toEqual(before);
      }
    }),
  );
});

test('each of many waiting messages is visited only a few times', () => {
  const persons = Array.from({ length: 2_000 }, (_, index) => `m${index}`);
  let looks = 0;
  const messages = [...persons, ...persons.map((id) => `r${id}`)].map((id): Message => {
    const isReply = id.startsWith('r');
    const message = { ...plain, id, content: '', seq: 1, ...(isReply && { replyTo: id.slice(1) }) } as Message;
    const author = () => {
      looks += 1;
      return isReply ? 'assistant' : 'person';
    };
    return Object.defineProperty(message, 'author', { get: author });
  });
  expect(inConversationOrder(messages)).toHaveLength(messages.length);
  expect(looks).toBeLessThan(10 * messages.length);
});
