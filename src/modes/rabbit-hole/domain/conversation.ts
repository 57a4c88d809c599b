import { type SpokenMessage, spokenMessages, upToAnswered } from '#session/domain/spoken.ts';
import type { Message, SessionState } from '#session/protocol.ts';

import type { Opening } from './rabbithole-state.ts';

/** A hole's conversation as it is kept: role and content, the synthetic first turn included. */
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
 * The same as its agent reads it for the turn under way: it ends with what is to be answered, or with the agent's own
 * words where its limit cut them and it is to go on.
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
