import { refuse } from '#kernel/refusal.ts';
import { activeMode } from '#session/domain/active-mode.ts';
import type { EventBody } from '#session/domain/event.ts';
import type { Decision, ModeContext } from '#session/domain/mode.ts';
import type { SessionCommand } from '#session/protocol.ts';

import type { HelpKind } from '../protocol.ts';
import { isAskedThrough } from './next-question.ts';
import { shownQuestion } from './questions.ts';
import type { RecallState } from './recall-state.ts';

/** The words that the transcript shows for a button. */
export const helpWords: Readonly<Record<HelpKind, string>> = {
  hint: 'A hint, please.',
  forgotten: 'I don’t remember.',
  tell: 'Show me the point.',
};

/**
 * A help button creates a normal message of the person: it is in the transcript, evaluated and answered. The kind of
 * button is stored with it, so its words need no interpretation.
 */
export function requestHelp(
  { session, state }: ModeContext<RecallState>,
  { id, kind, ifAsked }: Extract<SessionCommand, { type: 'request_help' }>,
): Decision {
  if (session.status === 'complete') return refuse('session-over', 'This session is over. Begin a new one to go on.');
  if (state.recalledIds.length === state.pointIds.length)
    return refuse('nothing-left', 'Every point has been recalled: there is nothing left to help with.');
  if (isAskedThrough(state) && state.overlayShown)
    return refuse('nothing-left', 'Nothing is left to ask for now. Finish to see when each point comes back.');
  if (session.messages.some((message) => message.id === id))
    return refuse('id-taken', 'Another message has this id already.');
  const shown = shownQuestion(state.hidden);
  if (ifAsked && !shown?.probe) return { ok: true, events: [] };
  // The last reply already said that there is no further hint.
  if (kind === 'hint' && shown?.isOffer && !shown.keepsCard && shown.intent === 'asks-hint')
    return { ok: true, events: [] };
  const { thread } = activeMode(session);
  // An open card must be decided first.
  const card = state.cards.at(-1);
  const isAtCard = card?.isOpen && session.turn === null && state.hidden?.hasModelTutor !== true;
  const events: EventBody[] = [
    ...(session.status === 'paused' ? [{ type: 'session_resumed' } as const] : []),
    { type: 'help_requested', messageId: id, kind },
    { type: 'user_message', messageId: id, thread, content: helpWords[kind] },
    ...(isAtCard ? [{ type: 'card_reopened', cardId: card.cardId } as const] : []),
  ];
  return { ok: true, events };
}
