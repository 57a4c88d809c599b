import type { Message } from '../protocol.ts';

/**
 * The messages of a thread with each message directly before its reply. The log keeps the order of arrival, in which a
 * message sent during a reply comes before the reply to the message after it. Messages without a reply follow those
 * that were answered, in their order, unless their turn ended without one. A new message or reply is inserted somewhere, and nothing else moves.
 */
export function inConversationOrder(messages: readonly Message[]): readonly Message[] {
  const ordered: Message[] = [];
  /** Messages of the person without a reply so far, and what came after the first of them. */
  let held: readonly Message[] = [];
  for (const message of messages) {
    if (message.author === 'assistant' && message.replyTo !== undefined) {
      const answered = held.findIndex(({ id }) => id === message.replyTo) + 1;
      const rest = held.slice(answered);
      // A notice of why a message could not be prepared precedes the reply that begins with it.
      ordered.push(...held.slice(0, answered), ...rest.filter(isNotice), message);
      held = rest.filter((other) => !isNotice(other));
    } else held = [...held, message];
    const next = held.findIndex(({ author, hasNoReply }) => author === 'person' && !hasNoReply);
    ordered.push(...held.slice(0, next === -1 ? held.length : next));
    held = next === -1 ? [] : held.slice(next);
  }
  return [...ordered, ...held];
}

/**
 * The messages that an agent reads for a reply: all before it, up to the message it answers or the words it continues.
 */
export function conversationBefore(messages: readonly Message[], replyId: string | null): readonly Message[] {
  const ordered = inConversationOrder(messages);
  const reply = ordered.findIndex(({ id }) => id === replyId);
  return reply === -1 ? ordered : ordered.slice(0, reply);
}

/** The last message of a thread that is not a notice. */
export function lastSpoken(messages: readonly Message[]): Message | undefined {
  return inConversationOrder(messages).findLast((message) => !isNotice(message));
}

function isNotice({ author }: Message): boolean {
  return author === 'notice';
}
