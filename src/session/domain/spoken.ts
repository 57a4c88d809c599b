import type { Message } from '../protocol.ts';

export interface SpokenMessage {
  readonly author: 'person' | 'assistant';
  readonly content: string;
}

/** The messages as an agent reads them: no notices, and no replies without text. */
export function spokenMessages(messages: readonly Message[]): readonly SpokenMessage[] {
  const spoken: SpokenMessage[] = [];
  for (const { author, content } of messages)
    if (author !== 'notice' && content !== '') spoken.push({ author, content });
  return spoken;
}

/** Joins a reply that was set aside with the one that continues it, in the place of the second. */
export function withWholeReplies(messages: readonly Message[]): readonly Message[] {
  const cut = new Map<string | undefined, Message>();
  for (const message of messages) if (message.reason === 'set-aside' && !message.parts) cut.set(message.id, message);
  if (cut.size === 0) return messages;
  const continued = new Set(messages.map(({ continues }) => continues));
  const begunBy = ({ continues }: Message): string => {
    const before = cut.get(continues);
    return before ? begunBy(before) + before.content : '';
  };
  return messages
    .filter(({ id }) => !cut.has(id) || !continued.has(id))
    .map((message) =>
      cut.has(message.continues) ? { ...message, content: begunBy(message) + message.content } : message,
    );
}
