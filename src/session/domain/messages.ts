import type { Message } from '../protocol.ts';
import type { SessionEvent } from './event.ts';
import { partsField, partsLength, withPart } from './parts.ts';
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
      return begun(messages, {
        id: event.messageId,
        thread: event.thread,
        author: 'person',
        content: event.content,
        seq,
        at,
        status: 'complete',
        ...(event.earlier && { earlier: event.earlier }),
      });
    case 'conversation_branched': {
      const moved = new Set(event.moved);
      return messages.map((message) => (moved.has(message.id) ? { ...message, thread: event.branch } : message));
    }
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
      return add(messages, {
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
      return add(messages, {
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
      return add(messages, {
        id: event.recap.messageId,
        thread: event.recap.thread,
        author: 'assistant',
        content: event.recap.content,
        seq,
        at,
        status: 'complete',
      });
    case 'chat_message': {
      const { message, isReplacement, follows } = event;
      // The message may be older than those that are kept.
      if (isReplacement && !messages.some(({ id }) => id === message.id)) return messages;
      const added = add(messages, {
        id: message.id,
        thread: message.thread,
        author: message.author,
        content: message.content,
        ...partsField(message.parts),
        seq,
        at,
        status: message.status === 'open' ? 'streaming' : 'complete',
        ...(message.agent !== undefined && { agent: message.agent }),
      });
      return follows === undefined ? added : placed(added, message.id, follows);
    }
    case 'chat_tool_call':
    case 'chat_tool_result':
    case 'chat_about':
      return messages.map((message) => (message.id === event.messageId ? withChange(message, event) : message));
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

/**
 * Adds a message that begins with this event. Nothing has its id, which is not looked for: reading a long thread would take
 * the square of its length.
 */
const begun = (messages: readonly Message[], message: Message): readonly Message[] => [...messages, message];

/** Adds a message at the end, or replaces the one with its id in place. */
function add(messages: readonly Message[], message: Message): readonly Message[] {
  const index = messages.findLastIndex((other) => other.id === message.id);
  const before = messages[index];
  if (!before) return [...messages, message];
  const replyTo = message.replyTo ?? before.replyTo;
  const continues = message.continues ?? before.continues;
  const merged = {
    ...message,
    // What was moved to a branch stays there.
    thread: isBranch(before.thread) ? before.thread : message.thread,
    seq: before.seq,
    at: before.at,
    ...(replyTo !== undefined && { replyTo }),
    ...(continues !== undefined && { continues }),
  };
  return messages.with(index, merged);
}

type PartChange = Extract<SessionEvent, { type: 'chat_tool_call' | 'chat_tool_result' | 'chat_about' }>;

function withChange(message: Message, event: PartChange): Message {
  const { parts = [] } = message;
  if (event.type === 'chat_tool_call') return { ...message, parts: [...withPart(parts, event.toolCall)] };
  if (event.type === 'chat_about') return { ...message, parts: [...withPart(parts, event.about)] };
  const { toolCallId, output, isError, details } = event;
  const change = { ...details, output, isError, isComplete: true };
  return { ...message, parts: parts.map((part) => (part.id === toolCallId ? { ...part, ...change } : part)) };
}

/** Moves a message behind another one, which may be older than those that are kept. */
function placed(messages: readonly Message[], id: string, follows: string): readonly Message[] {
  const moved = messages.find((message) => message.id === id);
  const others = messages.filter((message) => message !== moved);
  const index = others.findIndex((message) => message.id === follows);
  return moved && index >= 0 ? others.toSpliced(index + 1, 0, moved) : messages;
}

/** Above this many characters, parts included, the oldest messages are dropped too: a snapshot must fit a frame. */
const MAX_CHARACTERS = 1_000_000;
/** This many are kept whatever their size: a turn needs the messages that it is about. */
const MIN_MESSAGES = 10;

/** This many of the trunk are kept however much is said in inner modes: the trunk continues from there. */
const MIN_OF_TRUNK = 20;

/** Drops the oldest once there are twice as many as are kept. The result depends on the log alone. */
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
