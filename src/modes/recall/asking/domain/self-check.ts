import { refuse } from '#kernel/refusal.ts';
import type { EventBody } from '#session/domain/event.ts';
import type { Decision, ModeContext } from '#session/domain/mode.ts';

import { ownTurn } from './cards/answer-card.ts';
import { gradedAt } from './credit.ts';
import { shownQuestion } from './questions.ts';
import { progressOf, type RecalledHidden, type RecallState } from './recall-state.ts';

/** Decides the answer to a self-check that an older version left open. The tutor then continues in a separate turn. */
export function answerSelfCheck(
  { session, state, newId }: ModeContext<RecallState>,
  { pointId, isRecalled }: { readonly pointId: string; readonly isRecalled: boolean },
): Decision {
  const { selfCheck, hidden, recalledIds, pointIds } = state;
  if (session.status === 'complete') return refuse('session-over', 'This session is over. Begin a new one to go on.');
  if (session.stack.length > 1)
    return refuse('not-here', 'The point waits where you left. Return to the session first.');
  const messageId = selfCheck?.messageId ?? '';
  const answered: EventBody = { type: 'self_check_answered', messageId, pointId, isRecalled };
  const resumed: EventBody[] = session.status === 'paused' ? [{ type: 'session_resumed' }] : [];
  if (!isRecalled || !hidden) return { ok: true, events: [...resumed, answered, ownTurn(newId)] };
  const replyTo = shownQuestion(hidden)?.replyTo;
  const said = session.messages.find(({ id }) => id === replyTo);
  const credit: RecalledHidden = {
    messageId: replyTo ?? '',
    confidence: 1,
    quote: said?.content.slice(0, MAX_QUOTE_LENGTH) ?? '',
    ...gradedAt(progressOf(hidden, pointId), said?.seq ?? 0),
    isSelfChecked: true,
  };
  const recalledCount = recalledIds.length + 1;
  const recalled: EventBody = {
    type: 'point_recalled',
    pointId,
    messageId: credit.messageId,
    recalledCount,
    totalPoints: pointIds.length,
    hidden: credit,
  };
  const isLast = recalledCount === pointIds.length;
  const next: EventBody = isLast ? { type: 'session_complete_overlay' } : ownTurn(newId, { recalledIds: [pointId] });
  return { ok: true, events: [...resumed, answered, recalled, next] };
}

const MAX_QUOTE_LENGTH = 240;

/** Takes back the answer to a self-check of an older session: it counts as not answered. */
export function undoSelfCheck(
  { state }: ModeContext<RecallState>,
  { pointId, messageId }: { readonly pointId: string; readonly messageId: string },
): Decision {
  if (!Object.hasOwn(state.selfCheckAnswers, messageId)) return { ok: true, events: [] };
  const recalledCount = state.recalledIds.filter((id) => id !== pointId).length;
  return { ok: true, events: [{ type: 'self_check_undone', messageId, pointId, recalledCount }] };
}
