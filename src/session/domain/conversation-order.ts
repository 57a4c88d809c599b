import type { Message } from '../protocol.ts';

/**
 * The messages of a thread with each message directly before its reply. The log keeps the order of arrival, in which a
 * message sent during a reply comes before the reply to the message after it. Messages without a reply follow the
 * answered ones, in their order, unless their turn ended without a reply. Inserting a new message or reply moves no
 * other message except notices.
 */
export function inConversationOrder(messages: readonly Message[]): readonly Message[] {
  const ordered: Message[] = [];
  /** Messages of the person without a reply so far, and what follows the first of them; null once in `ordered`. */
  const held: (Message | null)[] = [];
  const places = new Map<string, number>();
  let notices: number[] = [];
  let first = 0;
  const take = (place: number) => {
    const message = held[place];
    if (message) ordered.push(message);
    held[place] = null;
  };
  const takeUntil = (end: number) => {
    for (; first < end; first += 1) take(first);
  };
  for (const message of messages) {
    if (message.author === 'assistant' && message.replyTo !== undefined) {
      takeUntil((places.get(message.replyTo) ?? -1) + 1);
      // A notice of why a message could not be prepared precedes the reply that begins with it.
      for (const place of notices) take(place);
      notices = [];
      ordered.push(message);
    } else {
      places.set(message.id, held.length);
      if (isNotice(message)) notices.push(held.length);
      held.push(message);
    }
    while (first < held.length && !awaitsReply(held[first])) takeUntil(first + 1);
  }
  takeUntil(held.length);
  return ordered;
}

const awaitsReply = (message: Message | null | undefined) =>
  message?.author === 'person' && message.hasNoReply !== true;

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
