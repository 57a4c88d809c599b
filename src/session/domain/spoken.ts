import type { Message, SessionState } from '../protocol.ts';

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

/**
 * The conversation for the turn under way: it ends with the message to answer. That message may be before an earlier
 * reply in the transcript. Messages that wait for a turn are left out.
 */
export function upToAnswered(
  messages: readonly Message[],
  { turn, waiting }: Pick<SessionState, 'turn' | 'waiting'>,
): readonly Message[] {
  const later = new Set(waiting.map((message) => message.messageId));
  const answered = messages.filter((message) => message.id === turn?.messageId);
  return [...messages.filter((message) => !later.has(message.id) && message.id !== turn?.messageId), ...answered];
}
