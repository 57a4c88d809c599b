import { type SpokenMessage, spokenMessages, upToAnswered } from '#session/domain/spoken.ts';
import type { Message, SessionState } from '#session/protocol.ts';

import type { Opening } from './rabbithole-state.ts';

/** A hole's conversation as it is stored: role and content, including the synthetic first turn. */
export function conversationOf(
  said: readonly Message[],
  opening: Opening | null,
): readonly { readonly role: 'user' | 'assistant'; readonly content: string }[] {
  return [...openingTurn(opening), ...spokenMessages(said)].map(({ author, content }) => ({
    role: author === 'person' ? 'user' : 'assistant',
    content,
  }));
}

/**
 * The conversation as the agent reads it for the current turn: it ends with the message to answer, or with the
 * agent's own truncated words to continue.
 */
export function historyOf(
  thread: readonly Message[],
  session: Pick<SessionState, 'turn' | 'waiting'>,
  opening: Opening | null,
): readonly SpokenMessage[] {
  const { turn, waiting } = session;
  const later = new Set([turn?.replyId, ...waiting.map(({ messageId }) => messageId)]);
  const said =
    turn?.continues === undefined ? upToAnswered(thread, session) : thread.filter(({ id }) => !later.has(id));
  return [...openingTurn(opening), ...spokenMessages(said)];
}

function openingTurn(opening: Opening | null): readonly SpokenMessage[] {
  return opening ? [{ author: 'person', content: opening.content }] : [];
}
