import type { EventBody } from '#session/domain/event.ts';
import type { ModeContext } from '#session/domain/mode.ts';
import type { Message } from '#session/protocol.ts';

import { lastQuestion } from '../../../asking/domain/questions.ts';
import { type RecallState, type ToldHidden, unchecked } from '../../../asking/domain/recall-state.ts';
import { titlesOf } from '../../../asking/domain/session-sets.ts';
import { givenAwayIn, saysPoint } from './give-away.ts';
import { guardOf } from './guard-of-session.ts';
import { createGuard } from './guard.ts';

/**
 * The points that the last reply told by its visible words: give-aways, and the point it had to tell. A point that the
 * person asked for counts as told even if the reply ended before, and is then owed; a point told because every cue
 * failed counts only when it is visible.
 */
export function tellingEvents(
  { session, state }: ModeContext<RecallState>,
  { isComplete }: { isComplete: boolean },
): readonly EventBody[] {
  const plan = lastQuestion(state.hidden);
  const reply = plan && session.messages.findLast((message) => message.id === plan.replyId);
  if (!state.hidden || !plan || !reply) return [];
  const { guard, before, tell } = guardOf(session, state, { mayTell: false });
  const told: ToldHidden[] = [];
  if (tell !== null) {
    const isAsked = plan.intent === 'asks-to-be-told';
    const isSaid = isComplete || saysPoint(before + reply.content, tell, guard);
    if (isSaid) told.push({ pointId: tell, why: isAsked ? 'asked' : 'failed' });
    else if (isAsked) told.push({ pointId: tell, why: 'asked', isOwed: true });
  }
  // Words by code reveal nothing except the requested hint.
  for (const { id } of state.hidden.hasModelTutor ? givenAwayIn(reply.content, before, guard) : [])
    if (id !== tell && id !== plan.selfCheck?.pointId) told.push({ pointId: id, why: 'given-away' });
  return told.map((hidden) => ({
    type: 'point_told',
    messageId: reply.id,
    ...((hidden.why === 'asked' || hidden.why === 'failed') && !hidden.isOwed && { isAnswer: true as const }),
    hidden,
  }));
}

/** The open points that a reply in a rabbit hole told. Its agent does not know the points and is not restricted. */
export function tellingInside({ session, state }: ModeContext<RecallState>, reply: Message): readonly EventBody[] {
  const points = state.hidden?.points ?? [];
  const open = unchecked(state);
  if (open.length === 0 || reply.content === '') return [];
  const before = session.messages.filter(({ author, seq }) => author === 'person' && seq < reply.seq);
  const guard = createGuard({
    points,
    openIds: new Set(open.map(({ id }) => id)),
    probeId: null,
    title: titlesOf(session, state),
    asked: '',
    said: before.find(({ id }) => id === reply.replyTo)?.content ?? '',
    saidBefore: before.filter(({ id }) => id !== reply.replyTo).map(({ content }) => content),
  });
  return givenAwayIn(reply.content, wordsBefore(session.messages, reply), guard).map(({ id: pointId }) => {
    const hidden: ToldHidden = { pointId, why: 'rabbit-hole' };
    return { type: 'point_told', messageId: reply.id, hidden };
  });
}

/** The text of the truncated replies that this one continues. */
function wordsBefore(messages: readonly Message[], { continues }: Message): string {
  const cut = continues === undefined ? undefined : messages.find(({ id }) => id === continues);
  return cut ? wordsBefore(messages, cut) + cut.content : '';
}
