import type { Message, ThreadRoom } from '../protocol.ts';
import { inConversationOrder } from './conversation-order.ts';
import type { SessionEvent } from './event.ts';

export function charactersOf(messages: readonly Message[], { maxMessageLength }: ThreadRoom): number {
  return messages.reduce((sum, { content }) => sum + Math.min(content.length, maxMessageLength), 0);
}

/** Without the ends of replies that began before these events: their place is further back. */
export function withoutBegun(events: readonly SessionEvent[]): readonly SessionEvent[] {
  const begun = new Set(events.flatMap((event) => (event.type === 'reply_started' ? [event.messageId] : [])));
  return events.filter((event) => event.type !== 'assistant_complete' || begun.has(event.messageId));
}

/**
 * Of messages that were folded from the last events of a thread, those that earlier events cannot change: what follows
 * the first reply to a message among them. Up to there, messages from further back may have their place between.
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
