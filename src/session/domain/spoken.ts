import type { Message, SessionState } from '../protocol.ts';

export interface SpokenMessage {
  readonly author: 'person' | 'assistant';
  readonly content: string;
}

/** What was said, as an agent reads it: no notices, and nothing of a reply that has not come. */
export function spokenMessages(messages: readonly Message[]): readonly SpokenMessage[] {
  const spoken: SpokenMessage[] = [];
  for (const { author, content } of messages)
    if (author !== 'notice' && content !== '') spoken.push({ author, content });
  return spoken;
}

/**
 * The conversation as it stands for the turn under way: it ends with the message to answer. What was said during an
 * earlier reply stands before that reply in the transcript, and messages that still wait are not part of it yet.
 */
export function upToAnswered(
  messages: readonly Message[],
  { turn, waiting }: Pick<SessionState, 'turn' | 'waiting'>,
): readonly Message[] {
  const later = new Set(waiting.map((message) => message.messageId));
  const answered = messages.filter((message) => message.id === turn?.messageId);
  return [...messages.filter((message) => !later.has(message.id) && message.id !== turn?.messageId), ...answered];
}
