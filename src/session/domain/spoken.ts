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
