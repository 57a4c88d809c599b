import type { Message } from '../protocol.ts';
import type { SessionEvent } from './event.ts';
import { TRUNK } from './thread.ts';

/** The state holds at least this many of the latest messages, and at most twice as many. */
export const LATEST_MESSAGES = 200;

/**
 * The transcript after an event. Replies are written by id wherever they stand, so that a page of older events can be
 * read on its own: a reply whose beginning lies in another page still appears, where its end was.
 */
export function foldMessages(messages: readonly Message[], event: SessionEvent): readonly Message[] {
  const { seq, at } = event;
  switch (event.type) {
    case 'session_started':
      return add(messages, {
        id: event.messageId,
        thread: TRUNK,
        author: 'assistant',
        content: event.openingMessage,
        seq,
        at,
        status: 'complete',
        agent: event.agent,
      });
    case 'user_message':
      return add(messages, {
        id: event.messageId,
        thread: event.thread,
        author: 'person',
        content: event.content,
        seq,
        at,
        status: 'complete',
      });
    case 'reply_started': {
      const { messageId, thread, replyTo, replaces, continues } = event;
      const kept = replaces === undefined ? messages : messages.filter((message) => message.id !== replaces);
      return add(kept, {
        id: messageId,
        thread,
        author: 'assistant',
        content: '',
        seq,
        at,
        status: 'streaming',
        replyTo,
        ...(continues !== undefined && { continues }),
      });
    }
    case 'assistant_complete':
      return add(messages, {
        id: event.messageId,
        thread: event.thread,
        author: 'assistant',
        content: event.content,
        seq,
        at,
        status: 'complete',
        ...(event.agent !== undefined && { agent: event.agent }),
      });
    case 'assistant_interrupted':
      return add(messages, {
        id: event.messageId,
        thread: event.thread,
        author: 'assistant',
        content: event.content,
        seq,
        at,
        status: 'interrupted',
        reason: event.reason,
        replyTo: event.replyTo,
        ...(event.problem && { problem: event.problem }),
        ...(event.agent !== undefined && { agent: event.agent }),
      });
    case 'session_resumed':
      if (!event.recap) return messages;
      return add(messages, {
        id: event.recap.messageId,
        thread: event.recap.thread,
        author: 'assistant',
        content: event.recap.content,
        seq,
        at,
        status: 'complete',
      });
    case 'trouble_noted':
      return add(messages, {
        id: event.messageId,
        thread: event.thread,
        author: 'notice',
        content: event.problem.message,
        seq,
        at,
        status: 'complete',
        problem: event.problem,
      });
    default:
      return messages;
  }
}

/** Adds a message at the end, or rewrites the one of its id where that stands. */
function add(messages: readonly Message[], message: Message): readonly Message[] {
  const index = messages.findLastIndex((other) => other.id === message.id);
  const before = messages[index];
  if (!before) return [...messages, message];
  const replyTo = message.replyTo ?? before.replyTo;
  const continues = message.continues ?? before.continues;
  const merged = {
    ...message,
    seq: before.seq,
    at: before.at,
    ...(replyTo !== undefined && { replyTo }),
    ...(continues !== undefined && { continues }),
  };
  return messages.with(index, merged);
}

/** Beyond this many characters the oldest messages go too, so that a snapshot stays small enough to be sent. */
const MOST_CHARACTERS = 1_000_000;
/** So many stay whatever their size: a turn finds the messages it is about. */
const LEAST_MESSAGES = 10;

/** So many of the trunk stay whatever was said in rabbit holes since: it is gone on with from there. */
const LEAST_OF_TRUNK = 20;

/** Lets the oldest go once there are twice as many as are kept: the same on every reader, since the log alone decides. */
export function latest(messages: readonly Message[]): readonly Message[] {
  const kept = messages.length > 2 * LATEST_MESSAGES ? withTrunk(messages) : messages;
  let characters = kept.reduce((sum, message) => sum + message.content.length, 0);
  if (characters <= MOST_CHARACTERS) return kept;
  let from = 0;
  while (characters > MOST_CHARACTERS / 2 && kept.length - from > LEAST_MESSAGES) {
    characters -= kept[from]?.content.length ?? 0;
    from += 1;
  }
  return kept.slice(from);
}

function withTrunk(messages: readonly Message[]): readonly Message[] {
  const kept = messages.slice(-LATEST_MESSAGES);
  const isOnTrunk = ({ thread }: Message) => thread === TRUNK;
  const missing = LEAST_OF_TRUNK - kept.filter(isOnTrunk).length;
  if (missing <= 0) return kept;
  return [...messages.slice(0, -LATEST_MESSAGES).filter(isOnTrunk).slice(-missing), ...kept];
}
