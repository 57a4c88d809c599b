import type { Message } from '../protocol.ts';
import type { SessionEvent } from './event.ts';
import { partsField, partsLength } from './parts.ts';
import { isBranch, TRUNK } from './thread.ts';

/** The state holds at least this many of the latest messages, and at most twice as many. */
export const LATEST_MESSAGES = 200;

/**
 * The transcript after an event. Messages are matched by id, so that a page of older events can be folded on its own: a
 * reply whose `reply_started` is on another page appears at its end event.
 */
export function foldMessages(messages: readonly Message[], event: SessionEvent): readonly Message[] {
  const { seq, at } = event;
  switch (event.type) {
    case 'session_started':
      if (event.openingMessage === undefined || event.messageId === undefined) return messages;
      return addMessage(messages, {
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
      return begun(messages, {
        id: event.messageId,
        thread: event.thread,
        author: 'person',
        content: event.content,
        ...partsField(event.parts),
        seq,
        at,
        status: 'complete',
        ...(event.earlier && { earlier: event.earlier }),
      });
    case 'conversation_branched': {
      const moved = new Set(event.moved);
      return messages.map((message) => (moved.has(message.id) ? { ...message, thread: event.branch } : message));
    }
    case 'turn_ended':
      return messages.map((message) => (message.id === event.messageId ? { ...message, hasNoReply: true } : message));
    case 'reply_started': {
      const { messageId, thread, replyTo, replaces, continues } = event;
      const kept = replaces === undefined ? messages : messages.filter((message) => message.id !== replaces);
      return begun(kept, {
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
      return addMessage(messages, {
        id: event.messageId,
        thread: event.thread,
        author: 'assistant',
        content: event.content,
        ...partsField(event.parts),
        seq,
        at,
        status: 'complete',
        ...(event.agent !== undefined && { agent: event.agent }),
      });
    case 'assistant_interrupted':
      return addMessage(messages, {
        id: event.messageId,
        thread: event.thread,
        author: 'assistant',
        content: event.content,
        ...partsField(event.parts),
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
      return addMessage(messages, {
        id: event.recap.messageId,
        thread: event.recap.thread,
        author: 'assistant',
        content: event.recap.content,
        seq,
        at,
        status: 'complete',
      });
    case 'trouble_noted':
      return addMessage(messages, {
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

/**
 * Appends a message that begins with this event. Its id is new, so no message with the same id is searched for: the
 * search would make reading a long thread quadratic.
 */
const begun = (messages: readonly Message[], message: Message): readonly Message[] => [...messages, message];

/** Adds a message at the end, or replaces the one with its id in place. */
export function addMessage(messages: readonly Message[], message: Message): readonly Message[] {
  const index = messages.findLastIndex((other) => other.id === message.id);
  const before = messages[index];
  if (!before) return [...messages, message];
  const replyTo = message.replyTo ?? before.replyTo;
  const continues = message.continues ?? before.continues;
  const merged = {
    ...message,
    // A message that was moved to a branch stays there.
    thread: isBranch(before.thread) ? before.thread : message.thread,
    seq: before.seq,
    at: before.at,
    ...(replyTo !== undefined && { replyTo }),
    ...(continues !== undefined && { continues }),
  };
  return messages.with(index, merged);
}

/** Above this many characters, parts included, the oldest messages are dropped too: a snapshot has to fit a frame. */
const MAX_CHARACTERS = 1_000_000;
/** Minimum number of messages that are kept, regardless of their size: a turn needs the messages that it is about. */
const MIN_MESSAGES = 10;

/**
 * Minimum number of messages of the trunk that are kept while inner modes add theirs: the trunk continues from them.
 */
const MIN_OF_TRUNK = 20;

/**
 * Drops the oldest messages once their number exceeds twice the number to keep. The result depends on the log alone.
 */
export function latest(messages: readonly Message[]): readonly Message[] {
  const kept = messages.length > 2 * LATEST_MESSAGES ? withTrunk(messages) : messages;
  let characters = kept.reduce((sum, message) => sum + lengthOf(message), 0);
  if (characters <= MAX_CHARACTERS) return kept;
  let from = 0;
  while (characters > MAX_CHARACTERS / 2 && kept.length - from > MIN_MESSAGES) {
    const dropped = kept[from];
    if (dropped) characters -= lengthOf(dropped);
    from += 1;
  }
  return kept.slice(from);
}

function lengthOf({ content, parts }: Message): number {
  return content.length + partsLength(parts);
}

function withTrunk(messages: readonly Message[]): readonly Message[] {
  const kept = messages.slice(-LATEST_MESSAGES);
  const isOnTrunk = ({ thread }: Message) => thread === TRUNK;
  const missing = MIN_OF_TRUNK - kept.filter(isOnTrunk).length;
  if (missing <= 0) return kept;
  return [...messages.slice(0, -LATEST_MESSAGES).filter(isOnTrunk).slice(-missing), ...kept];
}
