import { conversationBefore, inConversationOrder } from '#session/domain/conversation-order.ts';
import { type SpokenMessage, spokenMessages } from '#session/domain/spoken.ts';
import type { Message, ThreadTail } from '#session/protocol.ts';

import type { Opening } from './rabbithole-state.ts';

/** A hole's conversation in its stored form: role and content, including the synthetic first turn. */
export function conversationOf(
  said: readonly Message[],
  opening: Opening | null,
): readonly { readonly role: 'user' | 'assistant'; readonly content: string }[] {
  return [...openingTurn(opening), ...spokenMessages(inConversationOrder(said))].map(({ author, content }) => ({
    role: author === 'person' ? 'user' : 'assistant',
    content,
  }));
}

/**
 * The conversation as the agent reads it for a reply: it ends with the message to answer, or with the agent's own
 * truncated reply to continue.
 */
export function historyOf(
  { messages, earlier }: ThreadTail,
  replyId: string | null,
  opening: Opening | null,
): { readonly history: readonly SpokenMessage[]; readonly earlier: number } {
  const said = spokenMessages(conversationBefore(messages, replyId));
  const before = openingTurn(opening);
  return earlier === 0
    ? { history: [...before, ...said], earlier }
    : { history: said, earlier: earlier + before.length };
}

function openingTurn(opening: Opening | null): readonly SpokenMessage[] {
  return opening ? [{ author: 'person', content: opening.content }] : [];
}
