import type { Message, ThreadRoom } from '../protocol.ts';
import { inConversationOrder } from './conversation-order.ts';
import type { EventBody, SessionEvent } from './event.ts';

/** The thread of the session's own mode. */
export const TRUNK = 'trunk';

const BRANCH = 'branch-';

/** The thread that an edited message and what followed it move to. */
export const branchThread = (newId: string): string => `${BRANCH}${newId}`;

export const isBranch = (thread: string): boolean => thread.startsWith(BRANCH);

/**
 * The thread whose messages an event adds or changes; null if it adds none. `conversation_branched` moves messages of
 * other events, and replies do not read a mode's own messages: both are null.
 */
export function threadOf(event: EventBody): string | null {
  switch (event.type) {
    case 'session_started':
      return event.openingMessage === undefined ? null : TRUNK;
    case 'user_message':
    case 'reply_started':
    case 'assistant_complete':
    case 'assistant_interrupted':
    case 'trouble_noted':
    case 'turn_ended':
      return event.thread;
    case 'session_resumed':
      return event.recap?.thread ?? null;
    default:
      return null;
  }
}

/** The message that an event of a thread adds or changes. */
function messageOf(event: EventBody): string | undefined {
  if (event.type === 'session_resumed') return event.recap?.messageId;
  return 'messageId' in event ? event.messageId : undefined;
}

/** The events of the messages that move to a branch, and of the replies that these replaced, in their order. */
export function eventsThatMove(events: readonly SessionEvent[], moved: readonly string[]): readonly SessionEvent[] {
  const leaving = new Set<string | undefined>(moved);
  for (const event of events.toReversed())
    if (event.type === 'reply_started' && leaving.has(event.messageId)) leaving.add(event.replaces);
  leaving.delete(undefined);
  return events.filter((event) => leaving.has(messageOf(event)));
}

export function charactersOf(messages: readonly Message[], { maxMessageLength }: ThreadRoom): number {
  return messages.reduce((sum, { content }) => sum + Math.min(content.length, maxMessageLength), 0);
}

/** Removes the ends of replies that began before these events: those replies belong further back. */
export function withoutBegun(events: readonly SessionEvent[]): readonly SessionEvent[] {
  const begun = new Set(events.flatMap((event) => (event.type === 'reply_started' ? [event.messageId] : [])));
  return events.filter((event) => event.type !== 'assistant_complete' || begun.has(event.messageId));
}

/**
 * Takes messages that were folded from the last events of a thread, and returns those that earlier events cannot
 * change: the ones after the first reply to a message among them. Earlier messages can have their place before that
 * point.
 */
export function independentTail(messages: readonly Message[]): readonly Message[] {
  const known = new Set(messages.map(({ id }) => id));
  const ordered = inConversationOrder(messages);
  const place = new Map(ordered.map(({ id }, index) => [id, index]));
  const placeOf = (id: string | undefined) => (id === undefined ? -1 : (place.get(id) ?? -1));
  const first = ordered.findIndex(({ replyTo }) => replyTo !== undefined && known.has(replyTo));
  if (first === -1) return [];
  let from = first + 1;
  ordered.forEach(({ continues }, index) => {
    if (index >= from && continues !== undefined && placeOf(continues) < from) from = index + 1;
  });
  return messages.filter(({ id }) => placeOf(id) >= from);
}
